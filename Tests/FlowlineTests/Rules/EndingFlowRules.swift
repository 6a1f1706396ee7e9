import Flowline
import TestSupport
import Testing

/// Rule 4: a nested flow can be ended by its number, without its siblings.
struct EndingFlowRules {
  /// Three levels with handlers and a `defer` each; the outermost asks once more, however the one in
  /// the middle ends.
  private static func nested(_ log: Log) -> some Flow<String> {
    ClosureFlow("outer") { context in
      defer { log.add("outer unwound") }
      let before = try await context.run(ask("before"))
      let middle = try await context.outcome(
        of: ClosureFlow("middle") { context in
          defer { log.add("middle unwound") }
          _ = try await context.run(ask("own"))
          return try await context.run(
            ClosureFlow("inner") { context in
              defer { log.add("inner unwound") }
              return try await context.run(ask("deep"))
            }, handler: FlowHandler { outcome, _ in log.add("inner \(outcome.short)") })
        }, handler: FlowHandler { outcome, _ in log.add("middle \(outcome.short)") })
      log.add("outer goes on")
      return "\(before) \(try await context.run(ask("after"))) \(middle.short)"
    }
  }

  /// Two children at once that ask deeper inside, each whatever becomes of that.
  private static func atOnce(_ log: Log) -> some Flow<String> {
    @Sendable func child(_ id: FlowID) -> some Flow<String> {
      ClosureFlow(id) { context in
        defer { log.add("\(id) unwound") }
        let inner = try await context.outcome(
          of: ClosureFlow("inner") { context in
            defer { log.add("\(id)/inner unwound") }
            return try await context.run(ask("first")) + context.run(ask("second"))
          })
        return "\(inner.short), \(try await context.run(ask("last")))"
      }
    }
    return ClosureFlow("both") { context in
      let (left, right) = try await context.all(child("left"), child("right"))
      return "\(left); \(right)"
    }
  }

  private func number(_ path: String, in controller: FlowController) throws -> Int {
    let inspection = controller.inspection
    return try #require(
      inspection.flows.first { inspection.path(to: $0).description == path }?.number)
  }

  @Test func `rule 4: a flow in the middle is ended from the inside out, and its parent goes on`()
    throws
  {
    let log = Log()
    let presenter = RecordingPresenter()
    let controller = FlowController(presenter: presenter)
    controller.start(
      Self.nested(log), .test,
      handler: FlowHandler { outcome, _ in log.add("outer \(outcome.short)") })
    for answer in ["1", "2"] { controller.answer(.text(answer)) }
    #expect(controller.prompt?.path.description == "outer/middle/inner/deep")
    #expect(controller.end(try number("outer/middle", in: controller)) == .accepted)
    #expect(
      log.all == [
        "inner unwound", "inner cancelled user", "middle unwound", "middle cancelled user",
        "outer goes on",
      ])
    #expect(presenter.log.all.suffix(2) == ["dismiss 1..<3", "present 3 outer/after"])
    #expect(controller.inspection.shown == [0..<1, 3..<4])
    try expectFixpoint(controller, Self.nested(Log()))
    controller.answer("4")
    #expect(log.all.last == "outer finished 1 4 cancelled user")
    try expectFixpoint(controller, Self.nested(Log()))
    expectClean(controller)
  }

  @Test func `rule 4: a flow is ended without its siblings, and without what they have on show`()
    throws
  {
    let log = Log()
    let presenter = RecordingPresenter()
    let controller = FlowController(presenter: presenter)
    controller.start(
      Self.atOnce(log), .test, handler: FlowHandler { outcome, _ in log.add(outcome.short) })
    // The second question of each stands beside the first; the first of both is what a person sees.
    for prompt in controller.prompts { controller.answer("1", to: prompt.presentation) }
    #expect(
      controller.prompts.map(\.path.description)
        == ["left", "right"].map { "both/\($0)/inner/second" })
    #expect(controller.end(try number("both/right/inner", in: controller)) == .accepted)
    #expect(log.all == ["right/inner unwound"])
    #expect(
      controller.prompts.map(\.path.description) == ["both/left/inner/second", "both/right/last"])
    #expect(controller.inspection.shown == [0..<1, 2..<3, 4..<5])
    #expect(
      presenter.log.all.filter { $0.hasPrefix("dismiss") } == ["dismiss 1..<2", "dismiss 3..<4"])
    try expectFixpoint(controller, Self.atOnce(Log()))
    for _ in 0..<3 { controller.answer("5") }
    #expect(log.all.last == "finished finished 6, 5; cancelled user, 5")
    try expectFixpoint(controller, Self.atOnce(Log()))
    expectClean(controller)
  }

  @Test
  func `rule 4: ending one that has children at once ends those, and dismisses what they show`()
    throws
  {
    let log = Log()
    let controller = FlowController()
    let flow = ClosureFlow("around") { context in
      let outcome = try await context.outcome(of: Self.atOnce(log))
      return "\(outcome.short) \(try await context.run(ask("after")))"
    }
    controller.start(flow, .test)
    #expect(controller.prompts.count == 2)
    #expect(controller.end(try number("around/both", in: controller)) == .accepted)
    #expect(
      log.all == ["left/inner unwound", "left unwound", "right/inner unwound", "right unwound"])
    #expect(controller.prompt?.id == "after")
    #expect(controller.inspection.shown == [2..<3])
    try expectFixpoint(controller, flow)
    controller.answer("5")
    #expect(controller.inspection.state == .ended)
    expectClean(controller)
  }

  @Test func `rule 4: a flow that has ended, or never was, is not ended again`() throws {
    let controller = FlowController()
    #expect(controller.end(1).code == .notRunning)
    controller.start(Self.nested(Log()), .test)
    for answer in ["1", "2"] { controller.answer(.text(answer)) }
    let middle = try number("outer/middle", in: controller)
    #expect(controller.end(middle) == .accepted)
    #expect(controller.end(middle).code == .stale)
    #expect(controller.end(.max).code == .stale)
    #expect(controller.prompt?.id == "after")
  }

  @Test func `rule 14: a flow whose write is under way is not ended`() throws {
    let controller = FlowController()
    let gate = Gate<Int>()
    controller.start(
      ClosureFlow("outer") { context in
        try await context.run(
          ClosureFlow("paying") { context in
            try await context.commit("payment") { _ in await gate.wait() }
          })
      }, .test)
    #expect(controller.end(try number("outer/paying", in: controller)).code == .committing)
    gate.open(1)
    controller.waitUntilSettled()
    #expect(controller.inspection.state == .ended)
  }
}
