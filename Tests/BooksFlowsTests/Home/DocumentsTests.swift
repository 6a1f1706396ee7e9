import BooksClient
import EmbeddedBooks
import FlowTestSupport
import Flowline
import FreeAgentAPI
import Testing

@testable import BooksFlows

/// The lists of documents, and what is done with one of them.
struct DocumentsTests {
  /// How far each of the invoices that are listed has come.
  private func statuses(in world: BooksWorld) -> [String] {
    (world.controller.prompt?.kind.choices ?? []).compactMap { choice in
      let status = choice.detail?.text.split(separator: " · ").first.map(String.init)
      return choice.key.hasPrefix("invoice-") ? status : nil
    }
  }

  @Test(arguments: [
    ("draft", ["Draft"], "006"), ("open", ["Open"], "003"), ("overdue", ["Overdue"], "002"),
    // Paid is also what was paid back.
    ("paid", ["Paid", "Refunded"], "001"),
  ])
  func `invoices are listed by how far they have come`(
    view: String, allowed: [String], number: String
  ) throws {
    let world = try BooksWorld()
    try world.walk("books", "documents", .text("invoice-\(view)"))
    #expect(world.question == "Which invoice would you like to see?")
    let statuses = statuses(in: world)
    #expect(Set(statuses).isSubset(of: allowed), "\(statuses)")
    #expect(statuses.contains(allowed[0]))
    let choices = world.controller.prompt?.kind.choices ?? []
    let choice = try #require(choices.first { $0.label.text.hasPrefix("\(number) ") })
    world.answer(.text(choice.key))
    #expect(world.page.first == "Number | \(number)")
    #expect(world.page.last == "Status | \(allowed[0])")
    world.answer("done", "done")
    #expect(world.step == "books/documents/kind")
    try world.expectOrder()
  }

  @Test func `the kinds and the ways of invoices are offered in one menu`() throws {
    let world = try BooksWorld()
    try world.walk("books", "documents")
    #expect(
      world.options == [
        "invoice", "invoice-draft", "invoice-open", "invoice-overdue", "invoice-paid",
        "credit-note", "estimate", "done",
      ])
    // The shorter word is the list of all, and not the beginning of several.
    world.answer("invoice")
    #expect(Set(statuses(in: world)).count > 3)
    try world.expectOrder()
  }

  @Test func `a way on which no invoice is says so, and leads back`() throws {
    let (world, service) = try BooksWorld.withService()
    service.change { answer in
      answer is FreeAgent.Batch<FreeAgent.Invoice> ? FreeAgent.Batch<FreeAgent.Invoice>([]) : answer
    }
    try world.walk("books", "documents", "invoice-overdue")
    #expect(world.question == "There are no such invoices")
    world.answer("")
    #expect(world.step == "books/documents/kind")
    world.answer("invoice")
    #expect(world.question == "There is nothing here yet")
    try world.expectOrder()
  }

  // MARK: - The file

  @Test(arguments: EmailedKind.all)
  func `the file of a document is looked at without an e-mail`(emailed: EmailedKind) async throws {
    let world = try BooksWorld()
    try open(emailed, in: world)
    world.answer("pdf")
    #expect(world.step == "books/documents/about-document/document-file/document-pdf")
    let file = try #require(world.controller.prompt?.files.first)
    #expect(file.name == "\(emailed.name).pdf" && file.type == .pdf)
    #expect(world.page.count == 1)
    #expect(world.page.first?.hasPrefix("The document as a PDF file | \(file.name) (") == true)
    let shown = try world.controller.waitForContents(ofShown: file.digest)?.bytes
    let now = try await world.keeper.pdf(of: emailed.kind, id(of: world))
    #expect(shown == now)
    world.answer("")
    #expect(world.step == "books/documents/about-document/action")
    #expect(try world.books.outbox().isEmpty)
    try world.expectOrder()
  }

  @Test func `a file that cannot be loaded is tried again, or left for the document`() throws {
    let (world, service) = try BooksWorld.withService()
    try open(.invoice, in: world)
    let problem = FreeAgent.CallProblem.refused(FreeAgent.Failure(status: 502, snippet: "<html>"))
    service.fail("/pdf", problem, problem)
    world.answer("pdf")
    #expect(world.step.hasSuffix("not-loaded"))
    world.answer("leave")
    #expect(world.step == "books/documents/about-document/action")
    world.answer("pdf", "again")
    #expect(world.step.hasSuffix("document-pdf"))
    try world.expectOrder()
  }

  /// Leads to the draft of a kind.
  private func open(_ emailed: EmailedKind, in world: BooksWorld) throws {
    try world.walk("books", "documents", .text(emailed.kind.rawValue))
    let choices = world.controller.prompt?.kind.choices ?? []
    let choice = try #require(choices.first { $0.label.text.hasPrefix("\(emailed.draft) ") })
    world.answer(.text(choice.key))
    #expect(world.options == ["email", "sent", "pdf", "done"])
  }

  /// The last part of the address of the document that was chosen last.
  private func id(of world: BooksWorld) throws -> String {
    let keys = world.controller.journal.answers.compactMap(\.value.string)
    let key = try #require(keys.last { $0.contains("-") })
    return String(try #require(key.split(separator: "-").last))
  }
}
