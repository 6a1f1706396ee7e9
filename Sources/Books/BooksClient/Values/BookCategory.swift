public import Books
import FreeAgentAPI

/// A category of the books.
public struct BookCategory: Sendable, Hashable, Codable {
  /// Its code, such as `285` or `602-1`.
  public let code: NominalCode
  /// What the category is called, such as `Accommodation and Meals`.
  public let name: String
  /// The VAT that is usual for it; nil if none is.
  public let vat: VATTreatment?
  /// Whether it lessens the profit that is taxed.
  public let isAllowable: Bool
}

extension BookCategory {
  init?(_ category: FreeAgent.Category) {
    guard let code = category.nominalCode.flatMap({ NominalCode($0) }) else { return nil }
    self.code = code
    name = category.description ?? code.description
    vat = category.autoSalesTaxRate.flatMap { VATTreatment(rawValue: $0.rawValue) }
    isAllowable = category.allowableForTax ?? true
  }
}
