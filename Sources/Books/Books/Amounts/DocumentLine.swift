public import Money

/// A line of an invoice, a credit note or an estimate: how many, and the price of one without tax.
///
/// Source: FreeAgent API documentation, “Sales Tax”: the price is net and the rate is added to it.
public struct DocumentLine: Sendable, Hashable {
  /// How many; not necessarily a whole number, and negative on a credit note.
  public var quantity: ExactDecimal

  /// The price of one in major units, without tax; it may have more decimals than the currency.
  public var price: ExactDecimal

  /// The rate of tax; nil if the line is exempt, outside the scope, or of a company without VAT.
  public var rate: VATRate?

  /// Makes a line.
  public init(quantity: ExactDecimal, price: ExactDecimal, rate: VATRate? = nil) {
    self.quantity = quantity
    self.price = price
    self.rate = rate
  }

  /// The line's amounts: quantity times price exactly, rounded once, and the tax of what that comes to.
  ///
  /// - Throws: a `MoneyError` if they do not fit.
  public func amounts(in currency: Currency) throws(MoneyError) -> VATAmounts {
    let net = try Money(rounding: quantity.multiplied(by: price), currency: currency)
    guard let rate else { return try VATAmounts(gross: net, vat: .zero(currency)) }
    return try VATAmounts(net: net, rate: rate)
  }
}

extension Sequence<DocumentLine> {
  /// The sum of the lines' amounts: what the document comes to.
  ///
  /// - Throws: a `MoneyError` if it does not fit.
  public func total(in currency: Currency) throws(MoneyError) -> VATAmounts {
    var (gross, vat): (Money, Money) = (.zero(currency), .zero(currency))
    for line in self {
      let amounts = try line.amounts(in: currency)
      gross = try gross.adding(amounts.gross)
      vat = try vat.adding(amounts.vat)
    }
    return try VATAmounts(gross: gross, vat: vat)
  }
}
