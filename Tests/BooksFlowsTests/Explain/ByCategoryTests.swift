import Books
import BooksClient
import FlowTestSupport
import Flowline
import FreeAgentAPI
import Money
import Testing

@testable import BooksFlows

/// Explaining a transaction by its category first, beside explaining it by its type first.
struct ByCategoryTests {
  /// Walks to the review, from the question that comes first on.
  private func explanation(
    _ walk: KindTests.Walk, _ start: ExplanationStart
  ) async throws -> FreeAgent.BankTransactionExplanation? {
    let world = try BooksWorld(explaining: start)
    try world.walk("explain", "current-account")
    let transaction = try await world.transaction(walk.text)
    world.answer(.text("transaction-\(transaction.url?.id?.description ?? "")"))
    var answers = walk.answers
    if start == .byCategory {
      let isFiled = walk.kind.rule[.category]?.isRequired ?? false
      world.answer(isFiled ? answers.removeFirst() : .text(walk.kind.word))
    } else {
      world.answer(.text(walk.kind.word))
    }
    for answer in answers {
      world.answer(
        answer == "" && world.controller.prompt?.defaultText == nil ? "1" : answer)
    }
    #expect(world.step.hasSuffix("explanation/review"), "\(walk.kind)")
    world.answer("explain")
    #expect(world.step.hasSuffix("/transaction"), "\(world.page)")
    try world.expectOrder()
    return try await world.transaction(walk.text).explanations?.first
  }

  @Test(arguments: KindTests.walks)
  func `both ways come to the same explanation, to the letter`(walk: KindTests.Walk) async throws {
    let byType = try await explanation(walk, .byType)
    #expect(byType?.type?.rawValue == walk.kind.rawValue)
    #expect(try await explanation(walk, .byCategory) == byType)
  }

  @Test func `the hotel takes a question less`() async throws {
    let world = try BooksWorld(explaining: .byCategory)
    try world.walk("explain", "current-account")
    let hotel = try await world.transaction("Hilton Hotels")
    world.answer(.text("transaction-\(hotel.url?.id?.description ?? "")"))
    #expect(world.question == "What was it for?")
    #expect(world.controller.prompt?.defaultText == "285 Accommodation and Meals")
    for _ in ["purpose", "vat"] { world.answer("") }
    #expect(world.page.dropFirst().starts(with: ["Type | Payment", "Amount | -£279.78"]))
    #expect(world.page.contains("VAT | £46.63"))
    try world.expectOrder()
  }

  @Test func `a change of the category to another kind keeps what still applies`() async throws {
    let world = try BooksWorld(explaining: .byCategory)
    try world.walk("explain", "current-account")
    let elm = try await world.transaction("Elm Computers")
    world.answer(
      .text("transaction-\(elm.url?.id?.description ?? "")"), "270", "reduced", "details")
    #expect(world.controller.prompt?.defaultText == "270 Computer Hardware")
    world.answer("602")
    try world.fill(["years": "5"])
    #expect(world.page.contains("Type | Purchase of a capital asset"))
    #expect(world.page.contains("VAT | £59.52"), "5 % still, as it was told before")
    world.answer("details", "transfer-to", "", "other-account-2")
    #expect(world.page.contains("Type | Transfer to another account"))
    #expect(world.page.contains("No longer asked for | category"))
    try world.expectOrder()
  }

  @Test func `what a session began with stays, whatever is switched meanwhile`() throws {
    let world = try BooksWorld(explaining: .byCategory)
    try world.walk("explain", "current-account", "1")
    #expect(world.question == "What was it for?")
    let journal = world.controller.journal
    world.controller.unload()
    let other = try BooksWorld(explaining: .byType)
    try other.resume(journal)
    #expect(other.question == "What was it for?")
    try other.expectOrder()
  }

  @Test func `an experiment sorts the same subject alike each time, and about as many as it says`()
    throws
  {
    func isByCategory(_ subject: Int) throws -> Bool {
      let start = ExplanationStart.experiment(percent: 30, subject: "user-\(subject)")
      let world = try BooksWorld(explaining: start)
      try world.walk("explain-next")
      defer { world.controller.terminate() }
      return world.question == "What was it for?"
    }
    let subjects = 0..<40
    let first = try subjects.map(isByCategory)
    #expect(try subjects.prefix(5).map(isByCategory) == Array(first.prefix(5)))
    let count = first.count { $0 }
    #expect((6...18).contains(count), "\(count) of 40")
  }
}
