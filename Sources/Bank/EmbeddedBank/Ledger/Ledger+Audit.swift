import Bank
import GRDB
import Money

extension Ledger {
  /// Compares the books with the feed, account by account.
  func auditDifferences() throws -> [AuditDifference] {
    try accounts().flatMap { account in
      let goals = try GoalRow.fetchAll(
        db, sql: "SELECT * FROM goal WHERE account = ?", arguments: [account.id.text])
      let byGoal = try goals.map { goal in
        difference(
          account, goal: goal.id, expected: try settledSum(of: account, in: goal.id.category),
          found: goal.total)
      }
      let held = try pocket(of: account, in: account.defaultCategory)?.cleared ?? 0
      let whole = difference(
        account, goal: nil, expected: try outsideSum(of: account),
        found: goals.reduce(held) { $0 &+ $1.total })
      return (byGoal + [whole]).compactMap { $0 }
    }
  }

  /// What came less what went, of a pocket's settled payments; SQLite reports a sum that overflows.
  private func settledSum(of account: Account, in category: Account.Category.ID) throws -> Int64 {
    try Int64.fetchOne(
      db,
      sql: """
        SELECT sum(iif(direction = 'IN', minorUnits, -minorUnits)) FROM payment
        WHERE account = ? AND category = ? AND status = 'SETTLED'
        """, arguments: [account.id.text, category.text]) ?? 0
  }

  /// What came less what went, of settled payments between the account and the world.
  private func outsideSum(of account: Account) throws -> Int64 {
    try Int64.fetchOne(
      db,
      sql: """
        SELECT sum(iif(direction = 'IN', minorUnits, -minorUnits)) FROM payment
        WHERE account = ? AND status = 'SETTLED' AND source <> 'INTERNAL_TRANSFER'
        """, arguments: [account.id.text]) ?? 0
  }

  private func difference(
    _ account: Account, goal: SavingsGoal.ID?, expected: Int64, found: Int64
  ) -> AuditDifference? {
    guard expected != found else { return nil }
    return AuditDifference(
      account: account.id, goal: goal,
      expected: Money(minorUnits: expected, currency: account.currency),
      found: Money(minorUnits: found, currency: account.currency))
  }
}
