import Flowline

/// What it costs to rebuild a session from its journal.
extension Cost {
  static let rebuildingAnswers = Cost(name: "rebuild", what: "n answers rebuilt") { size in
    rebuilding(CountingFlow(steps: size + 1)) { controller in
      for _ in 0..<size { controller.answerNumber() }
    }
  }

  static let rebuildingMenu = Cost(
    name: "menu-rebuilt", what: "a menu whose flow was left n times, rebuilt"
  ) { size in
    rebuilding(MadeFlow.menu) { $0.leaveMenu(times: size) }
  }

  static let rebuildingLoads = Cost(name: "loads", what: "n loads of one step rebuilt") { size in
    rebuilding(loading(size) { context in try await context.load("rate") { 1 } })
  }

  static let rebuildingLoadFlows = Cost(
    name: "load-flows", what: "n loads of one step rebuilt, each a flow"
  ) { size in
    rebuilding(loading(size) { context in try await context.run(Load("rate") { 1 }) })
  }

  static let rebuildingChildren = Cost(
    name: "children", what: "n children at once rebuilt", largest: 4096
  ) { size in
    let flow = MadeFlow("parent") { context in
      let children = (0..<size).map { index in
        MadeFlow(FlowID("child-\(index)")) { context in
          try await context.run(NumberScreen("number", "A number?"))
        }
      }
      let sum = try await context.all(children).reduce(0, +)
      return try await context.run(NumberScreen("last", "A number?")) + sum
    }
    return rebuilding(flow) { controller in
      for _ in 0..<size { controller.answerNumber() }
    }
  }

  static let recordedEffects = Cost(
    name: "effects", what: "one load id answered n times from recorded effects"
  ) { size in
    let flow = loading(size) { context in try await context.load("rate") { 1 } }
    let effects = FlowController(resting: flow).journal
    let controller = FlowController()
    return {
      controller.start(flow, SessionOptions(effects: effects))
      controller.waitUntilSettled()
      precondition(controller.prompt?.id == "last")
    }
  }

  /// Reads so often, and asks.
  private static func loading(
    _ count: Int, _ load: @escaping @Sendable (FlowContext) async throws -> Int
  ) -> MadeFlow {
    MadeFlow("loading") { context in
      var sum = 0
      for _ in 0..<count { sum += try await load(context) }
      return try await context.run(NumberScreen("last", "A number?")) + sum
    }
  }

  /// Walks a flow to a question, and has it rebuilt up to there.
  private static func rebuilding(
    _ flow: some Flow, after walk: (FlowController) -> Void = { _ in }
  ) -> () -> Void {
    let walked = FlowController(resting: flow)
    walk(walked)
    let journal = walked.journal
    let asked = walked.prompt?.path
    precondition(asked != nil)
    let controller = FlowController()
    return {
      controller.start(flow, SessionOptions(journal: journal))
      controller.waitUntilSettled()
      precondition(controller.prompt?.path == asked)
    }
  }
}
