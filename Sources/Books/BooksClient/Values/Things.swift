public import Books
public import FreeAgentAPI
public import Money

/// A category of the books.
public struct BookCategory: Sendable, Hashable, Codable {
  /// Its code, such as `285` or `602-1`.
  public let code: NominalCode
  /// Its name.
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

/// Something that an explanation can be about, by its name.
public struct BookThing<Target: FreeAgent.Addressed>: Sendable, Hashable, Codable {
  /// What the service knows it by.
  public let id: BookID<Target>
  /// What people call it.
  public let name: String

  /// Makes it of its parts.
  public init(id: BookID<Target>, name: String) {
    self.id = id
    self.name = name
  }
}

extension BookAccount {
  /// The account as something that an explanation can be about.
  public var thing: BookThing<FreeAgent.BankAccount> { BookThing(id: id, name: name) }
}

extension Claimant {
  /// The claimant as somebody to choose.
  public var thing: BookThing<FreeAgent.User> { BookThing(id: id, name: name) }
}

extension BookThing {
  init?(_ link: FreeAgent.Link<Target>?, _ name: String?) {
    guard let id = BookID(link) else { return nil }
    self.init(id: id, name: name ?? id.text)
  }
}

/// A document that is not fully paid.
public struct BookDocument: Sendable, Hashable, Codable {
  /// What kind of document it is.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// A customer owes.
    case invoice
    /// A customer is owed.
    case creditNote = "credit-note"
    /// The company owes, or is owed if what is due is negative.
    case bill
  }

  /// What kind of document it is.
  public let kind: Kind
  /// What the service knows it by.
  public let id: String
  /// Its number.
  public let reference: String
  /// Whose it is; nil if the service does not say.
  ///
  /// Journals of earlier versions have an empty name then.
  public let contact: String?
  /// What is due.
  public let due: Money
}

extension BookDocument {
  /// Whether it is settled like a credit note, as an invoice of less than nothing is too.
  var isCredit: Bool { kind == .creditNote || kind == .invoice && due.isNegative }

  /// Makes it of what any of the kinds has; nil if nothing is due.
  init?(
    _ kind: Kind, _ id: String?, _ reference: String?, _ contact: String?, due: ExactDecimal?,
    _ currency: String?
  ) {
    let currency = currency.flatMap { Currency(code: $0) } ?? .gbp
    guard let id, let due = due?.money(in: currency), !due.isZero else { return nil }
    self.kind = kind
    self.id = id
    self.reference = reference ?? id
    self.contact = contact
    self.due = due
  }
}
