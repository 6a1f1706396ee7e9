public import Books
public import Money

/// VAT as forms tell it, and as the books have it.
extension SupplyVAT {
  /// What something comes to with the VAT that is told, without signs; nil if none is told, it is untaxed, or
  /// the amounts do not fit.
  ///
  /// - Parameters:
  ///   - paid: what is paid for it.
  ///   - vat: what is told; nil if nothing is.
  public func amounts(paid: Money, told vat: ExplanationContents.VAT?) -> SupplyAmounts? {
    guard let paid = try? paid.magnitude() else { return nil }
    switch vat {
    case .rate(let percent):
      guard let rate = VATRate(percent: percent) else { return nil }
      return try? amounts(paid: paid, at: rate)
    case .amount(let value):
      guard let tax = try? value.magnitude() else { return nil }
      return try? amounts(paid: paid, vat: tax)
    case .untaxed, nil: return nil
    }
  }

  /// The rate that the books have, as a form tells it; nil if there is none, or it is none that a form offers
  /// and that comes to the VAT in the books, which is then told as an amount.
  ///
  /// - Parameters:
  ///   - percent: the rate, in per cent; nil if there is none.
  ///   - vat: the VAT in the books; nil if they do not say.
  ///   - paid: what is paid, with the sign of the VAT.
  ///   - choices: what a form offers; nil if that is not known yet.
  func told(
    _ percent: ExactDecimal?, comingTo vat: Money?, in paid: Money, among choices: VATChoices?
  ) -> ExplanationContents.VAT? {
    guard let percent, let rate = VATRate(percent: percent) else { return nil }
    let isOffered = choices?.contains(rate) ?? true
    // What zero comes to if the buyer accounts for it is the service's to say.
    let isOpen = accounting == .buyer && percent.isZero
    let usual = try? amounts(paid: paid, at: rate).vat
    return vat == nil || (isOffered && (isOpen || vat == usual)) ? .rate(percent: percent) : nil
  }
}
