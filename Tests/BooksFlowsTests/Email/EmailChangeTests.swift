import BooksClient
import EmbeddedBooks
import FlowTestSupport
import Flowline
import FoundationEssentials
import FreeAgentAPI
import ServiceBasics
import Synchronization
import Testing

@testable import BooksFlows

/// What is sent is what was shown: a document that says something else by then is shown anew.
struct EmailChangeTests {
  @Test(arguments: EmailedKind.all)
  func `a document that went out since the preview is shown again`(
    emailed: EmailedKind
  ) async throws {
    let (world, _, id) = try emailed.atReview()
    try await world.markAsSent(id, emailed.kind)
    world.answer("send")
    #expect(world.step.hasSuffix("changed"))
    #expect(world.question.contains("\(emailed.sentStatus). Nothing was sent."))
    #expect(try world.books.outbox().isEmpty)
    world.answer("")
    try world.enter(until: "review")
    world.answer("send")
    #expect(world.output?["wasDraft"] == false)
    try world.expectOrder()
  }

  @Test(arguments: EmailedKind.all)
  func `another text of a line, which comes to the same amount, is shown before it is sent`(
    emailed: EmailedKind
  ) async throws {
    let (world, _, id) = try emailed.atReview()
    func shown() throws -> KeptFile { try #require(world.controller.prompt?.files.first) }
    let before = try shown()
    try await world.rewrite(id, of: emailed, as: "Something else")
    world.answer("send")
    #expect(world.step.hasSuffix("changed"))
    #expect(world.question.contains("Draft. Nothing was sent."))
    #expect(try world.books.outbox().isEmpty)
    world.answer("")
    try world.enter(until: "review")
    #expect(try shown().digest != before.digest, "the file is that of the document as it is now")
    world.answer("send")
    #expect(try world.books.outbox().map(\.subject) == [emailed.subject])
    try world.expectOrder()
  }

  @Test func `what a document says is the same however often it is read`() async throws {
    let (world, _, id) = try EmailedKind.invoice.atReview()
    let first = try await world.keeper.document(.invoice, id)
    #expect(first.contents != nil)
    #expect(try await world.keeper.document(.invoice, id) == first)
    let page = try await world.keeper.documents(.invoice)
    let listed = try #require(page.elements.first { $0.id == id })
    #expect(listed.contents == nil, "a list has no lines")
    // What is e-mailed later by itself is no part of the document.
    let invoice = try #require(FreeAgent.Identifier<FreeAgent.Invoice>(id))
    _ = try await world.ask(
      FreeAgent.Update(invoice, FreeAgent.Invoice { $0.sendReminderEmails = true }))
    #expect(try await world.keeper.document(.invoice, id) == first)
    try world.expectOrder()
  }

  /// Journals of versions before know nothing of what the lines say.
  @Test func `a document that was recorded without its contents is compared without them`()
    async throws
  {
    let (world, _, id) = try EmailedKind.invoice.atReview()
    let now = try await world.keeper.document(.invoice, id)
    let text = try CanonicalJSON.text(now)
    let digest = try #require(now.contents)
    let old: OutgoingDocument = try CanonicalJSON.value(
      text.replacing("\"contents\":\"\(digest)\",", with: ""))
    #expect(old.contents == nil && old != now)
    let order = EmailOrder(
      key: "0d0c0de5-0000-4000-8000-000000000001", document: old,
      from: "Ada Thornbury <ada@thornbury.example>",
      to: "a@b.example", subject: "A", body: "B", copiesSender: false)
    #expect(try await world.keeper.email(order) == .sent)
    try world.expectOrder()
  }

  /// Notes when requests begin and when they are answered.
  private final class NotingService: FreeAgent.Service {
    let base: any FreeAgent.Service
    private let notes = Mutex<[String]>([])

    init(_ base: any FreeAgent.Service) { self.base = base }

    var root: FreeAgent.Root { base.root }

    func contents(at source: String) async throws -> Data { try await base.contents(at: source) }

    func answer<Request: FreeAgent.Endpoint>(
      _ request: Request
    ) async throws -> FreeAgent.Reply<Request.Answer> {
      note("begin \(Request.self)")
      let reply = try await base.answer(request)
      note("end \(Request.self)")
      return reply
    }

    func place(of text: String) -> Int? { notes.withLock { $0.firstIndex(of: text) } }

    private func note(_ text: String) { notes.withLock { $0.append(text) } }
  }

  /// Else a change between both would be sent, and would not be seen.
  @Test func `the file that is shown is read behind the document that is compared`() throws {
    let (world, service) = try BooksWorld.with { NotingService($0) }
    try world.walk(to: EmailedKind.invoice.draft, of: .invoice)
    let read = try #require(service.place(of: "end Get<Invoice>"))
    let file = try #require(service.place(of: "begin GetPDF<Invoice>"))
    #expect(read < file)
    try world.expectOrder()
  }
}
