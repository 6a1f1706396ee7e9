import FreeAgentAPI
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
  /// - Throws: 422 if the rate is not known, which the books of earlier versions may have.
  func inNative(
    _ units: Int64, _ currency: RatedCurrency, _ native: Currency
  ) throws -> ExactDecimal {
    guard let known = Currency(code: currency.code),
      let rate = try exchangeRate(of: currency)
    else {
      throw FreeAgent.Failure.unprocessable(
        "The exchange rate of \(currency.code) is not known")
    }
    let amount = ExactDecimal(Money(minorUnits: units, currency: known))
    return try amount.multiplied(by: rate).rounded(fractionDigits: native.exponent)
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

extension FreeAgent.Failure {
  /// The service's words for a currency whose rate it has not.
  static let unknownExchangeRate = unprocessable(
    "Exchange rates for this transaction are not known")
}
