package import Bank
package import FoundationEssentials
import GRDB
package import Money
package import ServiceBasics

extension Ledger {
  package func payments(of id: Account.ID, in interval: Range<Date>) throws -> [Payment] {
    let account = try account(id)
    return try rows(
      PaymentRow.self,
      """
      SELECT \(PaymentRow.columns) FROM payment WHERE category = ? AND transactionTime >= ? AND transactionTime < ?
      ORDER BY transactionTime DESC, number DESC
      """, [account.defaultCategory.text] + bounds(of: interval)
    ).map(\.payment)
  }

  private struct CoveredRow: Codable, FetchableRecord {
    var payment: Payment.ID
    var transfer: Payment.ID
    var goal: SavingsGoal.ID
    var minorUnits: Int64
  }

  /// The transfers that moved round-ups of the main category's payments of an interval.
  func roundUps(of id: Account.ID, in interval: Range<Date>) throws -> RoundUpHistory {
    let account = try account(id)
    let rows = try rows(
      CoveredRow.self,
      """
      SELECT covered.id AS payment, leg.id AS transfer, leg.counterpartyID AS goal,
        leg.minorUnits AS minorUnits
      FROM coveredPayment
      JOIN payment AS covered ON covered.id = coveredPayment.payment
      JOIN payment AS leg ON leg.id = coveredPayment.transfer
      WHERE covered.category = ? AND covered.transactionTime >= ? AND covered.transactionTime < ?
      ORDER BY leg.number, covered.number
      """, [account.defaultCategory.text] + bounds(of: interval))
    // The payments of one transfer come one after the other.
    var groups: [[CoveredRow]] = []
    for row in rows {
      if groups.last?.first?.transfer == row.transfer {
        groups[groups.count - 1].append(row)
      } else {
        groups.append([row])
      }
    }
    let transfers = groups.map { rows in
      RoundUpHistory.Transfer(
        id: rows[0].transfer.text,
        amount: Money(minorUnits: rows[0].minorUnits, currency: account.currency),
        goal: rows[0].goal, payments: rows.map(\.payment), state: .moved)
    }
    guard transfers.isEmpty else { return RoundUpHistory(transfers) }
    return RoundUpHistory([], otherMoves: try otherMoves(of: account, since: interval.lowerBound))
  }

  /// The moves into goals since a time that are no round-up's, neither an order's nor the bank's own.
  private func otherMoves(of account: Account, since time: Date) throws -> [Payment] {
    let byBank = try values(
      Int64.self,
      """
      SELECT roundUpMinorUnits FROM payment
      WHERE category = ? AND transactionTime >= ? AND roundUpMinorUnits IS NOT NULL
      """,
      [
        account.defaultCategory.text,
        Timestamp(time.addingTimeInterval(-RoundUpHistory.settlingTime)).milliseconds,
      ])
    let moves = try rows(
      PaymentRow.self,
      """
      SELECT \(PaymentRow.columns) FROM payment
      WHERE category = ? AND transactionTime >= ? AND direction = 'OUT'
        AND source = 'INTERNAL_TRANSFER'
        AND id NOT IN (SELECT transfer FROM coveredPayment)
      ORDER BY transactionTime DESC, number DESC
      """, [account.defaultCategory.text, Timestamp(time).milliseconds]
    ).map(\.payment)
    return RoundUpHistory.unexplained(moves, by: byBank)
  }

  @discardableResult
  package func post(_ new: NewPayment) throws -> Payment {
    try post(new, to: try account(new.account))
  }

  @discardableResult
  func post(_ new: NewPayment, to account: Account) throws -> Payment {
    try check(new, in: account)
    let payment = Payment(
      id: try new.id ?? newID(), account: account.id, category: account.defaultCategory,
      amount: new.amount, direction: new.direction, status: new.status, source: new.source,
      counterparty: new.counterparty, sourceAmount: new.sourceAmount,
      transactionTime: new.transactionTime,
      settlementTime: new.settlementTime ?? (new.status == .settled ? new.transactionTime : nil),
      reference: new.reference, isRoundedUpByBank: new.isRoundedUpByBank)
    try PaymentRow(payment, updatedAt: now).insert(db)
    return try roundedUpByBank(payment, in: account)
  }

  @discardableResult
  package func settle(_ id: Payment.ID, at time: Timestamp, amount: Money?) throws -> Payment {
    guard var row = try paymentRow(id) else {
      throw BankError.invalidRecord(cause: "there is no payment \(id)")
    }
    guard row.status == .pending else {
      throw BankError.invalidRecord(cause: "payment \(id) is \(row.status.rawValue), not pending")
    }
    if let amount {
      guard amount.currency == row.currency, amount.minorUnits > 0 else {
        throw BankError.invalidRecord(cause: "the final amount does not fit payment \(id)")
      }
      row.minorUnits = amount.minorUnits
    }
    let account = try account(row.account)
    try checkSums(
      of: account, with: Money(minorUnits: row.minorUnits, currency: row.currency), row.direction,
      .settled)
    row.status = .settled
    row.settlementTime = time.milliseconds
    try execute(
      """
      UPDATE payment SET status = ?, settlementTime = ?, minorUnits = ?, updatedAt = ?
      WHERE id = ?
      """,
      [
        row.status.rawValue, row.settlementTime, row.minorUnits, now.milliseconds, id.text,
      ])
    return try roundedUpByBank(row.payment, in: account)
  }

  func paymentRow(_ id: Payment.ID) throws -> PaymentRow? {
    try row(PaymentRow.self, "SELECT \(PaymentRow.columns) FROM payment WHERE id = ?", [id.text])
  }

  /// A bound between two milliseconds takes the later one, so that both ends mean what they say.
  private func bounds(of interval: Range<Date>) -> StatementArguments {
    let ends = [interval.lowerBound, interval.upperBound].map { end in
      let timestamp = Timestamp(end)
      return timestamp.date < end ? timestamp.milliseconds + 1 : timestamp.milliseconds
    }
    return StatementArguments(ends)
  }
}
