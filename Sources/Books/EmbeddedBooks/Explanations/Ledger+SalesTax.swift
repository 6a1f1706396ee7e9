import Books
import FreeAgentAPI
import Money

extension Ledger {
  /// The VAT of an explanation: an amount wins over a rate.
  ///
  /// Source: FreeAgent API documentation, “Sales Tax”.
  func salesTax(of input: ExplanationInput) throws -> (rate: VATRate?, amount: Money?) {
    let record = input.record
    guard input.kind.rule[.salesTaxRate] != nil,
      ![.exempt, .outOfScope].contains(record.salesTaxStatus)
    else { return (nil, nil) }
    // The customer accounts for it.
    if record.ecStatus == .reverseCharge, input.isSale { return (.zero, .zero(input.currency)) }
    let ofRate = try record.salesTaxRate.map { try salesTax(at: $0, of: input) }
    guard let value = record.salesTaxValue else { return ofRate ?? (nil, nil) }
    let tax = try amount(
      value.signed(like: input.gross), in: input.currency, of: "sales_tax_value")
    guard tax.minorUnits.magnitude <= input.gross.minorUnits.magnitude else {
      throw FreeAgent.Failure.invalid("sales_tax_value", "must not be more than the gross value")
    }
    // A client that resends an answer sends both.
    return tax == ofRate?.amount ? (ofRate?.rate, tax) : (nil, tax)
  }

  private func salesTax(
    at percent: ExactDecimal, of input: ExplanationInput
  ) throws -> (rate: VATRate?, amount: Money?) {
    guard let rate = VATRate(percent: percent), percent <= 100,
      let amounts = try? VATAmounts(gross: input.gross, rate: rate)
    else { throw FreeAgent.Failure.invalid("sales_tax_rate", "is not valid") }
    return (rate, amounts.vat)
  }
}

extension ExplanationInput {
  /// Whether its VAT is that of a sale, as the queries of the general ledger have it.
  fileprivate var isSale: Bool {
    switch kind {
    case .sales, .salesRefund, .stockSale, .capitalAssetDisposal: true
    case .otherMoneyIn, .otherMoneyOut: category.map { $0.storedCode < "096" } ?? false
    default: false
    }
  }
}
