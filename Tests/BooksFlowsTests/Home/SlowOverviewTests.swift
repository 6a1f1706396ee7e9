import BooksClient
import EmbeddedBooks
import FlowTestSupport
import Flowline
import FoundationEssentials
import FreeAgentAPI
import ServiceBasics
import TestSupport
import Testing

@testable import BooksFlows

/// Parts of the overview that a service is slow to answer.
struct SlowOverviewTests {
  /// A service that answers one kind of request only once it is let.
  private final class SilentService: FreeAgent.Service {
    let gate = Gate<Void>()
    private let base: any FreeAgent.Service
    private let route: String

    init(_ base: any FreeAgent.Service, at route: String) {
      self.base = base
      self.route = route
    }

    var root: FreeAgent.Root { base.root }

    func contents(at source: String) async throws -> Data { try await base.contents(at: source) }

    func answer<Request: FreeAgent.Endpoint>(
      _ request: Request
    ) async throws -> FreeAgent.Reply<Request.Answer> {
      if Request.route.hasSuffix(route) { await gate.wait() }
      return try await base.answer(request)
    }
  }

  /// A clock on which every moment has come: nobody waits for anything.
  private struct HastyClock: FlowClock {
    var now: Date { SessionWalk.now }

    func sleep(until moment: Date) async throws {}
  }

  /// The headings of the parts that have a row, in their order.
  private func headings(of row: String, in world: BooksWorld) -> [String] {
    (world.controller.prompt?.page ?? []).filter { $0.rows.map(\.label.text) == [row] }
      .compactMap(\.heading?.text)
  }

  private func loading(in world: BooksWorld) -> [String] {
    headings(of: "Still loading.", in: world)
  }

  /// Starts the overview over a service that is silent at one route.
  ///
  /// What is late is read on threads of the pool: nothing here keeps one of them.
  private func overview(
    silentAt route: String, clock: any FlowClock = HastyClock(),
    between: (any FreeAgent.Service) -> any FreeAgent.Service = { $0 }
  ) throws -> (world: BooksWorld, gate: Gate<Void>) {
    let (world, service) = try BooksWorld.with(
      logIn: UnaskedLogIn(), clock: clock, settling: false
    ) { SilentService(between($0), at: route) }
    try world.start("books")
    return (world, service.gate)
  }

  /// Gives answers, each to the next question.
  private func answer(_ answers: Answer..., in world: BooksWorld) async throws {
    for answer in answers {
      world.answer(answer)
      try await settled(world)
    }
  }

  private func settled(_ world: BooksWorld) async throws {
    try await eventually("a question or the end") {
      world.controller.prompt != nil || world.outcome != nil
    }
  }

  /// Looks again until no more than these parts are loading.
  private func look(in world: BooksWorld, untilOnly parts: [String]) async throws {
    try await eventually("all but \(parts)") {
      try await settled(world)
      if loading(in: world) == parts { return true }
      world.answer("look-again")
      return false
    }
  }

  @Test func `a part that never answers keeps nobody from the others`() async throws {
    let (world, gate) = try overview(silentAt: "cashflow")
    try await look(in: world, untilOnly: ["Cash flow"])
    let page = world.page
    #expect(page.prefix(2) == ["Cash flow", "Still loading."], "the order is fixed")
    #expect(page.contains("Current account | 12 to explain · 1 to approve"))
    #expect(world.controller.prompt?.defaultAnswer == "look-again")
    try await answer("", in: world)
    #expect(world.page == page)
    try await answer("account", "done", in: world)
    #expect(world.step == "books/place")
    try await answer("done", in: world)
    #expect(world.output?["company"] == "Thornbury Design Ltd")
    gate.open()
    try world.expectOrder()
  }

  @Test func `a part that is late is there when one looks again`() async throws {
    let (world, gate) = try overview(silentAt: "profit_and_loss/summary")
    try await look(in: world, untilOnly: ["Profit and loss"])
    gate.open()
    try await look(in: world, untilOnly: [])
    #expect(world.page.contains("Profit | £3,609.00"))
    #expect(!world.options.contains("look-again"))
    #expect(world.controller.prompt?.defaultAnswer == "done")
    try world.expectOrder()
  }

  @Test func `while one part is late another has failed, and is read again by itself`() async throws
  {
    let (world, gate) = try overview(silentAt: "cashflow") { base in
      let between = ServiceBetween(base)
      between.fail("tax_timeline", .busy("too many requests"))
      return between
    }
    try await look(in: world, untilOnly: ["Cash flow"])
    #expect(
      headings(of: "The bookkeeping service has had too many requests", in: world) == ["Due soon"])
    #expect(
      world.options.suffix(4) == ["look-again", "again-tax-timeline", "refresh", "done"])
    try await answer("again-tax-timeline", in: world)
    try await look(in: world, untilOnly: ["Cash flow"])
    #expect(!world.options.contains("again-tax-timeline"))
    #expect(world.page.contains("Due soon"))
    gate.open()
    try world.expectOrder()
  }

  @Test func `parts that answer in time are waited for`() async throws {
    let (world, gate) = try overview(
      silentAt: "expenses", clock: ManualFlowClock(at: SessionWalk.now))
    #expect(world.controller.prompt == nil)
    gate.open()
    try await settled(world)
    #expect(world.page.contains("Your latest expenses"))
    #expect(loading(in: world) == [])
    try world.expectOrder()
  }

  @Test func `once patience is over, the page is shown without what is missing`() async throws {
    let clock = ManualFlowClock(at: SessionWalk.now)
    let (world, gate) = try overview(silentAt: "expenses", clock: clock)
    #expect(world.controller.prompt == nil)
    try await eventually("the overview") {
      // The clock may only have been looked at since it was set last.
      clock.advance(to: clock.now.addingTimeInterval(OverviewReads.patience))
      return world.controller.prompt != nil
    }
    #expect(loading(in: world).contains("Your latest expenses"))
    gate.open()
    try world.expectOrder()
  }

  @Test func `a session that is resumed shows what was shown`() async throws {
    let (world, gate) = try overview(silentAt: "cashflow")
    try await look(in: world, untilOnly: ["Cash flow"])
    let (page, journal) = (world.page, world.controller.journal)
    world.controller.terminate()
    try world.resume(journal)
    try await settled(world)
    #expect(world.page == page)
    gate.open()
    try await look(in: world, untilOnly: [])
    #expect(world.page.contains("Came in | £14,638.11"))
    try world.expectOrder()
  }
}
