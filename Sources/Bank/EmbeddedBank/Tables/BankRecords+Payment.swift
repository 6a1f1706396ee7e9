import Bank
import GRDB
import Money

/// Payments are what is read most, so that they are read column by column rather than as `Decodable`;
/// a value that does not fit throws here as well.
extension BankRecords.PaymentRow: FetchableRecord {
  /// The columns, in the order in which they are read.
  static let columns = """
    id, account, category, minorUnits, currency, direction, status, source, counterpartyKind, \
    counterpartyName, counterpartyID, sourceMinorUnits, sourceCurrency, transactionTime, \
    settlementTime, reference, isRoundedUpByBank, updatedAt, note, spendingCategory, roundUpGoal, \
    roundUpMinorUnits
    """

  init(row: Row) throws {
    var reader = ColumnReader(row: row)
    try self.init(
      id: reader.word { Identifier($0) }, account: reader.word { Identifier($0) },
      category: reader.word { Identifier($0) }, minorUnits: reader.next(),
      currency: reader.word { Currency(code: $0) },
      direction: reader.word { PaymentDirection(rawValue: $0) },
      status: reader.word { PaymentStatus(rawValue: $0) },
      source: reader.word { PaymentSource(rawValue: $0) },
      counterpartyKind: reader.word { Counterparty.Kind(rawValue: $0) },
      counterpartyName: reader.next(), counterpartyID: reader.next(),
      sourceMinorUnits: reader.next(), sourceCurrency: reader.wordIfPresent { Currency(code: $0) },
      transactionTime: reader.next(), settlementTime: reader.next(), reference: reader.next(),
      isRoundedUpByBank: reader.next(), updatedAt: reader.next(), note: reader.next(),
      spendingCategory: reader.next(), roundUpGoal: reader.wordIfPresent { Identifier($0) },
      roundUpMinorUnits: reader.next())
  }
}

/// Reads the columns of a row one after the other.
private struct ColumnReader {
  let row: Row
  private var index = -1

  init(row: Row) { self.row = row }

  mutating func next<Value: DatabaseValueConvertible & StatementColumnConvertible>() throws -> Value
  {
    index += 1
    return try row.decode(Value.self, atIndex: index)
  }

  mutating func word<Value>(_ read: (String) -> Value?) throws -> Value {
    guard let value = try wordIfPresent(read) else { throw unreadable("nothing") }
    return value
  }

  mutating func wordIfPresent<Value>(_ read: (String) -> Value?) throws -> Value? {
    let text: String? = try next()
    guard let text else { return nil }
    guard let value = read(text) else { throw unreadable("\"\(text)\"") }
    return value
  }

  private func unreadable(_ value: String) -> BankError {
    .invalidRecord(cause: "a payment's column \(index + 1) has \(value)")
  }
}
