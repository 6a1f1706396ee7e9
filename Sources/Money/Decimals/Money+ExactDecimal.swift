extension Money {
  /// Makes an amount of a number of major units, rounded once to the minor unit, a half away from zero.
  ///
  /// Source of the rounding: HMRC's manual VATREC12030, to the nearest penny, half up.
  ///
  /// - Parameters:
  ///   - number: the amount in major units, such as pounds.
  ///   - currency: the currency of the amount.
  /// - Throws: ``MoneyError/overflow``.
  public init(rounding number: ExactDecimal, currency: Currency) throws(MoneyError) {
    self = try Money.quotient(of: number, by: 1, in: currency)
  }

  /// Makes an amount of a number of major units; nil if it has more decimals than the currency or does
  /// not fit.
  public init?(exactly number: ExactDecimal, currency: Currency) {
    guard number.fractionDigits <= currency.exponent,
      let amount = try? Money(rounding: number, currency: currency)
    else { return nil }
    self = amount
  }

  /// A quotient in major units, rounded once to the minor unit, a half away from zero.
  ///
  /// For shares of an amount, such as the tax that a gross value includes: nothing is rounded before.
  ///
  /// - Parameters:
  ///   - dividend: a number of major units.
  ///   - divisor: what it is divided by.
  ///   - currency: the currency of the amount.
  /// - Returns: the amount.
  /// - Throws: ``MoneyError/overflow``, also for a divisor of zero.
  public static func quotient(
    of dividend: ExactDecimal, by divisor: ExactDecimal, in currency: Currency
  ) throws(MoneyError) -> Money {
    let units = try dividend.units(dividedBy: divisor, fractionDigits: currency.exponent)
    guard let minorUnits = Int64(exactly: units) else { throw .overflow }
    return Money(minorUnits: minorUnits, currency: currency)
  }
}
