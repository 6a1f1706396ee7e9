package import Bank
import GRDB
import Money
import ServiceBasics

extension Ledger {
  private struct Row: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "nativeRoundUp"

    var account: Account.ID
    var goal: SavingsGoal.ID
    var multiplier: Int64
    var activatedAt: Int64
    var activatedBy: String
  }

  /// The account's setting, or `nil` where the bank does not round up.
  package func nativeRoundUp(of account: Account.ID) throws -> NativeRoundUp? {
    try row(Row.self, "SELECT * FROM nativeRoundUp WHERE account = ?", [account.text]).map {
      NativeRoundUp(
        goal: $0.goal, multiplier: $0.multiplier,
        activatedAt: Timestamp(milliseconds: $0.activatedAt), activatedBy: $0.activatedBy)
    }
  }

  /// Has the bank round up from now on.
  package func activateRoundUp(
    of account: Account.ID, into goal: SavingsGoal.ID, multiplier: Int64, by customer: String
  ) throws {
    try Row(
      account: account, goal: goal, multiplier: multiplier, activatedAt: now.milliseconds,
      activatedBy: customer
    ).insert(db, onConflict: .replace)
  }

  /// Has the bank round up no more.
  package func endRoundUp(of account: Account.ID) throws {
    try execute("DELETE FROM nativeRoundUp WHERE account = ?", [account.text])
  }

  /// Rounds a card payment up that has just settled, where the account has the bank do that and can
  /// pay for it.
  ///
  /// - Returns: the payment as it is then.
  func roundedUpByBank(_ payment: Payment, in account: Account) throws -> Payment {
    guard
      payment.status == .settled, payment.direction == .outgoing, payment.source == .card,
      !payment.isRoundedUpByBank, let setting = try nativeRoundUp(of: account.id),
      let goal = try goalRow(setting.goal), goal.state == .active
    else { return payment }
    let (total, overflow) = payment.amount.toNextUnit.minorUnits
      .multipliedReportingOverflow(by: setting.multiplier)
    guard
      !overflow, total > 0, total <= (try balance(of: account).effective.minorUnits)
    else { return payment }
    try addTransfer(
      of: Money(minorUnits: total, currency: account.currency), between: account, and: goal,
      direction: .outgoing)
    try execute(
      """
      UPDATE payment SET isRoundedUpByBank = 1, roundUpGoal = ?, roundUpMinorUnits = ? WHERE id = ?
      """, [setting.goal.text, total, payment.id.text])
    return try paymentRow(payment.id)?.payment ?? payment
  }
}
