import Flowline
import FlowlineHost
import TestSupport
import Testing

/// Pages of children at once: each names its own question, whatever the others were answered meanwhile.
struct BranchTokenTests {
  /// Asks some questions, one after the other.
  private struct ItemFlow: Flow {
    let id: FlowID
    var steps: [StepID] = ["x", "y"]
    /// Behind which of them something is written.
    var writesAfter: StepID?

    func run(_ context: FlowContext) async throws -> String {
      var said: [String] = []
      for step in steps {
        said.append(try await context.run(TextScreen(step, "What?")))
        if step == writesAfter { _ = try await context.commit("send") { _ in true } }
      }
      return said.joined(separator: " ")
    }
  }

  /// Asks for a size, then for two items at once, as often as it is to, and whether that is right.
  private struct OrderFlow: Flow {
    let id: FlowID = "order"
    var rounds = 1
    var writesAfter: StepID?

    func run(_ context: FlowContext) async throws -> [String] {
      var said = [try await context.run(TextScreen("size", "Which size?"))]
      for _ in 0..<rounds {
        let (a, b) = try await context.all(
          ItemFlow(id: "a", writesAfter: writesAfter), ItemFlow(id: "b"))
        said += [a, b]
      }
      _ = try await context.run(ConfirmScreen("right", "Is it right?"))
      return said
    }
  }

  private let bank = HostedBank()
  private let key = SessionKey.of("ada")

  private func node(_ flow: OrderFlow = OrderFlow()) -> SessionHost {
    SessionHost(keeping: bank.store, clock: bank.clock) { _ in
      var catalog = FlowCatalog()
      catalog.add(flow)
      return HostedWorld(catalog, name: "shop")
    }
  }

  /// A session whose size is told, at the questions of both children.
  private func begun(_ flow: OrderFlow = OrderFlow()) async throws -> SessionHost {
    let host = node(flow)
    let state = try await host.start("order", as: key, in: HostedBank.environment)
    _ = try await host.answer(key, .answer("large"), to: state.question?.token)
    return host
  }

  private func token(_ path: String, at host: SessionHost) async throws -> StepToken {
    let questions = try await host.state(of: key).questions
    let asked = questions.first { $0.prompt.path.description == path }
    return try #require(asked, "\(path) is not asked").token
  }

  @discardableResult
  private func answer(
    _ path: String, _ answer: Answer, at host: SessionHost
  ) async throws -> StepToken {
    let token = try await token(path, at: host)
    let reply = try await host.answer(key, .answer(answer), to: token)
    #expect(reply.reception == .accepted)
    return token
  }

  @Test func `what one child is answered leaves the pages of the other as they were`() async throws
  {
    let host = try await begun()
    let (a, b) = (try await token("order/a/x", at: host), try await token("order/b/x", at: host))
    #expect(a != b)
    #expect(try await host.answer(key, .answer("1"), to: a).reception == .accepted)
    #expect(try await token("order/b/x", at: host) == b)
    try await answer("order/a/y", "2", at: host)
    // Also where the session was not in memory.
    let other = node()
    #expect(try await token("order/b/x", at: other) == b)
    let reply = try await other.answer(key, .answer("3"), to: b, revising: false)
    #expect(reply.reception == .accepted)
    #expect(reply.state.question?.prompt.path.description == "order/b/y")
    #expect(reply.state.answers == 4)
  }

