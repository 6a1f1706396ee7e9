import BooksClient
import Days
import FlowTestSupport
import Flowline
import FoundationEssentials
import FreeAgentAPI
import Money
import ServiceBasics
import Synchronization
import Testing

@testable import BooksFlows

/// Writes whose answers are lost: they are looked for, and happen once.
struct ExactlyOnceTests {
  /// Loses requests or their answers, as often as it is told to.
  final class LossyService: FreeAgent.Service {
    enum Loss: Sendable, CaseIterable {
      /// Nothing arrives.
      case request
      /// It is done, and nobody says so.
      case answer
      /// The service says that it failed, and has done it all the same.
      case failure
    }

    let base: any FreeAgent.Service
    private let losses = Mutex<[Loss]>([])
    private let writes = Mutex(0)

    init(_ base: any FreeAgent.Service) { self.base = base }

    var root: FreeAgent.Root { base.root }
    /// How many writes arrived.
    var arrived: Int { writes.withLock { $0 } }

    func lose(_ losses: Loss...) { self.losses.withLock { $0 = losses } }

    func contents(at source: String) async throws -> Data { try await base.contents(at: source) }

    func answer<Request: FreeAgent.Endpoint>(
      _ request: Request
    ) async throws -> FreeAgent.Reply<Request.Answer> {
      guard Request.method != .get else { return try await base.answer(request) }
      let loss = losses.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      if loss == .request { throw FreeAgent.CallProblem.noAnswer("the connection was cut") }
      writes.withLock { $0 += 1 }
      let reply = try await base.answer(request)
      switch loss {
      case .answer: throw FreeAgent.CallProblem.noAnswer("the connection was cut")
      case .failure: throw FreeAgent.CallProblem.refused(FreeAgent.Failure(status: 502))
      case .request, nil: return reply
      }
    }
  }

  private func world() throws -> (BooksWorld, LossyService) {
    try BooksWorld.with { LossyService($0) }
  }

  @Test(arguments: LossyService.Loss.allCases)
  func `an explanation whose answer is lost is made once`(loss: LossyService.Loss) async throws {
    let (world, service) = try world()
    try world.walk("explain", "current-account")
    let hotel = try await world.transaction("Hilton Hotels")
    world.answer(.text("transaction-\(hotel.url?.id?.description ?? "")"), "", "", "")
    service.lose(loss)
    world.answer("explain")
    #expect(world.controller.prompt?.hold?.mayHaveBeenDone == true)
    world.answer("again")
    #expect(world.step == "explain/transaction")
    #expect(service.arrived == 1)
    #expect(try await world.transaction("Hilton Hotels").explanations?.count == 1)
    try world.expectOrder()
  }

  @Test func `it is lost again and again, and made once`() async throws {
    let (world, service) = try world()
    try world.walk("explain", "current-account")
    let hotel = try await world.transaction("Hilton Hotels")
    world.answer(.text("transaction-\(hotel.url?.id?.description ?? "")"), "", "", "")
    service.lose(.request, .request, .answer)
    world.answer("explain")
    var attempts = 0
    while world.controller.prompt?.hold != nil {
      attempts += 1
      try #require(attempts < 10)
      world.answer("again")
    }
    #expect(try await world.transaction("Hilton Hotels").explanations?.count == 1)
    try world.expectOrder()
  }

  @Test func `what somebody else files alike meanwhile is not taken for ours`() async throws {
    let (world, service) = try world()
    try world.walk("explain", "current-account")
    let elm = try await world.transaction("Elm Computers")
    world.answer(
      .text("transaction-\(elm.url?.id?.description ?? "")"), "payment", "270", "zero", "part",
      "100")
    service.lose(.request)
    world.answer("explain")
    #expect(world.controller.prompt?.hold != nil)
    // Another day: it cannot be ours, and yet it changes what is left to explain.
    _ = try await world.ask(
      FreeAgent.Create(
        FreeAgent.BankTransactionExplanation {
          $0.bankTransaction = elm.url
          $0.datedOn = Day(year: 2026, month: 11, day: 1)
          $0.grossValue = -100
          $0.description = "Somebody else’s"
          $0.category = FreeAgent.Link(url: "https://api.freeagent.com/v2/categories/270")
        }))
    world.answer("again")
    #expect(world.controller.prompt?.hold?.text?.contains("does not settle it") == true)
    #expect(service.arrived == 0)
    world.answer("give-up")
    #expect(try await world.transaction("Elm Computers").explanations?.count == 1)
    try world.expectOrder()
  }
}
