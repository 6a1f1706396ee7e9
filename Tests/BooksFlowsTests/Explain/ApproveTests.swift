import BooksClient
import FlowTestSupport
import Flowline
import FoundationEssentials
import FreeAgentAPI
import Synchronization
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

  /// Refuses the first approval.
  private final class RefusingService: FreeAgent.Service {
    let base: any FreeAgent.Service
    private let refusals = Mutex(1)

    init(_ base: any FreeAgent.Service) { self.base = base }

    var root: FreeAgent.Root { base.root }

    func contents(at source: String) async throws -> Data { try await base.contents(at: source) }

    func answer<Request: FreeAgent.Endpoint>(
      _ request: Request
    ) async throws -> FreeAgent.Reply<Request.Answer> {
      let isRefused = refusals.withLock { left in
        guard Request.method == .put, left > 0 else { return false }
        left -= 1
        return true
      }
      guard isRefused else { return try await base.answer(request) }
      throw FreeAgent.CallProblem.refused(
        FreeAgent.Failure(status: 422, snippet: "The VAT period is locked"))
    }
  }

  @Test func `one that cannot be approved does not keep the others from it`() async throws {
    let world = try BooksWorld { RefusingService($0) }
    let trainline = try await world.transaction("Trainline")
    _ = try await world.ask(
      FreeAgent.Create(
        FreeAgent.BankTransactionExplanation {
          $0.bankTransaction = trainline.url
          $0.datedOn = trainline.datedOn
          $0.grossValue = trainline.amount
          $0.description = "Trainline"
          $0.category = FreeAgent.Link(url: "https://api.freeagent.com/v2/categories/365")
          $0.markedForReview = true
        }))
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
}
