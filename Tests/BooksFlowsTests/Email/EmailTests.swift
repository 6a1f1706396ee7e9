import BooksClient
import EmbeddedBooks
import FlowTestSupport
import Flowline
import FreeAgentAPI
import ServiceBasics
import Testing

@testable import BooksFlows

/// E-mailing a document, from the list to the outbox.
struct EmailTests {
  @Test func `a draft is sent as it was shown, and is open then`() async throws {
    let world = try BooksWorld()
    try world.walk("email-document")
    #expect(
      world.choices == [
        "invoice | Invoice", "credit-note | Credit note", "estimate | Estimate",
      ])
    world.answer("")
    #expect(
      world.choices.prefix(2) == [
        "invoice-6 | 006 · Harbour Coffee Roasters · £480.00 | Draft · Wed, 18 Nov 2026",
        "invoice-7 | 007 · Brightwater Studios Ltd · £2,016.00 | Draft · Thu, 19 Nov 2026",
      ])
    world.answer("invoice-6")
    try world.enter(until: "review")
    #expect(
      world.page == [
        "From | Ada Thornbury <ada@thornbury.example>", "To | invoices@harbourcoffee.example",
        "Copy to | Ada Thornbury <ada@thornbury.example>",
        "Subject | Invoice 006 from Thornbury Design Ltd", "Text", "Hello,", "",
        "Here is invoice 006.", "", "Kind regards,", "Thornbury Design Ltd", "Files",
        "The document as a PDF file | Invoice 006.pdf (1\u{A0}kB)",
      ])
    #expect(try world.books.outbox().isEmpty)
    world.answer("")
    #expect(world.output?["to"] == "invoices@harbourcoffee.example")
    #expect(world.output?["wasDraft"] == true)
    let email = try #require(try world.books.outbox().first)
    #expect(email.document == "/v2/invoices/6")
    #expect(email.sender == "Ada Thornbury <ada@thornbury.example>")
    #expect(email.recipient == "invoices@harbourcoffee.example")
    #expect(email.subject == "Invoice 006 from Thornbury Design Ltd")
    #expect(
      email.body == "Hello,\n\nHere is invoice 006.\n\nKind regards,\nThornbury Design Ltd")
    #expect(email.copiesSender)
    #expect(email.fileNames == ["Invoice 006.pdf"])
    let invoice = try await world.ask(FreeAgent.Get<FreeAgent.Invoice>(FreeAgent.Identifier(6)))
    #expect(invoice.status == .open)
    try world.expectOrder()
  }

  /// What is attached can be looked at first.
  @Test func `the document's file is shown as it is sent, and a file that goes along`() async throws
  {
    let world = try BooksWorld()
    try world.walk("email-document", "", "invoice-6")
    try world.enter(until: "file-1")
    let price = FileContents(Array("price list".utf8), named: "prices.txt")
    world.answer(.file(try world.controller.waitToKeep(price)))
    try world.enter(until: "review")
    let files = try #require(world.controller.prompt?.files)
    #expect(files.map(\.name) == ["Invoice 006.pdf", "prices.txt"])
    let shown = try files.map { try world.controller.waitForContents(ofShown: $0.digest)?.bytes }
    let request = FreeAgent.GetPDF<FreeAgent.Invoice>(FreeAgent.Identifier(6))
    let pdf = try await world.ask(request)
    #expect(shown == [Array(pdf), price.bytes])
    #expect(files[0].type == .pdf)
  }

  /// One implementation for all kinds.
  @Test(arguments: [
    (OutgoingDocument.Kind.invoice, "/v2/invoices/", "Invoice 006"),
    (.creditNote, "/v2/credit_notes/", "Credit note 002"),
    (.estimate, "/v2/estimates/", "Estimate E-002"),
  ])
  func `each kind of document is sent, drafts first`(
    kind: OutgoingDocument.Kind, address: String, name: String
  ) throws {
    let world = try BooksWorld()
    try world.walk("email-document", .text(kind.rawValue))
    let draft = try #require(world.controller.prompt?.kind.choices.first)
    #expect(draft.detail?.text.hasPrefix("Draft") == true)
    world.answer("")
    try world.enter(until: "review")
    world.answer("send")
    let email = try #require(try world.books.outbox().first)
    #expect(email.document == address + (draft.key.split(separator: "-").last ?? ""))
    #expect(email.subject == "\(name) from Thornbury Design Ltd")
    #expect(email.fileNames == ["\(name).pdf"])
    #expect(world.output?["kind"] == .string(kind.rawValue))
    try world.expectOrder()
  }

  @Test func `a number is that of a row, and not that of a document`() throws {
    let world = try BooksWorld()
    try world.walk("email-document", "invoice")
    let fourth = try #require(world.controller.prompt?.kind.choices.dropFirst(3).first)
    #expect(fourth.label.text.hasPrefix("005"))
    world.answer("4")
    #expect(world.trail.contains("E-mail"))
    #expect(world.controller.journal.text.contains("answer document \"\(fourth.key)\""))
    try world.expectOrder()
  }

  @Test func `what is changed after the preview is shown again, and that is sent`() throws {
    let world = try BooksWorld()
    try world.walk("email-document", "invoice", "invoice-6")
    try world.enter(until: "review")
    world.answer("change", "2", "boss@example.org, \"Doe, J\" <j@example.org>", "Your labels", "")
    world.answer("n", "")
    #expect(world.page.contains("Subject | Your labels"))
    #expect(!world.page.contains { $0.hasPrefix("Copy to") })
    world.answer("send")
    let emails = try world.books.outbox()
    #expect(emails.count == 1)
    #expect(emails.first?.sender == "Ben Carter <ben@thornbury.example>")
    #expect(emails.first?.recipient == "boss@example.org, \"Doe, J\" <j@example.org>")
    #expect(emails.first?.subject == "Your labels")
    #expect(emails.first?.copiesSender == false)
    try world.expectOrder()
  }

  @Test func `files go along, and are kept when the text is changed`() async throws {
    let world = try BooksWorld()
    try world.walk("email-document", "invoice", "invoice-6")
    try world.enter(until: "file-1")
    let terms = FileContents(Array("%PDF-1.4 terms".utf8), named: "terms.pdf")
    world.answer(.file(try await world.controller.keep(terms)))
    #expect(world.step.hasSuffix("file-2"))
    world.answer("")
    #expect(world.page.contains("terms.pdf | 14\u{A0}bytes"))
    world.answer("change", "", "", "Once more")
    try world.enter(until: "keep-files")
    #expect(world.page == ["terms.pdf | 14\u{A0}bytes"])
    world.answer("", "")
    #expect(world.page.contains("terms.pdf | 14\u{A0}bytes"))
    world.answer("send")
    let email = try #require(try world.books.outbox().first)
    #expect(email.fileNames == ["Invoice 006.pdf", "terms.pdf"])
    #expect(email.subject == "Once more")
    try world.expectOrder()
  }

  @Test func `a file above 5 MB is refused before anything is sent`() async throws {
    let world = try BooksWorld()
    try world.walk("email-document", "invoice", "invoice-6")
    try world.enter(until: "file-1")
    let large = FileContents([UInt8](repeating: 65, count: 5_242_881), named: "film.txt")
    #expect(
      try world.refusal(of: .file(try await world.controller.keep(large))).code == .fileTooBig)
    let fitting = FileContents([UInt8](repeating: 65, count: 5_242_880), named: "book.txt")
    world.answer(.file(try await world.controller.keep(fitting)), "")
    world.answer("send")
    #expect(try world.books.outbox().first?.fileNames.last == "book.txt")
    try world.expectOrder()
  }

  @Test func `the receipts of billed expenses are offered only with such an invoice`() throws {
    for (invoice, isOffered) in [("7", true), ("6", false)] {
      let world = try BooksWorld()
      try world.walk("email-document", "invoice", .text("invoice-\(invoice)"))
      try world.enter(until: "copy")
      world.answer("")
      #expect(world.step.hasSuffix(isOffered ? "receipts" : "file-1"))
      try world.expectOrder()
    }
  }

  @Test func `the review leads to the answers that it shows, and to each file`() async throws {
    let world = try BooksWorld()
    func attach(_ name: String) async throws {
      let file = FileContents(Array("%PDF-1.4 \(name)".utf8), named: name)
      world.answer(.file(try await world.controller.keep(file)))
    }
    func steps() throws -> [String] {
      let prompt = try #require(world.controller.prompt)
      let answers = world.controller.legalInputs.changeable(shownBy: prompt)
      return prompt.page.flatMap(\.rows).compactMap { answers[$0]?.path.id?.rawValue }
    }
    try world.walk("email-document", "invoice", "invoice-7")
    try world.enter(until: "file-1")
    try await attach("terms.pdf")
    try world.enter(until: "review")
    #expect(try steps() == ["from", "to", "copy", "subject", "body", "receipts", "file-1"])
    world.answer("change")
    try world.enter(until: "file-2")
    try await attach("prices.pdf")
    try world.enter(until: "review")
    #expect(
      try steps() == ["from", "to", "copy", "subject", "body", "receipts", "file-1", "file-2"])
    try world.expectOrder()
  }

  @Test func `leaving with a text of one’s own asks once`() throws {
    let world = try BooksWorld()
    try world.walk("email-document", "invoice", "invoice-6")
    try world.enter(until: "subject")
    world.answer("My own words")
    try world.enter(until: "review")
    world.answer("leave")
    #expect(world.step.hasSuffix("discard"))
    world.answer("n")
    #expect(world.step.hasSuffix("review"))
    world.answer("leave", "y")
    #expect(world.cancelReason == .declined)
    #expect(try world.books.outbox().isEmpty)
    try world.expectOrder()
  }

  @Test(arguments: [("/from", "2"), ("/to", "boss@example.org"), ("/copy", "n")])
  func `leaving with another sender, recipient or copy asks, too`(
    field: String, answer: String
  ) throws {
    let world = try BooksWorld()
    try world.walk("email-document", "invoice", "invoice-6")
    try world.enter(until: field)
    world.answer(.text(answer))
    try world.enter(until: "review")
    world.answer("leave")
    #expect(world.step.hasSuffix("discard"))
    #expect(world.question.hasPrefix("Your changes are lost"))
    try world.expectOrder()
  }

  @Test func `leaving what the template wrote asks nothing`() throws {
    let world = try BooksWorld()
    try world.walk("email-document", "invoice", "invoice-6")
    try world.enter(until: "review")
    world.answer("leave")
    #expect(world.cancelReason == .declined)
    try world.expectOrder()
  }

  @Test(arguments: [
    ("8", "To be e-mailed on its date"), ("9", "Nothing to pay"), ("10", "Written off"),
    ("1", "Paid"),
  ])
  func `a document that is seldom e-mailed is asked about first`(
    invoice: String, status: String
  ) throws {
    let world = try BooksWorld()
    try world.walk("email-document", "invoice", .text("invoice-\(invoice)"))
    #expect(world.step.hasSuffix("unusual"))
    #expect(world.question.contains("“\(status)”"))
    world.answer("n")
    #expect(world.cancelReason == .declined)
    #expect(try world.books.outbox().isEmpty)
    try world.expectOrder()
  }

  @Test func `an e-mail without a text says so, and the review leads to it`() throws {
    let (world, service) = try BooksWorld.withService()
    service.fail("/email_template", FreeAgent.CallProblem.noAnswer("the connection was cut"))
    try world.walk("email-document", "invoice", "invoice-6")
    try world.enter(until: "body")
    world.insist("")
    try world.enter(until: "review")
    #expect(world.page.contains("The e-mail has no text."))
    let prompt = try #require(world.controller.prompt)
    let answers = world.controller.legalInputs.changeable(shownBy: prompt)
    let row = try #require(
      prompt.page.flatMap(\.rows).first { $0.label.text == "The e-mail has no text." })
    #expect(answers[row]?.path.id == "body")
    try world.expectOrder()
  }
}
