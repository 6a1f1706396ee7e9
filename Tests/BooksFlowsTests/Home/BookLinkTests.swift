import BooksClient
import EmbeddedBooks
import FlowTestSupport
import Flowline
import FreeAgentAPI
import Testing

@testable import BooksFlows

/// Addresses of things in the books.
struct BookLinkTests {
  private static func link(
    _ text: String, at root: FreeAgent.Root = .production
  ) -> Result<BookLink, BookLink.Problem> {
    Result { () throws(BookLink.Problem) in try BookLink(text, at: root) }
  }

  @Test(arguments: [
    ("https://thornbury.freeagent.com/invoices/3", "thornbury", "invoice 3"),
    ("  https://Thornbury.FreeAgent.com/invoices/3/edit?x=1#top ", "thornbury", "invoice 3"),
    // As people type it; nothing is fetched from there.
    ("http://thornbury.freeagent.com/invoices/3", "thornbury", "invoice 3"),
    ("HTTP://api.freeagent.com/v2/invoices/3", nil, "invoice 3"),
    ("https://api.freeagent.com/v2/credit_notes/13", nil, "credit-note 13"),
    ("https://api.freeagent.com/v2/estimates/1", nil, "estimate 1"),
    ("https://thornbury.freeagent.com/bank_accounts/1/bank_transactions/31", "thornbury", "tx 31"),
    ("https://api.freeagent.com/v2/bank_accounts/2", nil, "account 2"),
    ("https://thornbury.freeagent.com/expenses", "thornbury", "expenses"),
    ("https://thornbury.freeagent.com/contacts/2", "thornbury", "contact 2"),
    ("https://thornbury.freeagent.com/payroll", "thornbury", "other"),
    ("https://thornbury.freeagent.com/invoices/", "thornbury", "other"),
    ("https://thornbury.freeagent.com/invoices/..%2f", "thornbury", "other"),
    ("https://thornbury.freeagent.com", "thornbury", "other"),
  ])
  func `lead where their paths say`(text: String, subdomain: String?, target: String) throws {
    let link = try Self.link(text).get()
    #expect(link.subdomain == subdomain)
    let words =
      switch link.target {
      case .document(let kind, let id): "\(kind.rawValue) \(id)"
      case .transaction(let id): "tx \(id.text)"
      case .account(let id): "account \(id.text)"
      case .contact(let id): "contact \(id.text)"
      case .expenses: "expenses"
      case .other: "other"
      }
    #expect(words == target)
  }

  @Test(arguments: [
    ("invoices/3", BookLink.Problem.notAnAddress), ("", .notAnAddress), ("https://", .notAnAddress),
    ("https://example.com/invoices/3", .elsewhere(host: "example.com")),
    ("https://app.freeagent.com/invoices/3", .noCompany(host: "app.freeagent.com")),
    ("https://www.freeagent.com/", .noCompany(host: "www.freeagent.com")),
    (
      "https://freeagent.com.evil.example/invoices/3",
      .elsewhere(host: "freeagent.com.evil.example")
    ),
    (
      "https://api.sandbox.freeagent.com/v2/invoices/3",
      .elsewhere(host: "api.sandbox.freeagent.com")
    ),
    (
      "https://thornbury.sandbox.freeagent.com/invoices/3",
      .elsewhere(host: "thornbury.sandbox.freeagent.com")
    ),
    ("https://sandbox.freeagent.com/login", .elsewhere(host: "sandbox.freeagent.com")),
  ])
  func `of other things are told apart`(text: String, problem: BookLink.Problem) {
    #expect(Self.link(text) == .failure(problem))
  }

