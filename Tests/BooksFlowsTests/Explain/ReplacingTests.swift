import BooksClient
import FlowTestSupport
import Flowline
import FreeAgentAPI
import Money
import Testing

@testable import BooksFlows

/// Explanations that take the place of others: the old one stays until the new one is written.
struct ReplacingTests {
  private typealias Explanation = FreeAgent.BankTransactionExplanation

  /// What the only guess of the sample, of a coffee, explains.
  private func guess(in world: BooksWorld) async throws -> Explanation? {
    try await world.ask(FreeAgent.Get(Self.transaction)).explanations?.first
  }

  private static let transaction = FreeAgent.Identifier<FreeAgent.BankTransaction>(27)

  /// Comes to the review of another explanation of it.
  private func atReview<Between: FreeAgent.Service>(
    over between: (any FreeAgent.Service) -> Between
  ) throws -> (world: BooksWorld, service: Between) {
    let (world, service) = try BooksWorld.with(between)
    try world.walk("approve", "current-account", "1", "change", "payment", "335", "outside")
    try #require(world.step.hasSuffix("review"))
    return (world, service)
  }

  @Test(arguments: [400, 422]) func `what is refused leaves the old one`(
    status: Int
  ) async throws {
    let (world, service) = try atReview { ServiceBetween($0) }
    service.failWrite(
      .refused(FreeAgent.Failure(status: status, snippet: "The VAT period is locked")))
    let before = try await guess(in: world)
    world.answer("explain")
    #expect(world.question == "The explanation was refused")
    #expect(world.page == ["The VAT period is locked"])
    #expect(try await guess(in: world) == before)
    // What was answered is suggested again; leaving changes nothing.
    world.answer("")
    try world.enter(until: "review")
    #expect(world.choices.last?.hasPrefix("leave | Leave it as it is") == true, "\(world.choices)")
    #expect(world.page.contains { $0.hasPrefix("Category | 335") })
    world.answer("leave")
    #expect(world.step == "approve/guess")
    #expect(try await guess(in: world) == before)
    try world.expectOrder()
  }

  @Test(arguments: ExactlyOnceTests.LossyService.Loss.allCases)
  func `a change whose answer is lost is made once it can be`(
    loss: ExactlyOnceTests.LossyService.Loss
  ) async throws {
    let (world, service) = try atReview { ExactlyOnceTests.LossyService($0) }
    let before = try #require(try await guess(in: world))
    service.lose(loss)
    world.answer("explain")
    #expect(world.controller.prompt?.hold?.mayHaveBeenDone == true)
    world.answer("again")
    #expect(world.step == "approve/nothing-left")
    let made = try #require(try await guess(in: world))
    #expect(made.url == before.url && made.category?.id?.description == "335")
    try world.expectOrder()
  }

  @Test func `one that somebody has taken away meanwhile is not made anew`() async throws {
    let (world, _) = try atReview { ServiceBetween($0) }
    let id = try #require(try await guess(in: world)?.url?.id)
    _ = try await world.ask(FreeAgent.Delete<Explanation>(id))
    world.answer("explain")
    #expect(
      world.question
        == "The explanation that you wanted to change is no longer there. Nothing was written.")
    world.answer("")
    #expect(try await guess(in: world) == nil)
    try world.expectOrder()
  }

  @Test func `one that the service leaves as it was is told`() async throws {
    let (world, service) = try atReview { ServiceBetween($0) }
    let before = try #require(try await guess(in: world))
    service.change { $0 is Explanation? ? before : $0 }
    world.answer("explain")
    #expect(world.question.hasPrefix("The bookkeeping service did not change the explanation."))
    try world.expectOrder()
  }

  @Test func `what the new one has not is blanked`() async throws {
    let (world, _) = try BooksWorld.with { ServiceBetween($0) }
    let id = try #require(try await guess(in: world)?.url?.id)
    _ = try await world.ask(
      FreeAgent.Update(
        id,
        Explanation {
          $0.receiptReference = "R-7"
          $0.salesTaxRate = 20
        }))
    try world.walk("approve", "current-account", "1", "change", "transfer-to", "1")
    try world.enter(until: "review")
    world.answer("explain")
    let made = try #require(try await guess(in: world))
    #expect(made.url?.id == id && made.transferBankAccount != nil)
    #expect(made.category == nil && made.receiptReference == nil && made.salesTaxRate == nil)
    #expect(made.markedForReview == false)
    try world.expectOrder()
  }
}
