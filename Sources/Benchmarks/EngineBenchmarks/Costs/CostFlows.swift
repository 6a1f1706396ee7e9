import Flowline

/// A flow made of a closure.
struct MadeFlow: Flow {
  let id: FlowID
  let body: @Sendable (FlowContext) async throws -> Int

  init(_ id: FlowID, _ body: @escaping @Sendable (FlowContext) async throws -> Int) {
    self.id = id
    self.body = body
  }

  func run(_ context: FlowContext) async throws -> Int { try await body(context) }
}

extension MadeFlow {
  /// Asks for a choice again and again, and runs a flow each time.
  static let menu = MadeFlow("menu") { context in
    while try await context.run(NumberScreen("choice", "Which?")) > 0 {
      _ = try await context.outcome(of: CountingFlow(steps: 1))
    }
    return 0
  }
}

/// So many flows, each nested in the one before; the innermost asks.
struct NestedFlow: Flow {
  let id: FlowID = "nested"
  let depth: Int

  func run(_ context: FlowContext) async throws -> Int {
    depth == 0
      ? try await context.run(NumberScreen("number", "A number?"))
      : try await context.run(NestedFlow(depth: depth - 1))
  }
}

extension FlowController {
  /// A controller whose flow was started and has come to rest.
  convenience init(resting flow: some Flow, _ options: SessionOptions = .fixed) {
    self.init()
    precondition(start(flow, options) == .accepted)
    waitUntilSettled()
  }

  /// Chooses in a menu and leaves the flow that was chosen, so many times.
  func leaveMenu(times count: Int) {
    for _ in 0..<count {
      answerNumber()
      precondition(cancel() == .accepted)
      waitUntilSettled()
    }
  }

  /// Answers the question that waits.
  func answerNumber() {
    precondition(answer(5) == .accepted)
    waitUntilSettled()
  }
}
