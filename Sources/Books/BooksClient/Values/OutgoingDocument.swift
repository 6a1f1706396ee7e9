public import Days
public import FreeAgentAPI
public import Money

/// A document that goes out to a contact, of any kind, as it is at a moment.
public struct OutgoingDocument: Sendable, Hashable, Codable {
  /// What kind of document it is.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// A customer owes.
    case invoice
    /// A customer is owed.
    case creditNote = "credit-note"
    /// What something would cost.
    case estimate
  }

  /// What kind of document it is.
  public let kind: Kind
  /// The last part of its address.
  public let id: String
  /// Its number, as people know it.
  public let reference: String
  /// Whose it is; nil if the service does not say.
  public let contact: String?
  /// What that contact is known by.
  public let contactID: BookID<FreeAgent.Contact>?
  /// The day that the document bears; nil if the service does not say.
  public let day: Day?
  /// What it comes to; nil if the service does not say.
  public let total: Money?
  /// How far it has come, in the service’s word.
  public let status: String
  /// Whether it bills expenses, whose receipts can go along.
  public let billsExpenses: Bool
  /// A digest of all that it says, its lines and texts included; nil if it was read in a list, which has no
  /// lines, and in what was recorded by earlier versions.
  public internal(set) var contents: String?

  /// Whether it was never sent.
  public var isDraft: Bool { status == FreeAgent.InvoiceStatus.draft.rawValue }

  /// Whether documents of this status are usually e-mailed, so that nobody need be asked whether this one
  /// should be.
  public var isUsuallySent: Bool { ["Draft", "Open", "Overdue", "Sent"].contains(status) }

  /// Whether it says by now what it said when it was shown.
  ///
  /// Of one without ``contents`` only the rest is compared.
  func isUnchanged(in now: OutgoingDocument) -> Bool {
    var now = now
    if contents == nil { now.contents = nil }
    return self == now
  }
}

extension OutgoingDocument {
  /// Reads what every kind of document has; nil if it has no address or no status.
  init?<Record: FreeAgent.Document>(_ record: Record, _ kind: Kind) {
    guard let id = record[FreeAgent.Field<FreeAgent.Link<Record>>("url")]?.id?.description,
      let status = record[FreeAgent.Field<String>("status")]
    else { return nil }
    let currency = record[FreeAgent.Field<String>("currency")].flatMap { Currency(code: $0) }
    self.kind = kind
    self.id = id
    reference = record[FreeAgent.Field<String>("reference")] ?? id
    contact = record[FreeAgent.Field<String>("contact_name")]
    contactID = BookID(record[FreeAgent.Field<FreeAgent.Link<FreeAgent.Contact>>("contact")])
    day = record[FreeAgent.Field<Day>("dated_on")]
    total = record[FreeAgent.Field<ExactDecimal>("total_value")]?.money(in: currency ?? .gbp)
    self.status = status
    let items = (record as? FreeAgent.Invoice)?.invoiceItems ?? []
    billsExpenses = items.contains { $0.itemType == .expenses }
  }

  /// Reads a document that was answered by itself, with its lines; nil if it has no address or no status.
  init?<Record: FreeAgent.Document>(whole record: Record, _ kind: Kind) {
    self.init(record, kind)
    contents = DocumentDigest(of: record).text
  }
}

extension OutgoingDocument.Kind {
  /// The record of the API.
  var record: any FreeAgent.Document.Type {
    switch self {
    case .invoice: FreeAgent.Invoice.self
    case .creditNote: FreeAgent.CreditNote.self
    case .estimate: FreeAgent.Estimate.self
    }
  }
}
