import Flowline
import FlowlineHost
import TestSupport
import Testing

/// Ending one nested flow, and the places of their own that flows are shown in: rules 4 and 10.
struct EndingFlowTests {
  /// Asks once inside, however that ends, and once more.
  private struct ItemFlow: Flow {
    let id: FlowID

    func run(_ context: FlowContext) async throws -> String {
      let inner = try await context.outcome(of: AskFlow(id: "inner"))
      let last = try await context.run(TextScreen("last", "Anything else?"))
      return if case .finished(let text) = inner { "\(text) \(last)" } else { last }
    }
  }

  private struct AskFlow: Flow {
    let id: FlowID

    func run(_ context: FlowContext) async throws -> String {
      try await context.run(TextScreen("what", "What?"))
    }
  }

  private struct OrderFlow: Flow {
    let id: FlowID = "order"

    func run(_ context: FlowContext) async throws -> String {
      let (a, b) = try await context.all(ItemFlow(id: "a"), ItemFlow(id: "b"))
      return "\(a), \(b)"
    }
  }

  /// Asks in a modal place, then in its own.
  private struct ShopFlow: Flow {
    let id: FlowID = "shop"

    func run(_ context: FlowContext) async throws -> String {
      let card = try await context.outcome(
        of: AskFlow(id: "card").presented(.modal), handler: FlowHandler())
      let note = try await context.run(TextScreen("note", "A note?"))
      return if case .finished(let name) = card { "\(name) \(note)" } else { note }
    }
  }

  private let bank = HostedBank()
  private let key = SessionKey.of("ada")

  private func node() -> SessionHost {
    SessionHost(keeping: bank.store, clock: bank.clock) { _ in
      var catalog = FlowCatalog()
      catalog.add(OrderFlow())
      catalog.add(ShopFlow())
      return HostedWorld(catalog, name: "shop")
    }
  }

  private func begun(_ flow: FlowID) async throws -> SessionHost {
    let host = node()
    _ = try await host.start(flow, as: key, in: HostedBank.environment)
    return host
  }

  private func asked(_ state: HostedState) -> [String] {
    state.questions.map(\.prompt.path.description)
  }

  private static let second = StepPath(["order", "b", "inner"] as [StepID])

  @Test func `rule 4: one of several flows at once is ended by its path, also at another node`()
    async throws
  {
    let host = try await begun("order")
    let open = try #require(try await host.legalInputs(of: key)).openFlows
    #expect(
      open.map(\.path.description) == [
        "order/a", "order/a/inner", "order/a/inner/what", "order/b", "order/b/inner",
        "order/b/inner/what",
      ])
    #expect(open.map(\.isScreen) == [false, false, true, false, false, true])
    let reply = try await node().end(key, flow: Self.second)
    #expect(reply.reception == .accepted)
    #expect(asked(reply.state) == ["order/a/inner/what", "order/b/last"])
    let again = try await host.end(key, flow: Self.second)
    #expect(again.reception == .outdated(.stale))
    #expect(asked(again.state) == ["order/a/inner/what", "order/b/last"])
    #expect(try await host.journal(of: key).contains("cancel inner "))
  }

  @Test func `rule 4: only a nested flow that is open is ended`() async throws {
    let host = try await begun("order")
    let paths: [[StepID]] = [
      ["order"], ["order", "c"], ["a"], ["order", "a", "inner", "what", "more"], ["shop", "a"],
    ]
    for path in paths {
      let reply = try await host.end(key, flow: StepPath(path))
      #expect(reply.reception == .outdated(.stale), "\(path)")
      #expect(asked(reply.state) == ["order/a/inner/what", "order/b/inner/what"])
    }
  }

  @Test func `rule 3: a flow is not ended for a question that is not asked any more`() async throws
  {
    let host = try await begun("order")
    let token = try #require(try await host.state(of: key).question).token
    _ = try await host.answer(key, .answer("tea"), to: token)
    let late = try await host.end(key, flow: Self.second, at: token)
    #expect(late.reception == .outdated(.stale))
    let now = try #require(late.state.question).token
    #expect(try await host.end(key, flow: Self.second, at: now).reception == .accepted)
  }

  @Test func `a session that has ended has no open flows, and none is ended`() async throws {
    let host = try await begun("shop")
    for _ in 0..<2 { _ = try await host.answer(key, .answer("x")) }
    #expect(try await host.legalInputs(of: key) == nil)
    let reply = try await host.end(key, flow: StepPath(["shop", "card"] as [StepID]))
    guard case .outdated = reply.reception else {
      Issue.record("\(reply.reception)")
      return
    }
    #expect(reply.state.end != nil && reply.state.places.isEmpty)
  }

  @Test func `rule 10: a state has the places that are open, until they are left or dismissed`()
    async throws
  {
    let host = try await begun("shop")
    let place = try #require(try await host.state(of: key).places.first)
    #expect(place.flow == "card" && place.style == .modal)
    #expect(try await node().state(of: key).places.map(\.flow) == ["card"])
    let answered = try await host.answer(key, .answer("Ada"))
    #expect(asked(answered.state) == ["shop/note"])
    #expect(answered.state.places.isEmpty)
    let back = try await host.back(key)
    #expect(back.state.places.map(\.flow) == ["card"])
    let path = StepPath(["shop", "card"] as [StepID])
    let ended = try await host.end(key, flow: path)
    #expect(asked(ended.state) == ["shop/note"] && ended.state.places.isEmpty)
  }
}
