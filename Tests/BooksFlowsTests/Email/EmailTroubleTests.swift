import BooksClient
import EmbeddedBooks
import FlowTestSupport
import Flowline
import FreeAgentAPI
import Testing

@testable import BooksFlows

/// What can go badly when a document is e-mailed.
struct EmailTroubleTests {
  private func atField(
    _ field: String, of invoice: String = "6"
  ) throws -> (world: BooksWorld, service: ServiceBetween) {
    let (world, service) = try BooksWorld.withService()
    try world.walk("email-document", "invoice", .text("invoice-\(invoice)"))
    try world.enter(until: field)
    return (world, service)
  }

  @Test(arguments: [
    "", "nobody", "a@b", "a@b.example,, ", "two words@b.example", "<a@b.example", "a@.example",
    "a@b..example", "a@b.example\r\nBcc: c@d.example", "a@b.example\u{2028}x", "a,b@c.example",
    "A <a@b.example>C <c@d.example>",
  ])
  func `an address that is none is refused, and so is another line of the head`(
    text: String
  ) throws {
    let (world, _) = try atField("/to", of: "4")
    _ = try world.refusal(of: .json(.string(text)))
    try world.expectOrder()
  }

  @Test(arguments: [
    "a@b.example", "a@b.example, c@d.example", "Zoë <z@ü.example>",
    "\"Doe, J\" <j@d.example>, K <k@d.example>",
  ])
  func `addresses as people write them are sent as they are`(text: String) throws {
    let (world, _) = try atField("/to", of: "4")
    world.answer(.text(text))
    try world.enter(until: "review")
    world.answer("send")
    #expect(try world.books.outbox().map(\.recipient) == [text])
    try world.expectOrder()
  }

  @Test(arguments: [
    ("a@b.example; c@d.example", "a@b.example, c@d.example"),
    ("A <a@b.example>\nC <c@d.example>\n", "A <a@b.example>,C <c@d.example>"),
    ("a@b.example, c@d.example, ", "a@b.example, c@d.example"),
    ("\u{202A}a@b.example\u{202C}", "a@b.example"),
    (
      "Doe, Ada <a@b.example>; Roe, Cy <c@d.example>",
      "\"Doe, Ada\" <a@b.example>, \"Roe, Cy\" <c@d.example>"
    ),
  ])
  func `addresses as they are pasted are shown and sent with commas between them`(
    pasted: String, sent: String
  ) throws {
    let (world, _) = try atField("/to", of: "4")
    world.answer(.json(.string(pasted)))
    try world.enter(until: "review")
    #expect(world.page.contains("To | \(sent)"), "\(world.page)")
    world.answer("send")
    #expect(try world.books.outbox().map(\.recipient) == [sent])
    try world.expectOrder()
  }

  @Test func `a refusal names the one of several that is no address`() throws {
    let (world, _) = try atField("/to", of: "4")
    let refusal = try world.refusal(of: "a@b.example; nobody")
    #expect(refusal.code == "not-an-address" && refusal.range == 13..<19)
    #expect(words(of: refusal, in: world).hasPrefix("“nobody” is not an e-mail address."))
    try world.expectOrder()
  }

  @Test func `a refusal says that a name with a comma needs quotes`() throws {
    let (world, _) = try atField("/to", of: "4")
    let refusal = try world.refusal(of: "Doe, Ada <a@b.example>")
    #expect(refusal.code == "not-an-address" && refusal.range == 0..<3)
    #expect(words(of: refusal, in: world).contains("put quotation marks around the whole name"))
    try world.expectOrder()
  }

  @Test func `a contact without an address must be given one`() throws {
    let (world, _) = try atField("/to", of: "4")
    #expect(world.controller.prompt?.defaultAnswer == nil)
    #expect(try world.refusal(of: "").code == .empty)
    try world.expectOrder()
  }

  @Test(arguments: ["Paid?\r\nBcc: c@d.example", "Paid?\nx", "a\u{2029}b", "a\u{0}b"])
  func `a subject of several lines is refused`(text: String) throws {
    let (world, _) = try atField("subject")
    _ = try world.refusal(of: .json(.string(text)))
    try world.expectOrder()
  }

  private func words(of refusal: Refusal, in world: BooksWorld) -> String {
    refusal.message.resolved(in: world.environment).text
  }

  @Test func `a tag that was not filled in is asked about`() throws {
    let (world, service) = try BooksWorld.withService()
    service.change { answer in
      guard var template = answer as? FreeAgent.EmailTemplate else { return answer }
      template.subject = "For [contact_name]"
      template.body = FreeAgent.EmailTemplateBody { $0.text = "Write to [contact_email]. [1]" }
      return template
    }
    try world.walk("email-document", "invoice", "invoice-6")
    try world.enter(until: "subject")
    let subject = try world.refusal(of: "")
    #expect(subject.isWarning && words(of: subject, in: world).contains("[contact_name]"))
    world.insist("")
    let body = try world.refusal(of: "")
    #expect(body.isWarning && words(of: body, in: world).contains("[contact_email]"))
    #expect(!words(of: body, in: world).contains("[1]"))
    world.answer("Without tags.")
    try world.enter(until: "review")
    try world.expectOrder()
  }

