import Books
import FreeAgentAPI
import Money

extension Ledger {
  /// The VAT that the books have of an explanation: an amount wins over a rate.
  ///
  /// Source: FreeAgent API documentation, “Sales Tax”.
  func salesTax(of input: ExplanationInput) throws -> (rate: VATRate?, amount: Money?) {
    let record = input.record
    guard input.kind.rule[.salesTaxRate] != nil,
      ![.exempt, .outOfScope].contains(record.salesTaxStatus)
    else { return (nil, nil) }
    let supply = try supplyVAT(
      of: record.ecStatus, isSale: input.kind.isSale(under: input.category?.code),
      input.category, on: input.day)
    if supply.accounting == .customer { return (.zero, .zero(input.currency)) }
    let ofRate = try record.salesTaxRate.map { try salesTax(at: $0, of: input, by: supply) }
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
    at percent: ExactDecimal, of input: ExplanationInput, by supply: SupplyVAT
  ) throws -> (rate: VATRate?, amount: Money?) {
    guard let rate = VATRate(percent: percent), percent <= 100,
      let amounts = try? supply.amounts(paid: input.gross, at: rate)
    else { throw FreeAgent.Failure.invalid("sales_tax_rate", "is not valid") }
    if let place = input.taxingCountry, !PlaceOfSupply.has(percent, in: place) {
      throw FreeAgent.Failure.invalid("sales_tax_rate", "is not a rate of \(place)")
    }
    return (rate, amounts.vat)
  }
}

extension ExplanationInput {
  /// The country whose VAT is charged in place of the company's own; nil if there is none.
  ///
  /// That another country's rate is refused is a decision of this project: the service's own answer is not
  /// known.
  fileprivate var taxingCountry: String? {
    record.ecStatus == .ecVATMOSS ? record.placeOfSupply : nil
  }
}
