package import Bank
import GRDB
package import Money

extension Ledger {
  /// One goal of an account, or `nil` where it has no such.
  package func goal(_ id: SavingsGoal.ID, of account: Account) throws -> SavingsGoal? {
    guard let row = try goalRow(id), row.account == account.id else { return nil }
    return row.goal(in: account.currency)
  }

  /// Gives a goal another name and target by the rules that a new one meets.
  ///
  /// - Returns: why nothing was changed, or `nil` where it was.
  package func updateGoal(
    _ id: SavingsGoal.ID, name: String, target: Money?, of account: Account
  ) throws -> GoalRefusal? {
    let wanted = GoalOrder(key: id.text, account: account.id, name: name, target: target)
    if let refusal = refusal(of: wanted, account: account) { return refusal }
    try execute(
      "UPDATE goal SET name = ?, target = ? WHERE id = ? AND NOT isDeleted",
      [name, target?.minorUnits, id.text])
    return nil
  }

  /// The photo of a goal in Base64, as it came.
  package func photo(of goal: SavingsGoal.ID) throws -> String? {
    try value(String.self, "SELECT photo FROM goalPhoto WHERE goal = ?", [goal.text])
  }

  /// Keeps a photo in place of any other.
  package func setPhoto(_ photo: String, of goal: SavingsGoal.ID) throws {
    try execute(
      "INSERT OR REPLACE INTO goalPhoto (goal, photo) VALUES (?, ?)", [goal.text, photo])
  }
}