  @Test func `a text of spaces is asked about, as one that is empty`() throws {
    let (world, _) = try atField("body")
    #expect(try world.refusal(of: .json(.string("  \n "))).isWarning)
    world.insist(.json(.string("  \n ")))
    try world.enter(until: "review")
    #expect(world.page.contains("The e-mail has no text."))
    world.answer("send")
    #expect(try world.books.outbox().map(\.body) == [""])
    try world.expectOrder()
  }

  @Test func `a file that cannot be loaded is reported, and sending stays possible`() throws {
    let (world, service) = try BooksWorld.withService()
    service.fail("/pdf", .refused(FreeAgent.Failure(status: 502, snippet: "<html>")))
    try world.walk("email-document", "invoice", "invoice-6")
    try world.enter(until: "review")
    #expect(
      world.page.last == "The PDF file could not be loaded. It is attached all the same.")
    world.answer("send")
    #expect(try world.books.outbox().count == 1)
    try world.expectOrder()
  }

  /// Keeps nothing, as a store of somebody’s own may.
  private struct NoFiles: KeptFiles {
    func keep(_ bytes: [UInt8], as digest: FileDigest) throws(StoreFailure) {
      throw StoreFailure(.keepsNoFiles, at: "the store", "it keeps no files")
    }

    func bytes(of digest: FileDigest) -> [UInt8]? { nil }
  }

  @Test func `where no files can be kept, sending stays possible`() throws {
    let world = try BooksWorld()
    try world.start("email-document", keepingFiles: NoFiles())
    world.answer("invoice", "invoice-6")
    try world.enter(until: "review")
    #expect(world.page.last?.hasPrefix("The PDF file could not be loaded.") == true)
    world.answer("send")
    #expect(try world.books.outbox().count == 1)
  }

  // MARK: - Each kind of document

  @Test(arguments: EmailedKind.all)
  func `a refusal of the service is told, and the answers are asked for again`(
    emailed: EmailedKind
  ) throws {
    let (world, service, _) = try emailed.atReview()
    service.fail(
      "/send_email",
      .refused(
        FreeAgent.Failure(
          status: 422, messages: [FreeAgent.Message("From is not a registered e-mail address")])))
    world.answer("send")
    #expect(world.page == ["From is not a registered e-mail address"])
    world.answer("")
    try world.enter(until: "review")
    world.answer("send")
    #expect(try world.books.outbox().map(\.subject) == [emailed.subject])
    try world.expectOrder()
  }

  @Test(arguments: EmailedKind.all, [403, 429])
  func `what was not sent can be sent again, or left`(emailed: EmailedKind, status: Int) throws {
    let (world, service, _) = try emailed.atReview()
    let problem = FreeAgent.CallProblem.refused(FreeAgent.Failure(status: status))
    service.fail("/send_email", problem, problem)
    world.answer("send")
    #expect(world.step.hasSuffix("not-done"))
    world.answer("again")
    #expect(world.step.hasSuffix("not-done"))
    world.answer("again")
    #expect(world.output != nil)
    #expect(try world.books.outbox().map(\.subject) == [emailed.subject])
    try world.expectOrder()
  }

  @Test(arguments: EmailedKind.all)
  func `a document that is gone ends it, and nothing was sent`(emailed: EmailedKind) async throws {
    let (world, _, id) = try emailed.atReview()
    try await world.delete(id, emailed.kind)
    world.answer("send")
    #expect(world.step.hasSuffix("gone"))
    world.answer("")
    #expect(world.cancelReason == .declined)
    #expect(try world.books.outbox().isEmpty)
    try world.expectOrder()
  }

  @Test func `two sessions that send the same draft send it once`() throws {
    let (world, _) = try atField("review")
    let other = SessionWalk(world.catalog, in: world.environment, settling: true)
    // The first session of each has the same id, and so the same keys.
    try other.start("explain")
    other.controller.terminate()
    try other.walk("email-document", "invoice", "invoice-6")
    for _ in 0..<8 where !other.step.hasSuffix("review") { other.answer("") }
    other.answer("send")
    world.answer("send")
    #expect(world.step.hasSuffix("changed"))
    #expect(try world.books.outbox().count == 1)
    try world.expectOrder()
  }

  @Test(arguments: [(SampleCompany.assistant, "from"), (SampleCompany.employee, "not-loaded")])
  func `documents take the level for invoices`(
    user: FreeAgent.Identifier<FreeAgent.User>, step: String
  ) throws {
    let world = try CompanyService(as: user).world()
    try world.walk("email-document", "invoice")
    guard step == "from" else {
      #expect(world.step.hasSuffix(step))
      #expect(world.page.first == "You are not allowed to do this")
      return
    }
    world.answer("invoice-6")
    #expect(world.controller.prompt?.defaultAnswer == "chloe@thornbury.example")
    try world.expectOrder()
  }

  @Test func `it is told in Russian`() throws {
    let world = try BooksWorld(locale: "ru_RU")
    try world.walk("email-document", "invoice", "invoice-6")
    try world.enter(until: "review")
    #expect(world.question == "Отправить это письмо?")
    #expect(world.page.first == "От кого | Ada Thornbury <ada@thornbury.example>")
    world.answer("send")
    try world.expectOrder()
  }
}
