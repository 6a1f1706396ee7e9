extension Money {
  /// The sum of two amounts of one currency.
  ///
  /// - Throws: ``MoneyError/currencyMismatch(expected:got:)`` or ``MoneyError/overflow``.
  public func adding(_ other: Money) throws(MoneyError) -> Money {
    try requireSameCurrency(as: other)
    return try checked(minorUnits.addingReportingOverflow(other.minorUnits))
  }

  /// The difference of two amounts of one currency; it may be negative.
  ///
  /// - Throws: ``MoneyError/currencyMismatch(expected:got:)`` or ``MoneyError/overflow``.
  public func subtracting(_ other: Money) throws(MoneyError) -> Money {
    try requireSameCurrency(as: other)
    return try checked(minorUnits.subtractingReportingOverflow(other.minorUnits))
  }

  /// The amount taken this many times.
  ///
  /// - Throws: ``MoneyError/overflow``.
  public func multiplied(by factor: Int64) throws(MoneyError) -> Money {
    try checked(minorUnits.multipliedReportingOverflow(by: factor))
  }

  /// The amount with the opposite sign.
  ///
  /// - Throws: ``MoneyError/overflow`` for the least amount of all, which has no opposite.
  public func negated() throws(MoneyError) -> Money {
    try checked(Int64(0).subtractingReportingOverflow(minorUnits))
  }

  /// The amount without its sign.
  ///
  /// - Throws: ``MoneyError/overflow`` for the least amount of all, which has no opposite.
  public func magnitude() throws(MoneyError) -> Money {
    isNegative ? try negated() : self
  }

  /// Whether this amount is below another of the same currency.
  ///
  /// Amounts are not `Comparable`, because amounts of two currencies have no order.
  ///
  /// - Throws: ``MoneyError/currencyMismatch(expected:got:)``.
  public func isLess(than other: Money) throws(MoneyError) -> Bool {
    try requireSameCurrency(as: other)
    return minorUnits < other.minorUnits
  }

  /// The total of amounts of one currency; zero if there are none.
  ///
  /// The total is exact and does not depend on the order: it overflows only if the total itself
  /// does not fit, not if a sum on the way does not. Takes linear time.
  ///
  /// - Parameters:
  ///   - amounts: the amounts, in any order.
  ///   - currency: the currency of each of them, and of the total.
  /// - Returns: the exact total.
  /// - Throws: ``MoneyError/currencyMismatch(expected:got:)`` or ``MoneyError/overflow``.
  public static func sum(
    of amounts: some Sequence<Money>, in currency: Currency
  ) throws(MoneyError) -> Money {
    var total: Int128 = 0
    for amount in amounts {
      try Money.zero(currency).requireSameCurrency(as: amount)
      total += Int128(amount.minorUnits)
    }
    guard let minorUnits = Int64(exactly: total) else { throw .overflow }
    return Money(minorUnits: minorUnits, currency: currency)
  }

  private func requireSameCurrency(as other: Money) throws(MoneyError) {
    guard currency == other.currency else {
      throw .currencyMismatch(expected: currency, got: other.currency)
    }
  }

  private func checked(
    _ result: (partialValue: Int64, overflow: Bool)
  ) throws(MoneyError) -> Money {
    guard !result.overflow else { throw .overflow }
    return Money(minorUnits: result.partialValue, currency: currency)
  }
}
