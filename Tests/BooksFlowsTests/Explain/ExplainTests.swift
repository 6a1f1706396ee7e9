import BooksClient
import Days
import FlowTestSupport
import Flowline
import FreeAgentAPI
import Money
import Testing

@testable import BooksFlows

/// Explaining transactions, from the list to the next one.
struct ExplainTests {
  /// The transaction whose text begins so, of those that are listed.
  private func key(_ text: String, in world: BooksWorld) throws -> Answer {
    let choices = world.controller.prompt?.kind.choices ?? []
    let choice = try #require(choices.first { $0.label.text.hasPrefix(text) })
    return .text(choice.key)
  }

  /// A world in which the explanation of a transaction of the current account is about to be asked for.
  private func world(
    explaining text: String, between: (any FreeAgent.Service) -> any FreeAgent.Service = { $0 }
  ) throws -> BooksWorld {
    let world = try BooksWorld(between: between)
    try world.walk("explain", "current-account")
    world.answer(try key(text, in: world))
    return world
  }

  private func explanations(
    of text: String, in world: BooksWorld
  ) async throws -> [FreeAgent.BankTransactionExplanation] {
    try await world.transaction(text).explanations ?? []
  }

  /// The hotel of the post on suggested categories: behind the list, Enter takes each answer.
  @Test func `the hotel is filed with what Enter takes`() async throws {
    let world = try world(explaining: "Hilton Hotels")
    #expect(world.step == "explain/explanation/type")
    for _ in ["type", "category", "vat"] { world.answer("") }
    #expect(
      world.page == [
        "Transaction | Tue, 17 Nov 2026 · Hilton Hotels · -£279.78", "Type | Payment",
        "Amount | -£279.78", "Category | 285 Accommodation and Meals",
        "Description | Hilton Hotels", "VAT | £46.63", "Without VAT | £233.15",
        "Left to explain | £0.00",
      ])
    let left = try #require(world.controller.prompt?.question.text)
    #expect(left == "Is this right?")
    world.answer("")
    #expect(world.step == "explain/transaction", "the next one is asked for")
    let made = try #require(try await explanations(of: "Hilton", in: world).first)
    #expect(made.type == .payment)
    #expect(made.category?.id?.description == "285")
    #expect(made.grossValue == ExactDecimal("-279.78"))
    #expect(made.salesTaxValue == ExactDecimal("-46.63"))
    world.answer("done")
    #expect(world.output == .integer(1))
    try world.expectOrder()
  }

  @Test(arguments: [
    "https://api.freeagent.com/v2/bank_transactions/31", "transaction-31",
    "https://thornbury.freeagent.com/bank_accounts/1/bank_transactions/31",
  ])
  func `a link names its transaction by an address or a key`(transaction: String) throws {
    let world = try BooksWorld()
    let link = try FlowLink("flow:explain?account=current-account&transaction=\(transaction)")
    try world.start(link.flow, given: link.answers)
    #expect(world.step == "explain/explanation/type")
    #expect(world.controller.journal.answers.last?.value == "transaction-31")
    try world.expectOrder()
  }

  @Test(arguments: [
    ("https://api.freeagent.com/v2/bank_transactions/999", "not-listed"),
    // Without an id.
    ("https://api.freeagent.com/v2/bank_transactions/", "not-listed"),
    // Something else of the same id.
    ("https://api.freeagent.com/v2/invoices/31", "not-listed"),
    ("https://example.com/bank_transactions/31", "not-listed"),
    ("https://elsewhere.freeagent.com/bank_transactions/31", "other-company"),
  ])
  func `an address that leads to no transaction of the list is refused`(
    address: String, code: String
  ) throws {
    let world = try BooksWorld()
    try world.walk("explain", "current-account")
    #expect(try world.refusal(of: .text(address)).code.rawValue == code)
    #expect(world.step == "explain/transaction")
    try world.expectOrder()
  }

  @Test func `a transaction is split until nothing is left of it`() async throws {
    let world = try world(explaining: "Elm Computers")
    world.answer("payment", "270", "standard", "part", "1000", "explain")
    world.answer(try key("Elm Computers", in: world))
    #expect(
      world.page == ["Transaction | Wed, 18 Nov 2026 · Elm Computers · -£1,250.00"])
    world.answer("payment", "271", "amount", "41.66")
    #expect(world.page.contains("Amount | -£250.00"))
    #expect(world.page.contains("VAT | £41.66"))
    world.answer("explain")
    let parts = try await explanations(of: "Elm", in: world)
    #expect(
      parts.map { $0.grossValue?.description }.sorted { $0 ?? "" < $1 ?? "" } == ["-1000", "-250"])
    #expect(parts.compactMap(\.salesTaxValue?.description).sorted() == ["-166.67", "-41.66"])
    try world.expectOrder()
  }

  @Test func `a change of the type keeps what still applies and names what is forgotten`() throws {
    let world = try world(explaining: "Elm Computers")
    world.answer("payment", "270", "reduced", "details", "capital-asset-purchase", "2026-11-01")
    #expect(world.step.hasSuffix("explanation/category"))
    world.answer("602", "", "5", "", "standard", "", "")
    #expect(world.page.contains("Type | Purchase of a capital asset"))
    #expect(!world.page.contains { $0.hasPrefix("No longer asked for") })
    world.answer("details", "transfer-to", "", "other-account-2")
    #expect(world.page.contains("No longer asked for | category"))
    #expect(world.page.contains("No longer asked for | VAT"))
    #expect(world.page.contains("No longer asked for | years"))
    try world.expectOrder()
  }

  @Test(arguments: [("21 Nov 2026", "still to come"), ("2020-03-31", "may refuse")])
  func `a day to come and one before the books are asked about`(day: String, words: String) throws {
    let world = try world(explaining: "Elm Computers")
    world.answer("payment", "270", "reduced", "details", "payment")
    #expect(world.step.hasSuffix("explanation/date"))
    let refusal = try world.refusal(of: .text(day))
    #expect(refusal.isWarning)
    #expect(refusal.message.resolved(in: world.environment).text.contains(words))
    world.insist(.text(day))
    #expect(!world.step.hasSuffix("explanation/date"))
    try world.expectOrder()
  }

  @Test func `a day without its year is one of the past`() throws {
    let world = try world(explaining: "Elm Computers")
    world.answer("payment", "270", "reduced", "details", "payment")
    let prompt = try #require(world.controller.prompt)
    #expect(prompt.accepts.text.contains("yesterday"))
    // 21 November of this year is still to come, and would be asked back about.
    world.answer("21/11")
    #expect(!world.step.hasSuffix("explanation/date"))
    try world.expectOrder()
  }

  @Test func `what somebody else has explained meanwhile is asked for again`() async throws {
    let world = try world(explaining: "Hilton Hotels")
    world.answer("", "", "")
    let hotel = try await world.transaction("Hilton Hotels")
    _ = try await world.ask(
      FreeAgent.Create(
        FreeAgent.BankTransactionExplanation {
          $0.bankTransaction = hotel.url
          $0.datedOn = Day(year: 2026, month: 11, day: 17)
          $0.grossValue = ExactDecimal("-79.78")
          $0.description = "Breakfast"
          $0.category = FreeAgent.Link(url: "https://api.freeagent.com/v2/categories/285")
        }))
    world.answer("explain")
    #expect(world.step == "explain/explanation/changed")
    world.answer("")
    #expect(world.step.hasSuffix("explanation/type"))
    world.answer("", "", "")
    #expect(world.page.contains("Amount | -£200.00"))
    world.answer("explain")
    #expect(try await explanations(of: "Hilton", in: world).count == 2)
    try world.expectOrder()
  }

  @Test(arguments: ["explain", "approve"] as [FlowID])
  func `the account is asked for in the session’s language`(flow: FlowID) throws {
    let world = try BooksWorld(locale: "ru_RU")
    try world.walk(flow)
    #expect(world.trail.hasSuffix(" › счёт"))
    try world.expectOrder()
  }

  @Test func `what was explained is said without its sign, and by its text`() throws {
    let world = try BooksWorld()
    try world.walk("explain-next")
    try world.enter(until: "review")
    world.answer("explain")
    let made = try #require(try world.output?.decode(as: BookExplanation.self))
    #expect(
      made.words.resolved(in: world.environment).text == "£4.20 explained: Harbour Street Coffee.")
    try world.expectOrder()
  }
}
