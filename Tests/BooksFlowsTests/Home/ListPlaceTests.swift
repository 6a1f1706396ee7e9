import Days
import EmbeddedBooks
import FlowTestSupport
import Flowline
import FoundationEssentials
import FreeAgentAPI
import Money
import Testing

@testable import BooksFlows

/// Lists with several pages keep their place, and say how much of them is shown.
struct ListPlaceTests {
  /// The row that says which page is shown.
  private func count(in world: BooksWorld) -> String? {
    world.page.first { $0.hasPrefix("Page ") }
  }

  @Test func `the transactions are at the same page after a look at one`() throws {
    let world = try BooksWorld()
    try world.walk("books", "banking", "current-account", "transactions")
    #expect(count(in: world) == "Page 1: 25 of 33")
    world.answer("older", "transaction-8")
    #expect(world.step.hasSuffix("transaction/about"))
    world.answer("done")
    #expect(count(in: world) == "Page 2: 8 of 33")
    #expect(world.options.first == "transaction-8")
    world.answer("newer")
    #expect(count(in: world) == "Page 1: 25 of 33")
    try world.expectOrder()
  }

  @Test func `the transactions are at the same page when they were left and are entered again`()
    throws
  {
    let world = try BooksWorld()
    try world.walk("books", "banking", "current-account", "transactions", "older", "done")
    #expect(world.step == "books/banking/bank-account/work")
    world.answer("transactions")
    #expect(count(in: world) == "Page 2: 8 of 33")
    // The account was left as well, and then the section.
    world.answer("done", "done", "current-account", "transactions")
    #expect(count(in: world) == "Page 2: 8 of 33")
    world.answer("done", "done", "done")
    #expect(world.step == "books/place")
    world.answer("banking", "current-account", "transactions")
    #expect(count(in: world) == "Page 2: 8 of 33")
    world.answer("newer", "done", "transactions")
    #expect(count(in: world) == "Page 1: 25 of 33")
    try world.expectOrder()
  }

  @Test func `another account’s list is entered at its beginning`() throws {
    let world = try BooksWorld()
    try world.walk("books", "banking", "current-account", "transactions", "older", "done", "done")
    let other = try #require(world.options.first { $0 != "current-account" })
    world.answer(.text(other), "transactions")
    #expect(count(in: world)?.hasPrefix("Page 2") != true)
    try world.expectOrder()
  }

  @Test func `the place is that of the journal after going back, and in another process`() throws {
    let world = try BooksWorld()
    try world.walk("books", "banking", "current-account", "transactions", "older", "done")
    world.answer("transactions")
    world.controller.unload()
    try world.resume()
    #expect(count(in: world) == "Page 2: 8 of 33")
    // Before the page that was turned.
    for _ in 0..<3 {
      #expect(world.controller.back() == .accepted)
      world.controller.waitUntilSettled()
    }
    #expect(world.step == "books/banking/bank-account/transactions/transaction")
    #expect(count(in: world) == "Page 1: 25 of 33")
    world.answer("done", "transactions")
    #expect(count(in: world) == "Page 1: 25 of 33")
    try world.expectOrder()
  }

  /// Adds contacts that fill more than one page.
  private func addContacts(to world: BooksWorld) async throws {
    for number in 10..<35 {
      _ = try await world.ask(
        FreeAgent.Create(FreeAgent.Contact { $0.organisationName = "Zenith \(number)" }))
    }
  }

  @Test func `the contacts are at the same page when they were left and are entered again`()
    async throws
  {
    let world = try BooksWorld()
    try await addContacts(to: world)
    try world.walk("books", "contacts", "older", "done")
    #expect(world.step == "books/place")
    world.answer("contacts")
    #expect(count(in: world)?.hasPrefix("Page 2: ") == true)
    try world.expectOrder()
  }

  @Test func `the contacts are at the same page after a look at one`() async throws {
    let world = try BooksWorld()
    try await addContacts(to: world)
    try world.walk("books", "contacts")
    let total = try #require(count(in: world)?.split(separator: " ").last)
    #expect(count(in: world) == "Page 1: 25 of \(total)")
    world.answer("older", "1")
    #expect(world.step.hasSuffix("about-contact/contact-details"))
    world.answer("")
    #expect(count(in: world)?.hasPrefix("Page 2: ") == true)
    try world.expectOrder()
  }

  @Test func `each kind of document has a place of its own`() async throws {
    let world = try BooksWorld()
    for _ in 0..<20 {
      _ = try await world.ask(FreeAgent.Duplicate<FreeAgent.Invoice>(FreeAgent.Identifier(1)))
    }
    try world.walk("books", "documents", "invoice", "older", "1")
    #expect(world.step.hasSuffix("about-document/action"))
    world.answer("done")
    #expect(count(in: world)?.hasPrefix("Page 2: ") == true)
    world.answer("done", "estimate")
    #expect(count(in: world) == nil, "one page shows them all")
    world.answer("done", "invoice")
    #expect(count(in: world)?.hasPrefix("Page 2: ") == true)
    world.answer("done", "done")
    #expect(world.step == "books/place")
    world.answer("documents", "invoice-draft")
    #expect(count(in: world)?.hasPrefix("Page 2: ") != true, "it has a place of its own")
    world.answer("done", "invoice")
    #expect(count(in: world)?.hasPrefix("Page 2: ") == true)
    try world.expectOrder()
  }

