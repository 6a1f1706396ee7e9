import Flowline

/// A flow one of whose answers is checked outside before it is taken.
enum CheckedFlow {
  /// Asks for a number that somebody outside has a say about, and then for another.
  static func flow(
    _ check: @escaping @Sendable (Int) async throws -> Refusal?
  ) -> ClosureFlow<Int> {
    ClosureFlow("flow") { context in
      let first = try await context.run(ask("first"))
      let name = try await context.run(ask("name"), checking: check)
      return try await context.run(ask("last")) + name + first
    }
  }

  static let taken = Refusal("taken", "Somebody has it. Try another.")

  /// Refuses 7 at once.
  static let quick = flow { $0 == 7 ? taken : nil }

  /// Starts a flow and answers its first question.
  static func start(
    _ flow: some Flow, presenter: (any Presenter)? = nil, events: Events? = nil,
    handler: Log? = nil
  ) -> FlowController {
    let controller = FlowController(presenter: presenter)
    let options = events.map { SessionOptions.test.observed($0) } ?? .test
    controller.start(flow, options, handler: handler?.handler("root") ?? FlowHandler())
    controller.answer("1")
    return controller
  }
}
