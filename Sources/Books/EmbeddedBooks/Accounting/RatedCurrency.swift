import GRDB
import Money

/// A currency, and the rate that its source has for it.
///
/// Queries have it as one text: the code, and behind a space the rate if there is one.
struct RatedCurrency: Hashable {
  /// Three letters of ISO 4217.
  let code: String

  /// What one unit is worth in the company's currency; nil if the source does not say so itself.
  let ownRate: ExactDecimal?

  init(code: String, ownRate: ExactDecimal? = nil) {
    self.code = code
    self.ownRate = ownRate
  }

  init(_ currency: Currency) { self.init(code: currency.code) }

  /// The expression of SQL for a currency with its rate, which is a text or null.
  static func expression(code: String, rate: String) -> String {
    "(\(code) || coalesce(' ' || \(rate), ''))"
  }
}

extension RatedCurrency: DatabaseValueConvertible {
  var databaseValue: DatabaseValue {
    ([code] + [ownRate?.description].compactMap(\.self)).joined(separator: " ").databaseValue
  }

  static func fromDatabaseValue(_ value: DatabaseValue) -> RatedCurrency? {
    guard let text = String.fromDatabaseValue(value) else { return nil }
    let parts = text.split(separator: " ", maxSplits: 1).map { String($0) }
    return RatedCurrency(
      code: parts.first ?? "", ownRate: parts.dropFirst().first.flatMap { ExactDecimal($0) })
  }
}

extension Row {
  /// The currency of a document with the rate that the document has.
  var ratedCurrency: RatedCurrency {
    RatedCurrency(
      code: self["currency"],
      ownRate: (self["exchangeRate"] as String?).flatMap { ExactDecimal($0) })
  }
}