  @Test func `a list of one page says no number`() throws {
    let world = try BooksWorld()
    try world.walk("email-document", "invoice")
    #expect(count(in: world) == nil)
    try world.expectOrder()
  }

  /// Answers that nothing on the second page of transactions can be shown.
  private struct EmptySecondPage: FreeAgent.Service {
    let base: any FreeAgent.Service

    var root: FreeAgent.Root { base.root }

    func contents(at source: String) async throws -> Data { try await base.contents(at: source) }

    func answer<Request: FreeAgent.Endpoint>(
      _ request: Request
    ) async throws -> FreeAgent.Reply<Request.Answer> {
      let reply = try await base.answer(request)
      let list = request as? FreeAgent.List<FreeAgent.BankTransaction>
      guard list?.page.number == 2 else { return reply }
      let none = FreeAgent.Batch<FreeAgent.BankTransaction>([])
      return FreeAgent.Reply(try #require(none as? Request.Answer), links: reply.links)
    }
  }

  @Test func `a page behind one on which nothing can be shown is reached`() async throws {
    let world = try BooksWorld { EmptySecondPage(base: $0) }
    _ = try await add(20, to: world)
    try world.walk("books", "banking", "current-account", "transactions", "older")
    #expect(count(in: world) == "Page 2: 0 of 53")
    #expect(world.options == ["older", "newer", "done"])
    world.answer("older")
    #expect(count(in: world) == "Page 3: 3 of 53")
    #expect(world.options.suffix(2) == ["newer", "done"])
    try world.expectOrder()
  }

  // MARK: - What is to be done in an account

  private static let account = FreeAgent.Link<FreeAgent.BankAccount>(
    FreeAgent.Identifier(1), at: .production)

  /// Adds transactions of the current account, and returns those that nobody has explained.
  private func add(
    _ count: Int, to world: BooksWorld
  ) async throws -> [FreeAgent.BankTransaction] {
    let lines = (1...count).map { number in
      FreeAgent.StatementLine {
        $0.datedOn = Day("2026-11-19")
        $0.amount = ExactDecimal("-12.5").map { FreeAgent.BareNumber($0) }
        $0.description = "Journey \(number)"
      }
    }
    _ = try await world.ask(FreeAgent.UploadStatement(lines, to: Self.account))
    let filter = FreeAgent.BankTransactionFilter {
      $0.bankAccount = Self.account
      $0.view = .unexplained
    }
    return try await world.ask(
      FreeAgent.List<FreeAgent.BankTransaction>(filter, page: FreeAgent.PageRequest(1, size: 100))
    ).elements
  }

  /// Explains a transaction beside the flow.
  private func explain(
    _ transaction: FreeAgent.BankTransaction, as category: String = "365", isGuess: Bool = false,
    in world: BooksWorld
  ) async throws {
    _ = try await world.ask(
      FreeAgent.Create(
        FreeAgent.BankTransactionExplanation {
          $0.bankTransaction = transaction.url
          $0.datedOn = transaction.datedOn
          $0.grossValue = transaction.unexplainedAmount
          $0.description = "Something"
          $0.category = FreeAgent.Link(url: "https://api.freeagent.com/v2/categories/\(category)")
          $0.markedForReview = isGuess
        }))
  }

  @Test func `a page that has become empty leads to the one before`() async throws {
    let world = try BooksWorld()
    let oldest = try #require(try await add(14, to: world).last)
    try world.walk("explain", "current-account")
    #expect(world.question.hasSuffix("26 are left."))
    #expect(count(in: world) == "Page 1: 25 of 26")
    world.answer("older")
    #expect(count(in: world) == "Page 2: 1 of 26")
    #expect(world.options.dropFirst() == ["newer", "done"])
    let isOut = oldest.unexplainedAmount?.isNegative ?? true
    try await explain(oldest, as: isOut ? "365" : "001", in: world)
    world.answer("1")
    #expect(world.step.hasSuffix("explained-already"))
    world.answer("")
    #expect(count(in: world) == nil && world.options.count == 26)
    #expect(world.question.hasSuffix("25 are left."))
    try world.expectOrder()
  }

  @Test func `guesses have pages, and those of one are approved at once`() async throws {
    let world = try BooksWorld()
    for transaction in try await add(25, to: world)
    where transaction.description?.hasPrefix("Journey") == true {
      try await explain(transaction, isGuess: true, in: world)
    }
    try world.walk("approve", "current-account")
    #expect(world.question == "26 explanations are waiting. Which one would you like to see?")
    #expect(count(in: world) == "Page 1: 25 of 26")
    #expect(world.options.suffix(3) == ["older", "several", "done"])
    let guesses = world.options.prefix(25).joined(separator: ",")
    world.answer("older")
    #expect(count(in: world) == "Page 2: 1 of 26")
    #expect(world.options.dropFirst() == ["newer", "done"])
    world.answer("newer", "several", .text(guesses))
    #expect(world.question == "25 approved")
    world.answer("", "done")
    #expect(world.output == 25)
    try world.expectOrder()
  }
}
