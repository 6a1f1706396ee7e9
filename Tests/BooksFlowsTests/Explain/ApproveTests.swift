import BooksClient
import FlowTestSupport
import Flowline
import FreeAgentAPI
import ServiceBasics
import Testing

@testable import BooksFlows

/// Explanations that were guessed.
struct ApproveTests {
  /// What the only guess of the sample, of a coffee, explains.
  private func explanations(
    in world: BooksWorld
  ) async throws -> [FreeAgent.BankTransactionExplanation] {
    let id = FreeAgent.Identifier<FreeAgent.BankTransaction>(27)
    return try await world.ask(FreeAgent.Get(id)).explanations ?? []
  }

  @Test func `a guess stays until what replaces it is written`() async throws {
    let world = try BooksWorld()
    let guess = try #require(try await explanations(in: world).first)
    try world.walk("approve", "current-account", "1", "change")
    #expect(world.step.hasSuffix("explanation/type"))
    #expect(try await explanations(in: world) == [guess])
    world.answer("payment", "335", "outside")
    #expect(world.page.contains("Amount | -£3.80"))
    world.answer("leave")
    #expect(world.step == "approve/guess")
    #expect(try await explanations(in: world) == [guess])
    world.answer("1", "change", "payment", "335", "outside", "explain")
    let made = try await explanations(in: world)
    #expect(made.map { $0.category?.id?.description } == ["335"])
    #expect(made.map(\.url) == [guess.url] && made.first?.markedForReview == false)
    try world.expectOrder()
  }

  @Test func `one that cannot be approved does not keep the others from it`() async throws {
    let (world, service) = try BooksWorld.withService()
    service.failWrite(
      .refused(FreeAgent.Failure(status: 422, snippet: "The VAT period is locked")))
    try await addGuess(in: world)
    try world.walk("approve", "current-account", "several")
    let keys = world.controller.prompt?.kind.choices.map(\.key) ?? []
    #expect(keys.count == 2)
    world.answer(.text(keys.joined(separator: ",")))
    #expect(world.question == "1 approved")
    #expect(world.page.count == 1)
    #expect(world.page.first?.hasSuffix("| The VAT period is locked") == true)
    world.answer("")
    #expect(world.step == "approve/guess")
    try world.expectOrder()
  }

  @Test(arguments: ExactlyOnceTests.LossyService.Loss.allCases)
  func `of several, one without an answer is found in the books, or told as not known`(
    loss: ExactlyOnceTests.LossyService.Loss
  ) async throws {
    let (world, service) = try BooksWorld.with { ExactlyOnceTests.LossyService($0) }
    try await addGuess(in: world)
    try world.walk("approve", "current-account", "several")
    let keys = world.options
    service.lose(loss)
    world.answer(.text(keys.joined(separator: ",")))
    // Nothing is sent twice: the books say what came of it.
    let isLost = loss == .request
    #expect(service.arrived == (isLost ? 1 : 2))
    #expect(world.question == (isLost ? "1 approved" : "2 approved"))
    #expect(world.page.count == (isLost ? 1 : 0))
    let words = "| not known whether it was approved; look at it again"
    #expect(world.page.allSatisfy { $0.hasSuffix(words) }, "\(world.page)")
    world.answer("")
    if isLost { world.answer("1", "approve") }
    #expect(world.step == "approve/nothing-left")
    world.answer("")
    #expect(world.output == 2)
    try world.expectOrder()
  }

  @Test func `of several, the rest are not sent if a log-in has ended and nobody logs in again`()
    async throws
  {
    let (world, service) = try BooksWorld.withService(logIn: UnaskedLogIn())
    _ = try await world.keeper.identity()
    try await addGuess(in: world)
    try await addGuess(in: world, of: "Inkwell Print")
    try world.walk("approve", "current-account", "several")
    let keys = world.options
    try #require(keys.count == 3)
    service.failWrite(after: 1, .loggedOut("the log-in has ended"))
    world.answer(.text(keys.joined(separator: ",")))
    #expect(world.step.hasSuffix("books-log-in/not-logged-in"), "\(world.step)")
    world.answer("leave")
    #expect(world.question == "1 approved")
    #expect(world.page.count == 2)
    #expect(world.page.allSatisfy { $0.hasSuffix("| the log-in has ended") }, "\(world.page)")
    world.answer("")
    #expect(world.step == "approve/guess")
    try world.expectOrder()
  }

