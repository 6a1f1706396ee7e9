import Flowline
import FoundationEssentials

/// What a second person says about a payment.
struct Approval: Codable, Hashable {
  let by: String
  var isGranted = true
}

/// Asks for an amount, waits until somebody approves it, and asks for a note.
let payment = ClosureFlow("payment") { context in
  let amount = try await context.run(ask("amount"))
  let approval = try await context.wait("approval", for: Approval.self)
  let note = try await context.run(TextScreen("note", "A note?"))
  return "\(amount) \(approval.by) \(approval.isGranted) \(note)"
}

/// Asks for an amount, waits a day, and asks for a note.
let coolingOff = ClosureFlow("cooling-off") { context in
  let amount = try await context.run(ask("amount"))
  try await context.wait("day", until: context.now.addingTimeInterval(86_400))
  let note = try await context.run(TextScreen("note", "A note?"))
  return "\(amount) \(note)"
}

/// A session with a clock that stands still until it is advanced.
struct Awaited {
  let controller = FlowController()
  let log = Log()
  let clock: ManualFlowClock
  var record: MemoryRecord?

  /// - Parameter moment: where the clock stands, in seconds since the session's start.
  init(at moment: Double = 0) {
    clock = ManualFlowClock(at: FlowEnvironment.test.now.addingTimeInterval(moment))
  }

  /// Starts a flow.
  @discardableResult
  func start<Output>(_ flow: ClosureFlow<Output>) -> FlowController {
    var options = SessionOptions.test
    options.record = record
    options.clock = clock
    controller.start(flow, options, handler: log.handler("root"))
    controller.waitUntilSettled()
    return controller
  }

  /// Rebuilds a session from its text.
  func resume<Output>(_ flow: ClosureFlow<Output>, from text: String) throws -> FlowController {
    var options = SessionOptions(journal: try Script(parsing: text).journal(or: .test))
    options.record = record
    options.clock = clock
    controller.start(flow, options, handler: log.handler("root"))
    controller.waitUntilSettled()
    return controller
  }

  /// Advances the clock.
  ///
  /// - Parameter seconds: since the session's start.
  func advance(to seconds: Double) {
    clock.advance(to: FlowEnvironment.test.now.addingTimeInterval(seconds))
    controller.waitUntilSettled()
  }
}
