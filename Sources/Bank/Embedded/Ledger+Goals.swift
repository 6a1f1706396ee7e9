import FoundationEssentials
import GRDB
import Money

extension Ledger {
  func goals(of id: Account.ID) throws -> [SavingsGoal] {
    let account = try account(id)
    return try GoalRow.fetchAll(
      db, sql: "SELECT * FROM goal WHERE account = ? AND NOT isDeleted ORDER BY number",
      arguments: [id.text]
    ).map { $0.goal(in: account.currency) }
  }

  func createGoal(_ order: GoalOrder, id: SavingsGoal.ID? = nil) throws -> GoalCreation {
    let order = order.canonical
    return try answerOnce(
      order, key: order.key, kind: "goal", ifReused: .refused(.keyReused)
    ) {
      guard let account = try accounts().first(where: { $0.id == order.account }) else {
        return .refused(.unknownAccount)
      }
      if let refusal = refusal(of: order, account: account) { return .refused(refusal) }
      let row = GoalRow(
        id: try id ?? newID(madeBy: order.key, as: 3), account: account.id, name: order.name,
        target: order.target?.minorUnits, total: 0, state: .active, isDeleted: false)
      try row.insert(db)
      return .created(row.goal(in: account.currency))
    }
  }

  func goalRow(_ id: SavingsGoal.ID) throws -> GoalRow? {
    try GoalRow.fetchOne(
      db, sql: "SELECT * FROM goal WHERE id = ? AND NOT isDeleted", arguments: [id.text])
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
    try db.execute(
      sql: "UPDATE goal SET state = ?, isDeleted = ? WHERE id = ?",
      arguments: [SavingsGoal.State.archived.rawValue, isDeleted, id.text])
  }

  private func refusal(of order: GoalOrder, account: Account) -> GoalRefusal? {
    let length = order.name.utf16.count
    let isBlank = order.name.allSatisfy(\.isWhitespace)
    guard !isBlank, GoalOrder.nameLengths.contains(length) else {
      return .nameLength(length: length, limit: GoalOrder.nameLengths.upperBound)
    }
    guard order.name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { return .nameUnprintable }
    guard let target = order.target else { return nil }
    guard target.currency == account.currency else {
      return .currencyMismatch(expected: account.currency)
    }
    return target.minorUnits > 0 ? nil : .targetNotPositive
  }
}
