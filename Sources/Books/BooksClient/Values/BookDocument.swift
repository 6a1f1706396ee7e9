public import Money

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
  /// Its number, as people know it.
  public let reference: String
  /// Whose it is; nil if the service does not say.
  ///
  /// Journals of earlier versions have an empty name then.
  public let contact: String?
  /// How much of it is not paid yet.
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
