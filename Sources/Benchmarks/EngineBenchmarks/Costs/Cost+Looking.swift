import Flowline

/// What it costs to go back, and to look at a session.
extension Cost {
  static let back = Cost(name: "back", what: "one back over n answers") { size in
    let controller = FlowController(at: size, of: CountingFlow(steps: size + 1), .fixed)
    return {
      precondition(controller.back() == .accepted)
      precondition(controller.prompt?.id == "number")
    }
  }

  static let backAcrossFlows = Cost(
    name: "back-nested", what: "one back out of n nested flows, observed", largest: 4096
  ) { size in
    let flow = MadeFlow("outer") { context in
      let first = try await context.run(NumberScreen("first", "A number?"))
      return try await context.run(NestedFlow(depth: size)) + first
    }
    let controller = FlowController(resting: flow)
    let counter = EventCounter()
    controller.observe { _ in counter.count += 1 }
    controller.answerNumber()
    return {
      precondition(controller.back() == .accepted)
      precondition(controller.prompt?.id == "first" && counter.count > size)
    }
  }

  static let changeable = Cost(name: "changeable", what: "n answers that can be changed, listed") {
    size in
    let controller = FlowController(at: size, of: CountingFlow(steps: size + 1), .fixed)
    return { precondition(controller.legalInputs.changeable.count == size) }
  }

  static let leaks = Cost(
    name: "leaks", what: "what is alive at nesting depth n", largest: 4096
  ) { size in
    let controller = FlowController(resting: NestedFlow(depth: size))
    return { precondition(controller.leaks.flows.count >= size) }
  }
}

/// `@unchecked`: used from the thread that drives its session.
private final class EventCounter: @unchecked Sendable {
  var count = 0
}
