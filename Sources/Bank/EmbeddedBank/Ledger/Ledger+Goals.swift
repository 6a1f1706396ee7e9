package import Bank
import FoundationEssentials
import GRDB
import Money

extension Ledger {
  package func goals(of id: Account.ID) throws -> [SavingsGoal] {
    let account = try account(id)
    return try rows(
      GoalRow.self, "SELECT * FROM goal WHERE account = ? AND NOT isDeleted ORDER BY number",
      [id.text]
    ).map { $0.goal(in: account.currency) }
  }

  package func createGoal(_ order: GoalOrder, id: SavingsGoal.ID? = nil) throws -> GoalCreation {
    let order = order.canonical
    return try answerOnce(
      order, key: order.key, kind: "goal", ifReused: .refused(.keyReused)
    ) {
      let row = try row(
        AccountRow.self, "SELECT * FROM account WHERE id = ?", [order.account.text])
      guard let account = row?.account else { return .refused(.unknownAccount) }
      if let refusal = refusal(of: order, account: account) { return .refused(refusal) }
      let goal = GoalRow(
        id: try id ?? newGoalID(in: account.id), account: account.id, name: order.name,
        target: order.target?.minorUnits, total: 0, state: .active, isDeleted: false)
      try goal.insert(db)
      return .created(goal.goal(in: account.currency))
    }
  }

  /// The id of the account's next goal: it follows from how many the account ever had, and from which
  /// ids are taken, so that a walk that is replayed against another bank of the same sample makes the
  /// same goals.
  private func newGoalID(in account: Account.ID) throws -> SavingsGoal.ID {
    let count =
      try Int.fetchOne(
        db, sql: "SELECT count(*) FROM goal WHERE account = ?", arguments: [account.text]) ?? 0
    let number = count + 1
    return try freeID(
      goalID(number, in: account), orMadeFrom: "goal \(account.text) \(number)",
      unless: { try hasCategory($0.category) })
  }

  /// The account's own id, but for its first byte and its second group, which counts; nil if that
  /// cannot count so far.
  private func goalID(_ number: Int, in account: Account.ID) -> SavingsGoal.ID? {
    guard let number = UInt16(exactly: number), let made = account.changed(by: 3) else {
      return nil
    }
    var groups = made.text.split(separator: "-").map(String.init)
    guard let second = UInt16(groups[1], radix: 16) else { return nil }
    let counted = String(second ^ number, radix: 16)
    groups[1] = String(repeating: "0", count: 4 - counted.count) + counted
    return SavingsGoal.ID(groups.joined(separator: "-"))
  }

  /// Deletes a goal, once for a key; its money returns to the main category first.
  package func deleteGoal(_ order: GoalDeletion) throws -> GoalDeletionResult {
    let order = GoalDeletion(
      key: order.key.lowercased(), account: order.account, goal: order.goal)
    let account = try account(order.account)
    return try answerOnce(
      order, key: order.key, kind: "deletion", ifReused: .refused(.keyReused)
    ) {
      guard let row = try goalRow(order.goal), row.account == account.id else {
        return .refused(.unknownGoal)
      }
      try close(order.goal, isDeleted: true)
      return .deleted(returned: Money(minorUnits: row.total, currency: account.currency))
    }
  }

  func goalRow(_ id: SavingsGoal.ID) throws -> GoalRow? {
    try row(GoalRow.self, "SELECT * FROM goal WHERE id = ? AND NOT isDeleted", [id.text])
  }

  /// Puts a goal out of use; its money returns to the main category first.
  func close(_ id: SavingsGoal.ID, isDeleted: Bool) throws {
    guard let row = try goalRow(id) else {
      throw BankError.invalidRecord(cause: "there is no goal \(id)")
    }
    let account = try account(row.account)
    if row.total > 0 {
      let all = Money(minorUnits: row.total, currency: account.currency)
      try addTransfer(of: all, between: account, and: row, direction: .incoming)
    }
    for table in ["goalPhoto", "recurringTransfer", "nativeRoundUp"] {
      try execute("DELETE FROM \(table) WHERE goal = ?", [id.text])
    }
    try execute(
      "UPDATE goal SET state = ?, isDeleted = ? WHERE id = ?",
      [SavingsGoal.State.archived.rawValue, isDeleted, id.text])
  }

  func refusal(of order: GoalOrder, account: Account) -> GoalRefusal? {
    order.refusal(in: account.currency)
  }
}
