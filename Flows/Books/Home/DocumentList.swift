import BooksClient
import FreeAgentAPI

/// A list of documents: all of a kind, or the invoices of one status.
///
/// The words are in journals.
enum DocumentList: String, CaseIterable, Hashable, Codable, Sendable {
  case invoices = "invoice"
  case drafts = "invoice-draft"
  case open = "invoice-open"
  case overdue = "invoice-overdue"
  case paid = "invoice-paid"
  case creditNotes = "credit-note"
  case estimates = "estimate"

  /// What kind of document is in it.
  var kind: OutgoingDocument.Kind {
    switch self {
    case .invoices, .drafts, .open, .overdue, .paid: .invoice
    case .creditNotes: .creditNote
    case .estimates: .estimate
    }
  }

  /// What the service narrows the invoices to; nil for all of a kind.
  private var view: FreeAgent.InvoiceView? {
    switch self {
    case .invoices, .creditNotes, .estimates: nil
    case .drafts: .draft
    case .open: .open
    case .overdue: .overdue
    case .paid: .paid
    }
  }

  /// Whether it may be empty although there are documents of its kind.
  var isNarrowed: Bool { view != nil }

  /// Reads a page of it, from 1.
  ///
  /// - Throws: a `BooksError`.
  func page(_ number: Int, from keeper: Bookkeeper) async throws -> BookPage<OutgoingDocument> {
    if let view { return try await keeper.invoices(view, page: number) }
    return try await keeper.documents(kind, page: number)
  }
}
