/// A kind of explanation: for which money it is, when it is offered, and what it has.
///
/// One table for both sides: a form is drawn from it, and a server checks with it.
public struct ExplanationRule: Sendable, Hashable {
  /// The kind that the rule is of.
  public let kind: ExplanationKind

  /// For which money it is.
  public let direction: MoneyDirection

  /// What must be so, else it is not offered; all of it.
  public let conditions: [ExplanationCondition]

  /// The groups that its category may be of; empty if it has none.
  public let categories: Set<CategoryGroup>

  /// What it may have, in the order in which a form asks for it.
  public let fields: [ExplanationFieldRule]

  init(
    _ kind: ExplanationKind, _ direction: MoneyDirection,
    if conditions: [ExplanationCondition] = [],
    categories: Set<CategoryGroup> = [], fields: [ExplanationFieldRule]
  ) {
    self.kind = kind
    self.direction = direction
    self.conditions = conditions
    self.categories = categories
    self.fields = [.required(.datedOn), .required(.grossValue)] + fields
  }

  /// The rule of a field; nil if such an explanation does not have it.
  public subscript(field: ExplanationField) -> ExplanationFieldRule? {
    fields.first { $0.field == field }
  }

  /// Whether such an explanation has to have a category, which says of which kind it is.
  public var isFiled: Bool { self[.category]?.isRequired ?? false }
}

extension [ExplanationRule] {
  /// The kind of explanations that are filed under a category; nil if none of these rules files under it.
  public func kind(filedUnder code: NominalCode) -> ExplanationKind? {
    first { $0.isFiled && $0.categories.contains(code.group) }?.kind
  }
}

/// What an explanation of a kind may have.
public struct ExplanationFieldRule: Sendable, Hashable {
  /// What the explanation may have.
  public let field: ExplanationField

  /// Whether it must be there, once it is asked for.
  public let isRequired: Bool

  /// When it is asked for; nil if always.
  public let condition: ExplanationFieldCondition?

  static func required(
    _ field: ExplanationField, if condition: ExplanationFieldCondition? = nil
  ) -> Self {
    Self(field: field, isRequired: true, condition: condition)
  }

  static func optional(
    _ field: ExplanationField, if condition: ExplanationFieldCondition? = nil
  ) -> Self {
    Self(field: field, isRequired: false, condition: condition)
  }
}

/// What must be so for a kind to be offered.
public enum ExplanationCondition: Sendable, Hashable, CaseIterable {
  /// There is a bill to pay.
  case openBill
  /// There is a bill to be paid back.
  case openBillRefund
  /// There is an invoice to be paid.
  case openInvoice
  /// There is a credit note to pay.
  case openCreditNote
  /// The company is not a landlord.
  case notLandlord
  /// There is another account.
  case anotherAccount
  /// The account is the company's, not a person's.
  case notPersonal
  /// The account is in the company's own currency.
  case nativeCurrency
  /// There is a capital asset that can be sold.
  case capitalAsset
  /// There is something in stock.
  case stockItem
}

/// When a field is asked for.
public enum ExplanationFieldCondition: Sendable, Hashable, CaseIterable {
  /// The company is registered for VAT on the day.
  case vatRegistered
  /// The status for VAT reports is EC VAT MOSS.
  case placeOfSupply
  /// There is a project, so that its customer may be billed.
  case project
  /// That customer is billed with a share or a price.
  case rebillFactor
  /// The document or the other account is in another currency.
  case foreignCurrency
  /// The company is a landlord.
  case landlord
}

extension ExplanationFieldRule {
  /// Papers that belong to money.
  static let papers: [Self] = [.optional(.receiptReference), .optional(.attachment)]

  /// What VAT needs.
  static let vat: [Self] = [
    .optional(.ecStatus, if: .vatRegistered), .required(.placeOfSupply, if: .placeOfSupply),
    .optional(.salesTaxStatus, if: .vatRegistered), .optional(.salesTaxRate, if: .vatRegistered),
    .optional(.salesTaxValue, if: .vatRegistered),
  ]

  /// What billing a customer needs.
  static let rebilling: [Self] = [
    .optional(.project), .optional(.rebillType, if: .project),
    .required(.rebillFactor, if: .rebillFactor),
  ]
}
