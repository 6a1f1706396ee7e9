public import Money

extension Money {
  /// How much is missing to the next whole unit of the currency: 65 pence for £4.35.
  ///
  /// The unit is 10 to the power of the ISO 4217 exponent, in minor units. Whole amounts miss
  /// nothing, so that yen never do; -£4.35 misses 35 pence to -£4. Nothing here can overflow.
  public var toNextUnit: Money {
    let unit = currency.minorUnitsPerUnit
    let beyond = minorUnits % unit
    let missing = beyond > 0 ? unit - beyond : -beyond
    return Money(minorUnits: missing, currency: currency)
  }
}
