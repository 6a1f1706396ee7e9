import Money

/// What foreign currencies are worth, as the books see it.
///
/// The service converts at the rate of the day. The books have one rate for ever, so that what a test
/// expects does not change; others are not known.
enum ExchangeRates {
  /// An amount in another currency, rounded once; nil if the rate is not known.
  ///
  /// - Throws: a `MoneyError` if it does not fit.
  static func converted(_ money: Money, to native: Currency) throws(MoneyError) -> Money? {
    guard let rate = rate(from: money.currency, to: native) else { return nil }
    return try Money(rounding: ExactDecimal(money).multiplied(by: rate), currency: native)
  }

  /// What one unit of a currency is worth in another; nil if that is not known.
  static func rate(from currency: Currency, to native: Currency) -> ExactDecimal? {
    guard currency != native else { return 1 }
    guard native == .gbp else { return nil }
    return inPounds[currency].flatMap { ExactDecimal($0) }
  }

  private static let inPounds: [Currency: String] = [
    .eur: "0.86", .usd: "0.74", .chf: "0.92", .sek: "0.078", .nok: "0.073", .dkk: "0.115",
    .jpy: "0.005", .pln: "0.2",
  ]

  /// Whether a rate can be one: above 0 and below a million, with ten decimals at most.
  ///
  /// Within these bounds no sum of amounts that the books keep is too large to be converted.
  static func isValid(_ rate: ExactDecimal) -> Bool {
    0 < rate && rate < 1_000_000 && rate.fractionDigits <= largestFractionDigits
  }

  static let largestFractionDigits = 10
}
