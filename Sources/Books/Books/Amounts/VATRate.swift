public import Money

/// A rate of value-added tax.
///
/// Exempt and outside the scope are no rates; they are the absence of one (``VATTreatment``).
public struct VATRate: Sendable, Hashable {
  /// The rate in per cent, not negative: 20 for the standard rate.
  public let percent: ExactDecimal

  /// Makes a rate; nil if it is negative.
  public init?(percent: ExactDecimal) {
    guard !percent.isNegative else { return nil }
    self.percent = percent
  }

  private init(known percent: ExactDecimal) { self.percent = percent }

  /// The zero rate of the United Kingdom: 0 %.
  public static let zero = VATRate(known: 0)

  /// The reduced rate of the United Kingdom: 5 %.
  public static let reduced = VATRate(known: 5)

  /// The standard rate of the United Kingdom since 4 January 2011: 20 %.
  public static let standard = VATRate(known: 20)

  /// The rate that an amount of tax comes to, rounded once, half up; nil if the tax is not less than the
  /// gross amount, has the opposite sign, or is in another currency.
  ///
  /// Source: FreeAgent API documentation, “Sales Tax”: amount ÷ (|gross| − amount) × 100.
  ///
  /// - Parameters:
  ///   - vat: the tax.
  ///   - gross: the amount with the tax.
  ///   - fractionDigits: how many decimals the rate may have.
  public init?(vat: Money, of gross: Money, fractionDigits: Int = 2) {
    guard vat.currency == gross.currency,
      vat.isZero || vat.isNegative == gross.isNegative,
      let tax = try? vat.magnitude(), let total = try? gross.magnitude(),
      let net = try? total.subtracting(tax), net.isPositive,
      let scaled = try? ExactDecimal(tax).multiplied(by: 100),
      let percent = try? scaled.divided(by: ExactDecimal(net), fractionDigits: fractionDigits)
    else { return nil }
    self.percent = percent
  }
}

extension VATRate: CustomStringConvertible {
  /// The rate, such as `20%`.
  public var description: String { "\(percent)%" }
}
