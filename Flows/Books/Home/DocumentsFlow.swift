import BooksClient
import Flowline

/// The invoices, all or those of one status, the credit notes and the estimates, and as many of them in detail
/// as one likes.
///
/// It results in how many were looked at.
struct DocumentsFlow: BooksFlow {
  static let texts = HomeFlow.texts
  let id: FlowID = "documents"
  let access: BooksAccess
  /// Where its lists were left.
  let places: ListPlaces

  func run(_ context: FlowContext) async throws -> Int {
    let books = context.at(access)
    var visits = 0
    while true {
      let lists = DocumentList.allCases.map { Option($0.rawValue, Optional($0)) }
      let screen = ChoiceScreen("kind", options: lists + [Option("done", nil)], default: "invoice")
      guard let list = try await context.run(screen.asMenu()) else { return visits }
      var place = places[.documents(list)]
      defer { places[.documents(list)] = place }
      let kind = list.kind
      try await books.browse(
        "document", reading: "list", at: &place,
        asking: { _ in texts("document.question.\(kind.rawValue)") },
        orShowing: list.isNarrowed ? ReviewScreen("no-such-invoices") : nil
      ) {
        try await list.page($1, from: $0)
      } shown: {
        (key: "\(kind.rawValue)-\($0.id)", label: $0.name, detail: $0.detail)
      } visiting: {
        DocumentFlow(access: access, kind: kind, document: $0.id)
      }
      visits += place.visits
    }
  }
}

/// One document: how far it has come, and what is done with it.
///
/// It results in the document as it stood last.
struct DocumentFlow: BooksFlow {
  static let texts = HomeFlow.texts
  let id: FlowID = "about-document"
  let access: BooksAccess
  let kind: OutgoingDocument.Kind
  let document: String

  func run(_ context: FlowContext) async throws -> OutgoingDocument {
    let books = context.at(access)
    while true {
      let document = try await books.read("document") { [kind, document] in
        try await $0.document(kind, document)
      }
      switch try await context.run(menu(document)) {
      case .email:
        _ = try await context.visit(
          EmailFlow(access: access, kind: document.kind, document: document.id))
      case .sent:
        _ = try await books.order("mark-as-sent", of: document, isBooked: false) {
          try await $0.markAsSent($1)
        }
      case .pdf:
        _ = try await context.visit(DocumentFileFlow(access: access, document: document))
      case .done: return document
      }
    }
  }

  private enum Choice: String, Encodable, Sendable {
    case email, sent, pdf, done
  }

  private func menu(_ document: OutgoingDocument) -> some Screen<Choice> {
    var options: [Option<Choice>] = [Option(.email), Option(.pdf), Option(.done)]
    if document.isDraft { options.insert(Option(.sent), at: 1) }
    return ChoiceScreen(
      "action", options: options, default: document.isDraft ? "email" : "done"
    ).page {
      Row("reference", document.reference)
      if let contact = document.contact { Row("contact", contact) }
      if let day = document.day { Row("day", day) }
      if let total = document.total { Row("total", total) }
      Row("status", document.statusText)
    }.with([
      "document": EmailDocumentFlow.texts("form.\(document.kind.rawValue)", document.reference)
    ]).asMenu()
  }
}