  @Test func `another answer in the same child makes its older pages stale`() async throws {
    let host = try await begun()
    let x = try await answer("order/a/x", "1", at: host)
    let y = try await token("order/a/y", at: host)
    let sibling = try await token("order/b/x", at: host)
    #expect(try await host.answer(key, .answer("2"), to: x).reception == .revised)
    #expect(
      try await host.answer(key, .answer("3"), to: y).reception == .outdated(.stale),
      "it was about another x")
    #expect(try await host.answer(key, .answer("4"), to: sibling).reception == .accepted)
    // Once x is what it was, so is y.
    #expect(try await host.answer(key, .answer("1"), to: x).reception == .revised)
    #expect(try await host.answer(key, .answer("3"), to: y).reception == .accepted)
  }

  @Test func `another answer before the children makes all their older pages stale`() async throws {
    let host = try await begun()
    let old = [try await token("order/a/x", at: host), try await token("order/b/x", at: host)]
    let size = try #require(try await host.answers(of: key).first).token
    #expect(try await host.answer(key, .answer("small"), to: size).reception == .revised)
    for token in old {
      #expect(try await host.answer(key, .answer("1"), to: token).reception == .outdated(.stale))
    }
    #expect(try await host.state(of: key).answers == 1)
  }

  @Test
  func `a step back that undoes what the other child was answered makes that one's page stale`()
    async throws
  {
    let host = try await begun()
    try await answer("order/a/x", "1", at: host)
    let own = try await token("order/a/y", at: host)
    try await answer("order/b/x", "2", at: host)
    let undone = try await token("order/b/y", at: host)
    #expect(try await host.back(key, from: own).reception == .accepted)
    #expect(try await host.answer(key, .answer("3"), to: undone).reception == .outdated(.stale))
    #expect(try await host.answer(key, .answer("3"), to: own).reception == .accepted)
  }

  @Test func `a page of a child that is sent twice is one answer`() async throws {
    let host = try await begun()
    let x = try await answer("order/a/x", "1", at: host)
    try await answer("order/b/x", "2", at: host)
    #expect(try await host.answer(key, .answer("1"), to: x).reception == .accepted)
    let state = try await host.state(of: key)
    #expect(state.questions.map(\.prompt.path.description) == ["order/a/y", "order/b/y"])
    #expect(state.answers == 3)
    // A program that wants no answer changed is refused.
    let again = try await host.answer(key, .answer("9"), to: x, revising: false)
    #expect(again.reception == .outdated(.stale))
  }

  @Test func `an answer of a child is changed by the name that its question had`() async throws {
    let host = try await begun()
    var asked: [StepToken] = []
    for (path, value) in zip(["b/x", "a/x", "b/y"], ["1", "2", "3"] as [Answer]) {
      asked.append(try await answer("order/\(path)", value, at: host))
    }
    for host in [host, node()] {
      #expect(try await host.answers(of: key).dropFirst().map(\.token) == asked)
    }
    #expect(try await host.back(key, to: asked[0]).reception == .accepted)
    #expect(try await token("order/b/x", at: host) == asked[0])
    #expect(try await host.answer(key, .answer("9"), to: asked[0]).reception == .accepted)
    let answers = try await host.answers(of: key)
    #expect(Set(answers.map(\.answer.value)) == ["large", "9", "2", "3"])
  }

  @Test func `what is written in one child leaves the other's page as it was`() async throws {
    let host = try await begun(OrderFlow(writesAfter: "x"))
    let other = try await token("order/b/x", at: host)
    let x = try await answer("order/a/x", "1", at: host)
    try await eventually("the question behind the write") {
      try await host.state(of: key).questions.first?.prompt.id == "y"
    }
    #expect(try await host.answer(key, .answer("2"), to: x).reception == .outdated(.committed))
    #expect(try await host.answer(key, .answer("3"), to: other).reception == .accepted)
  }

  @Test func `children that are run once more have pages of their own`() async throws {
    let host = try await begun(OrderFlow(rounds: 2))
    var old: [StepToken] = []
    for path in ["order/a/x", "order/b/x", "order/a/y", "order/b/y"] {
      old.append(try await answer(path, "1", at: host))
    }
    let state = try await host.state(of: key)
    #expect(state.questions.map(\.prompt.path.description) == ["order/a/x", "order/b/x"])
    for token in old {
      #expect(!state.questions.contains { $0.isNamed(by: token) })
      let reply = try await host.answer(key, .answer("2"), to: token, revising: false)
      #expect(reply.reception == .outdated(.stale))
    }
    #expect(try await host.state(of: key).answers == 5)
  }
}
