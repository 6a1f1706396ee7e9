import FoundationEssentials
import GRDB
import Money

extension Ledger {
  func payments(of id: Account.ID, in interval: Range<Date>) throws -> [Payment] {
    let account = try account(id)
    return try PaymentRow.fetchAll(
      db,
      sql: """
        SELECT * FROM payment WHERE category = ? AND transactionTime >= ? AND transactionTime < ?
        ORDER BY transactionTime DESC, number DESC
        """,
      arguments: [account.defaultCategory.text] + bounds(of: interval)
    ).map(\.payment)
  }

  func coveredPayments(of id: Account.ID, in interval: Range<Date>) throws -> Set<Payment.ID> {
    let account = try account(id)
    let texts = try String.fetchAll(
      db,
      sql: """
        SELECT coveredPayment.payment FROM coveredPayment
        JOIN payment ON payment.id = coveredPayment.payment
        WHERE category = ? AND transactionTime >= ? AND transactionTime < ?
        """,
      arguments: [account.defaultCategory.text] + bounds(of: interval))
    return Set(texts.compactMap { Payment.ID($0) })
  }

  func post(_ new: NewPayment) throws -> Payment {
    try post(new, to: try account(new.account))
  }

  func post(_ new: NewPayment, to account: Account) throws -> Payment {
    guard new.amount.currency == account.currency else {
      throw BankError.invalidRecord(cause: "the account is in \(account.currency.code)")
    }
    guard new.amount.minorUnits > 0, (new.sourceAmount?.minorUnits ?? 1) > 0 else {
      throw BankError.invalidRecord(cause: "an amount is not more than zero")
    }
    guard new.source != .internalTransfer, new.counterparty.kind != .category else {
      throw BankError.invalidRecord(cause: "the other side of a payment must be outside")
    }
    let payment = Payment(
      id: try new.id ?? newID(), account: account.id, category: account.defaultCategory,
      amount: new.amount, direction: new.direction, status: new.status, source: new.source,
      counterparty: new.counterparty, sourceAmount: new.sourceAmount,
      transactionTime: new.transactionTime,
      settlementTime: new.settlementTime ?? (new.status == .settled ? new.transactionTime : nil),
      reference: new.reference, isRoundedUpByBank: new.isRoundedUpByBank)
    try PaymentRow(payment).insert(db)
    return payment
  }

  func settle(_ id: Payment.ID, at time: Timestamp, amount: Money?) throws -> Payment {
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
    row.status = .settled
    row.settlementTime = time.milliseconds
    try db.execute(
      sql: "UPDATE payment SET status = ?, settlementTime = ?, minorUnits = ? WHERE id = ?",
      arguments: [row.status.rawValue, row.settlementTime, row.minorUnits, id.text])
    return row.payment
  }

  func paymentRow(_ id: Payment.ID) throws -> PaymentRow? {
    try PaymentRow.fetchOne(db, sql: "SELECT * FROM payment WHERE id = ?", arguments: [id.text])
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
