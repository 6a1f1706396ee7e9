import BooksClient
import FlowTestSupport
import Flowline
import FreeAgentAPI
import Testing

/// A kind of document that is e-mailed, with what the sample has of it: the same tests run for each.
struct EmailedKind: Sendable, CustomTestStringConvertible {
  let kind: OutgoingDocument.Kind
  /// The number of a draft.
  let draft: String
  /// What the draft is called in the subject of an e-mail.
  let name: String
  /// Who gets the draft if nothing else is said.
  let recipient: String
  /// The number of one that was sent before.
  let sent: String
  /// How far that has come.
  let sentStatus: String
  /// The member that its lines are.
  let lines: String

  static let invoice = EmailedKind(
    kind: .invoice, draft: "006", name: "Invoice 006",
    recipient: "invoices@harbourcoffee.example", sent: "003", sentStatus: "Open",
    lines: "invoice_items")
  static let creditNote = EmailedKind(
    kind: .creditNote, draft: "002", name: "Credit note 002",
    recipient: "reception@northgate.example", sent: "001", sentStatus: "Open",
    lines: "credit_note_items")
  static let estimate = EmailedKind(
    kind: .estimate, draft: "E-002", name: "Estimate E-002",
    recipient: "compta@lumiere.example", sent: "E-001", sentStatus: "Sent",
    lines: "estimate_items")

  static let all = [invoice, creditNote, estimate]

  var testDescription: String { kind.rawValue }

  /// What an e-mail of the draft begins as.
  var subject: String { "\(name) from Thornbury Design Ltd" }

  /// A world at the preview of the draft, and the last part of the draft’s address.
  func atReview() throws -> (world: BooksWorld, service: ServiceBetween, id: String) {
    let (world, service) = try BooksWorld.withService()
    let id = try world.walk(to: draft, of: self)
    try world.enter(until: "review")
    return (world, service, id)
  }
}

extension BooksWorld {
  /// Walks to the e-mail of a document, by its number.
  ///
  /// - Returns: the last part of the document's address.
  @discardableResult func walk(
    to number: String, of emailed: EmailedKind, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    try walk("email-document", .text(emailed.kind.rawValue), sourceLocation: sourceLocation)
    let choices = controller.prompt?.kind.choices ?? []
    let choice = try #require(
      choices.first { $0.label.text.hasPrefix("\(number) ") }, "\(choices.map(\.label.text))",
      sourceLocation: sourceLocation)
    answer(.text(choice.key), sourceLocation: sourceLocation)
    return String(choice.key.dropFirst(emailed.kind.rawValue.count + 1))
  }

  // MARK: - Beside the flow

  /// Says something else in the first line of a document, which comes to the same amount.
  ///
  /// - Parameter id: the last part of its address.
  func rewrite(_ id: String, of emailed: EmailedKind, as words: String) async throws {
    switch emailed.kind {
    case .invoice: try await rewrite(FreeAgent.Invoice.self, id, emailed.lines, words)
    case .creditNote: try await rewrite(FreeAgent.CreditNote.self, id, emailed.lines, words)
    case .estimate: try await rewrite(FreeAgent.Estimate.self, id, emailed.lines, words)
    }
  }

  /// Says that a draft was sent in another way.
  func markAsSent(_ id: String, _ kind: OutgoingDocument.Kind) async throws {
    func mark<Document: FreeAgent.Document>(_: Document.Type) async throws {
      let identifier = try #require(FreeAgent.Identifier<Document>(id))
      _ = try await ask(FreeAgent.ChangeStatus<Document>(identifier, .markAsSent))
    }
    switch kind {
    case .invoice: try await mark(FreeAgent.Invoice.self)
    case .creditNote: try await mark(FreeAgent.CreditNote.self)
    case .estimate: try await mark(FreeAgent.Estimate.self)
    }
  }

  /// Deletes a document.
  func delete(_ id: String, _ kind: OutgoingDocument.Kind) async throws {
    func remove<Document: FreeAgent.Document>(_: Document.Type) async throws {
      let identifier = try #require(FreeAgent.Identifier<Document>(id))
      _ = try await ask(FreeAgent.Delete<Document>(identifier))
    }
    switch kind {
    case .invoice: try await remove(FreeAgent.Invoice.self)
    case .creditNote: try await remove(FreeAgent.CreditNote.self)
    case .estimate: try await remove(FreeAgent.Estimate.self)
    }
  }

  private func rewrite<Document: FreeAgent.Document>(
    _: Document.Type, _ id: String, _ lines: String, _ words: String
  ) async throws {
    let identifier = try #require(FreeAgent.Identifier<Document>(id))
    let before = try await ask(FreeAgent.Get<Document>(identifier))
    let items = FreeAgent.Field<[FreeAgent.InvoiceItem]>(lines)
    // Lines of other documents have addresses of their own.
    let item = try #require(before[items]?.first?.url?.description.split(separator: "/").last)
    var changes = Document()
    changes[items] = [
      FreeAgent.InvoiceItem {
        $0.id = Int(item)
        $0.description = words
      }
    ]
    _ = try await ask(FreeAgent.Update<Document>(identifier, changes))
    let after = try await ask(FreeAgent.Get<Document>(identifier))
    let total = FreeAgent.Field<String>("total_value")
    #expect(after[items]?.first?.description == words)
    #expect(after[total] == before[total])
  }
}
