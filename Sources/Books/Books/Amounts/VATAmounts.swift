public import Money

/// An amount without tax, its tax, and both together: ``net`` + ``vat`` = ``gross``, always.
///
/// The tax is rounded once to the minor unit, half up, by its absolute value, so that a refund is the
/// opposite of its payment. Source: HMRC, VATREC12030 (the nearest penny); answers of FreeAgent's service
/// agree.
public struct VATAmounts: Sendable, Hashable {
  /// The amount without tax.
  public let net: Money

  /// The tax, with the sign of the amount.
  public let vat: Money

  /// The amount with tax.
  public let gross: Money

  /// Finds the tax that is included in an amount: gross × rate ÷ (100 + rate).
  ///
  /// - Parameters:
  ///   - gross: the amount with tax.
  ///   - rate: the rate.
  /// - Throws: a `MoneyError` if it does not fit.
  public init(gross: Money, rate: VATRate) throws(MoneyError) {
    let vat = try Money.quotient(
      of: ExactDecimal(gross).multiplied(by: rate.percent), by: rate.percent.adding(100),
      in: gross.currency)
    try self.init(gross: gross, vat: vat)
  }

  /// Adds the tax to an amount: net × rate ÷ 100.
  ///
  /// - Parameters:
  ///   - net: the amount without tax.
  ///   - rate: the rate.
  /// - Throws: a `MoneyError` if it does not fit.
  public init(net: Money, rate: VATRate) throws(MoneyError) {
    vat = try Money.quotient(
      of: ExactDecimal(net).multiplied(by: rate.percent), by: 100, in: net.currency)
    self.net = net
    gross = try net.adding(vat)
  }

  /// Takes a tax that is known.
  ///
  /// - Parameters:
  ///   - gross: the amount with tax.
  ///   - vat: the tax.
  /// - Throws: a `MoneyError` if they are of two currencies, or the difference does not fit.
  public init(gross: Money, vat: Money) throws(MoneyError) {
    net = try gross.subtracting(vat)
    self.vat = vat
    self.gross = gross
  }
}
