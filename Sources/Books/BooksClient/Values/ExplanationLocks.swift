public import Books

/// What of an explanation the service lets nobody change, even if the rest can be changed.
///
/// Of a transfer these are its type, the other account, and what that has of it. Source: answers of the service
/// of 2026; its documents name the list, but do not say what is in it.
public struct ExplanationLocks: Sendable, Hashable {
  /// The names of the API, such as `type` and `transfer_value`; empty if all can be changed.
  public let names: [String]

  /// Nothing is locked.
  public static let nothing = ExplanationLocks([])

  init(_ names: [String]) { self.names = names }

  /// The fields of which it has one by its name, or by that of what follows from the field.
  private var fields: Set<ExplanationField> { Set(names.compactMap(Self.field)) }

  /// Whether a field cannot be changed; if one of VAT cannot, none of them can.
  public func covers(_ field: ExplanationField) -> Bool {
    Self.vat.contains(field) ? !fields.isDisjoint(with: Self.vat) : fields.contains(field)
  }

  /// Whether the kind cannot be changed, since the kind or what it follows from is locked.
  public var fixesKind: Bool {
    names.contains("type") || Self.decisive.contains(where: covers)
  }

  /// Whether the amount cannot be changed.
  ///
  /// What arrives in the other account of a transfer is what went.
  public var fixesAmount: Bool { covers(.grossValue) || names.contains(Self.transferValue) }

  /// The fields in the order of their names, VAT once; what is none of the fields is left out.
  public var named: [ExplanationField] {
    var named: [ExplanationField] = []
    for field in names.compactMap(Self.field) {
      let field = Self.vat.contains(field) ? .salesTaxRate : field
      if !named.contains(field) { named.append(field) }
    }
    return named
  }

  /// Whether a writable member of the API cannot be changed.
  func cover(member name: String) -> Bool {
    names.contains(name) || ExplanationField(rawValue: name).map(covers) ?? false
  }

  /// The field of a name; nil if it is none of them.
  private static func field(_ name: String) -> ExplanationField? {
    switch name {
    case "linked_transfer_account": .transferBankAccount
    case transferValue: .foreignCurrencyValue
    default: ExplanationField(rawValue: name)
    }
  }

  private static let transferValue = "transfer_value"
  private static let vat: Set<ExplanationField> = [.salesTaxRate, .salesTaxValue, .salesTaxStatus]
  /// What the kind follows from.
  private static let decisive: [ExplanationField] = [
    .category, .paidInvoice, .paidBill, .paidUser, .transferBankAccount, .stockItem,
    .disposedAsset,
  ]
}
