public import Books
import FreeAgentAPI
public import Money

/// What the books say about the VAT of an explanation.
public struct BookedVAT: Sendable, Hashable, Codable {
  /// The amount, with the sign of the explanation; nil if the books have none.
  public let amount: Money?
  /// The rate, in per cent; nil if the books have none.
  public let percent: ExactDecimal?
  /// Whether VAT is due, in the service’s words; nil if it does not say.
  public let status: String?
}

extension BookedVAT {
  /// Reads the VAT of an explanation; nil if the service says nothing of it.
  init?(_ explanation: FreeAgent.BankTransactionExplanation, in currency: Currency) {
    amount = explanation.salesTaxValue?.money(in: currency)
    percent = explanation.salesTaxRate
    status = explanation.salesTaxStatus?.rawValue
    if amount == nil, percent == nil, status == nil { return nil }
  }

  /// Why there is none: it is exempt, or outside the scope; nil if there may be some.
  public var untaxed: VATTreatment? {
    switch status.map({ FreeAgent.SalesTaxStatus(rawValue: $0) }) {
    case .exempt: .exempt
    case .outOfScope: .outsideTheScope
    default: nil
    }
  }
}

extension BookExplanation {
  /// What it comes to with its VAT, without signs; nil if the books have no amount of VAT.
  public var amounts: SupplyAmounts? {
    guard let value = vat?.amount else { return nil }
    let code = category.flatMap { NominalCode($0) }
    let supply = SupplyVAT(
      of: ecStatus.flatMap { ECStatus(rawValue: $0) },
      isSale: kind.flatMap { ExplanationKind(rawValue: $0) }?.isSale(under: code) ?? false,
      usual: nil, on: day)
    return supply.amounts(paid: amount, told: .amount(value: value))
  }
}
