import FreeAgentAPI
import GRDB
import Money

/// The one rule by which foreign money becomes the company's: at the rate of its source, or else at the
/// usual one.
extension Ledger {
  /// What one unit of a currency is worth in the company's; nil if that is not known.
  func exchangeRate(of currency: RatedCurrency) throws -> ExactDecimal? {
    let native = try companyFacts().currency
    guard currency.code != native.code else { return 1 }
    if let own = currency.ownRate { return own }
    return Currency(code: currency.code).flatMap { ExchangeRates.rate(from: $0, to: native) }
  }

  /// An amount in the company's currency, rounded once to its minor unit.
  ///
  /// - Parameters:
  ///   - units: minor units of the currency.
  ///   - currency: the currency with the rate of its source.
  ///   - native: the company's currency.
  /// - Returns: the amount; nil if the rate is not known, which books of earlier versions may have. A member
  ///   that would be this amount is left out then, and a sum with it is not known.
  func inNative(
    _ units: Int64, _ currency: RatedCurrency, _ native: Currency
  ) throws -> ExactDecimal? {
    guard let known = Currency(code: currency.code),
      let rate = try exchangeRate(of: currency)
    else { return nil }
    let amount = ExactDecimal(Money(minorUnits: units, currency: known))
    return try amount.multiplied(by: rate).rounded(fractionDigits: native.exponent)
  }

  /// The currency of something new, or one that something is moved to: what is in it can be converted.
  ///
  /// - Parameter code: three letters of ISO 4217; nil for the company's currency.
  /// - Throws: 422 if there is no such currency, or its rate is not known.
  func currency(named code: String?) throws -> Currency {
    let currency = try listedCurrency(code)
    try requireExchangeRate(of: RatedCurrency(currency))
    return currency
  }

  /// The currency of a document, which may have a rate of its own; nil stands for the company's.
  ///
  /// - Throws: 422 if there is no such currency.
  func listedCurrency(_ code: String?) throws -> Currency {
    guard let code else { return try companyFacts().currency }
    guard let currency = Currency(code: code) else {
      throw FreeAgent.Failure.invalid("currency", "is not included in the list")
    }
    return currency
  }

  /// The rows whose sums are not known, as the rate of their currency is not.
  ///
  /// Nothing of the kind is written any more. What an expense is worth is stored with it.
  func exchangeRateDifferences() throws -> [BooksDifference] {
    try rows(
      """
      SELECT * FROM (
        SELECT 'bankAccount' AS source, id, currency, NULL AS exchangeRate FROM bankAccount
        UNION ALL SELECT 'bill', id, currency, NULL FROM bill
        UNION ALL
        SELECT 'document', id, currency, exchangeRate FROM document WHERE kind <> 'estimate')
      WHERE currency <> ? AND exchangeRate IS NULL
      """, [companyFacts().currency.code]
    ).filter { try exchangeRate(of: $0.ratedCurrency) == nil }
      .map { row in
        BooksDifference(
          subject: "\(row["source"] as String) \(row["id"] as Int64)",
          rule: "the exchange rate of its currency is known", found: row["currency"])
      }
  }

  /// Sees that what is written in a currency can be converted.
  ///
  /// - Throws: 422 if the rate is not known.
  func requireExchangeRate(of currency: RatedCurrency) throws {
    guard try exchangeRate(of: currency) == nil else { return }
    throw FreeAgent.Failure.unknownExchangeRate
  }

  /// Sees that a rate of a request can be one; nil passes.
  ///
  /// - Throws: 422 if it cannot.
  func requireValid(exchangeRate rate: ExactDecimal?) throws {
    guard let rate, !ExchangeRates.isValid(rate) else { return }
    let isTooSmall = rate.isZero || rate.isNegative
    throw FreeAgent.Failure.invalid(
      "exchange_rate", isTooSmall ? "must be greater than 0" : "is not valid")
  }
}