  @Test func `one is taken away only after a yes`() async throws {
    let world = try BooksWorld()
    let before = try await explanations(in: world)
    try world.walk("approve", "current-account", "1", "remove")
    #expect(world.step.hasSuffix("guess/confirm-removal"))
    #expect(world.question.hasPrefix("Remove this explanation of £3.80?"))
    #expect(world.page.isEmpty, "it has no receipt")
    world.answer("no")
    #expect(world.step == "approve/guess")
    #expect(try await explanations(in: world) == before)
    world.answer("1", "remove", "yes")
    #expect(world.step == "approve/nothing-left")
    #expect(try await explanations(in: world).isEmpty)
    try world.expectOrder()
  }

  // MARK: - Changed by somebody else

  /// Adds another guess to that of the coffee.
  private func addGuess(
    in world: BooksWorld, of text: String = "Trainline"
  ) async throws {
    let transaction = try await world.transaction(text)
    _ = try await world.ask(
      FreeAgent.Create(
        FreeAgent.BankTransactionExplanation {
          $0.bankTransaction = transaction.url
          $0.datedOn = transaction.datedOn
          $0.grossValue = transaction.amount
          $0.description = text
          $0.category = FreeAgent.Link(url: "https://api.freeagent.com/v2/categories/365")
          $0.markedForReview = true
        }))
  }

  /// Files the coffee in another way, beside the flow.
  private func change(
    _ guess: FreeAgent.BankTransactionExplanation, in world: BooksWorld
  ) async throws {
    let id = try #require(guess.url?.id)
    _ = try await world.ask(
      FreeAgent.Update(
        id,
        FreeAgent.BankTransactionExplanation {
          $0.category = FreeAgent.Link(url: "https://api.freeagent.com/v2/categories/335")
        }))
  }

  @Test func `one that was changed meanwhile is not approved, and is shown again`() async throws {
    let world = try BooksWorld()
    let guess = try #require(try await explanations(in: world).first)
    try world.walk("approve", "current-account", "1")
    try await change(guess, in: world)
    world.answer("approve")
    #expect(world.step.hasSuffix("guess/changed"))
    #expect(world.question.hasSuffix("Nothing was approved: look at it again."))
    #expect(try await explanations(in: world).first?.markedForReview == true)
    world.answer("")
    #expect(world.step == "approve/guess")
    world.answer("1")
    #expect(world.page.contains { $0.hasPrefix("Category | 335") })
    world.answer("approve")
    #expect(world.step == "approve/nothing-left")
    #expect(try await explanations(in: world).first?.markedForReview == false)
    try world.expectOrder()
  }

  @Test func `one that somebody else has approved as it was is approved`() async throws {
    let world = try BooksWorld()
    let id = try #require(try await explanations(in: world).first?.url?.id)
    try world.walk("approve", "current-account", "1")
    _ = try await world.ask(FreeAgent.Update(id, FreeAgent.BankTransactionExplanation.approval))
    world.answer("approve")
    #expect(world.step == "approve/nothing-left")
    try world.expectOrder()
  }

  @Test func `of several, those that were changed meanwhile are left out and named`() async throws {
    let world = try BooksWorld()
    let guess = try #require(try await explanations(in: world).first)
    try await addGuess(in: world)
    try world.walk("approve", "current-account", "several")
    let keys = world.controller.prompt?.kind.choices.map(\.key) ?? []
    try await change(guess, in: world)
    world.answer(.text(keys.joined(separator: ",")))
    #expect(world.question == "1 approved")
    #expect(world.page.count == 1)
    #expect(world.page.first?.hasPrefix("Harbour Street Coffee") == true)
    #expect(world.page.first?.hasSuffix("| changed meanwhile; look at it again") == true)
    #expect(try await explanations(in: world).first?.markedForReview == true)
    try world.expectOrder()
  }
}
