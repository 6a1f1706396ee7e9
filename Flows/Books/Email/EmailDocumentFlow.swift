import BooksClient
import Flowline

/// E-mails a document that is chosen: an invoice, a credit note or an estimate.
struct EmailDocumentFlow: BooksFlow {
  static let texts = TextCatalog(PackageResources.Email_xcstrings)
  let id: FlowID = "email-document"
  let access: BooksAccess

  func words(for email: SentEmail) -> Text? { email.words }

  func run(_ context: FlowContext) async throws -> SentEmail {
    let books = context.at(access)
    while true {
      let kind = try await context.choose(
        "kind", from: OutgoingDocument.Kind.allCases.map { Option($0) }, default: "invoice")
      let document = try await books.element("document", reading: "documents") {
        try await $0.documents(kind, page: $1)
      } shown: {
        (key: "\($0.kind.rawValue)-\($0.id)", label: $0.name, detail: $0.detail)
      }
      guard let document else {
        try await context.show("none", texts("none.\(kind.rawValue)"))
        continue
      }
      return try await context.run(
        EmailFlow(access: access, kind: document.kind, document: document.id))
    }
  }
}

extension OutgoingDocument {
  /// Its number, whose it is and what it comes to.
  var name: Text {
    let texts = EmailDocumentFlow.texts
    let parts = [contact.map { Text(verbatim: $0) }, total.map { Text($0) }]
    return parts.compactMap(\.self).reduce(Text(verbatim: reference)) {
      texts("document.joined", .text($0), .text($1))
    }
  }

  /// How far it has come, and its day.
  var detail: Text {
    guard let day else { return statusText }
    return EmailDocumentFlow.texts("document.joined", .text(statusText), .calendarDay(day))
  }

  /// How far it has come.
  var statusText: Text {
    let word = status.lowercased().map { $0 == " " ? "-" : String($0) }.joined()
    return EmailDocumentFlow.texts["status.\(word)"] ?? Text(verbatim: status)
  }
}

/// An e-mail that was sent.
struct SentEmail: Codable, Sendable {
  /// What was sent, such as `invoice`.
  let kind: OutgoingDocument.Kind
  /// Its number.
  let reference: String
  /// Who sent it.
  let from: String
  /// Who got it.
  let to: String
  /// Whether it was a draft before.
  let wasDraft: Bool

  /// What is said of it.
  var words: Text {
    EmailDocumentFlow.texts(wasDraft ? "result.draft" : "result", .string(to))
  }
}