  @Test func `of the service’s own sandbox name the company`() throws {
    let link = try Self.link("https://thornbury.sandbox.freeagent.com/invoices/3", at: .sandbox)
      .get()
    #expect(link.subdomain == "thornbury")
    #expect(link.target == .document(.invoice, id: "3"))
    #expect(
      Self.link("https://thornbury.freeagent.com/invoices/3", at: .sandbox)
        == .failure(.elsewhere(host: "thornbury.freeagent.com")))
  }

  @Test func `an address is asked for until it is one`() throws {
    let world = try BooksWorld()
    try world.walk("books-link")
    #expect(try world.refusal(of: "invoice 3").code == "no-address")
    #expect(try world.refusal(of: "https://example.com/invoices/3").code == "elsewhere")
    #expect(try world.refusal(of: "https://app.freeagent.com/invoices/3").code == "no-company")
    world.answer("https://thornbury.freeagent.com/invoices/3")
    #expect(world.step == "books-link/about-document/action")
    #expect(world.page.first == "Number | 003")
    world.answer("done")
    #expect(world.output == "invoice")
    try world.expectOrder()
  }

  @Test func `an address that a person opens is given to the flow, which begins with it`() throws {
    let world = try BooksWorld()
    let link = try #require(world.catalog.link(to: "https://thornbury.freeagent.com/invoices/3"))
    try world.start(link.flow, given: link.answers)
    #expect(world.step == "books-link/about-document/action")
    #expect(world.controller.unusedAnswers.isEmpty)
    world.answer("done")
    #expect(world.output == "invoice")
    // Of another service it is refused like a typed one, and asked for.
    let other = try #require(world.catalog.link(to: "https://example.com/invoices/3"))
    try world.start(other.flow, given: other.answers)
    #expect(world.step == "books-link/link")
    #expect(world.controller.prompt?.refused?.code == "elsewhere")
    try world.expectOrder()
  }

  @Test(arguments: [
    ("bank_transactions/31", "transaction/about", "transaction"),
    ("bank_accounts/2", "bank-account/work", "account"), ("expenses", "expenses/claim", "expenses"),
    // Of the account that is hidden.
    ("bank_accounts/4", "bank-account/work", "account"),
    ("contacts/1", "about-contact/contact-details", "contact"),
  ])
  func `leads to what it names`(path: String, step: String, result: JSONValue) throws {
    let world = try BooksWorld()
    try world.walk("books-link", .text("https://api.freeagent.com/v2/\(path)"))
    #expect(world.step == "books-link/\(step)")
    world.answer(world.options.isEmpty ? "" : "done")
    #expect(world.output == result)
    try world.expectOrder()
  }

  @Test(arguments: [
    (
      "en_GB",
      "This address belongs to another company: elsewhere. "
        + "You are logged in to Thornbury Design Ltd (thornbury)."
    ),
    (
      "ru_RU",
      "Этот адрес относится к другой компании: elsewhere. "
        + "Вы вошли в Thornbury Design Ltd (thornbury)."
    ),
  ])
  func `of another company is refused with both names, in a list as well`(
    locale: String, words: String
  ) throws {
    let world = try BooksWorld(locale: locale)
    let address: Answer = "https://elsewhere.freeagent.com/bank_transactions/31"
    try world.walk("books-link", address)
    #expect(world.step == "books-link/other-company")
    #expect(world.question.replacing("\u{A0}", with: " ") == words)
    world.answer("")
    #expect(world.cancelReason == .declined)
    try world.walk("explain", "current-account")
    let refusal = try world.refusal(of: address)
    #expect(refusal.code == "other-company")
    #expect(
      refusal.message.resolved(in: world.environment).text.replacing("\u{A0}", with: " ") == words)
    try world.expectOrder()
  }

  @Test(arguments: [
    (SampleCompany.employee, "invoices/3", "4 (Invoices, Estimates & Files)"),
    (SampleCompany.assistant, "bank_accounts/1", "6 (Banking)"),
  ])
  func `to what the level does not allow is refused with the level`(
    user: FreeAgent.Identifier<FreeAgent.User>, path: String, level: String
  ) throws {
    let world = try CompanyService(as: user).world()
    try world.walk("books-link", .text("https://thornbury.freeagent.com/\(path)"))
    #expect(world.step == "books-link/level-too-low")
    #expect(world.page.first == "Needed | \(level)")
    try world.expectOrder()
  }

  @Test(arguments: [
    ("invoices/999", "documents/kind"), ("bank_transactions/999", "banking/bank-account"),
    ("bank_accounts/999", "banking/bank-account"), ("contacts/999", "contacts/contact"),
  ])
  func `to what is gone says so, and shows the others`(path: String, step: String) throws {
    let world = try BooksWorld()
    try world.walk("books-link", .text("https://thornbury.freeagent.com/\(path)"))
    #expect(world.step == "books-link/no-place")
    #expect(world.question.hasPrefix("There is nothing to open at this address."))
    world.answer("")
    #expect(world.step == "books-link/\(step)")
    try world.expectOrder()
  }

  @Test func `a transaction of a hidden account is found`() async throws {
    let world = try BooksWorld()
    let transactions = try await world.ask(
      FreeAgent.List<FreeAgent.BankTransaction>(
        FreeAgent.BankTransactionFilter {
          $0.bankAccount = FreeAgent.Link(FreeAgent.Identifier(4), at: .production)
        }))
    let id = try #require(transactions.elements.first?.url?.id)
    try world.walk("books-link", .text("https://thornbury.freeagent.com/bank_transactions/\(id)"))
    #expect(world.step == "books-link/transaction/about")
    world.answer("done")
    #expect(world.output == "transaction")
    try world.expectOrder()
  }

  @Test(arguments: ["payroll", "overview", "", "invoices/"])
  func `to what no flow shows says so, and ends`(path: String) throws {
    let world = try BooksWorld()
    try world.walk("books-link", .text("https://thornbury.freeagent.com/\(path)"))
    #expect(world.step == "books-link/no-place")
    #expect(world.question.hasPrefix("This page cannot be opened here."))
    world.answer("")
    #expect(world.cancelReason == .declined)
    try world.expectOrder()
  }
}
