import Flowline
import FoundationEssentials
import Synchronization

/// A plan as a flow that the engine runs.
struct PlannedFlow: Flow {
  let plan: Plan
  let outside: Outside
  /// The way to this flow through the plan, by which its handler is told apart.
  var place: [Int] = []

  var id: FlowID { plan.id }

  func run(_ context: FlowContext) async throws -> Int {
    var sum = 0
    try await perform(plan.steps, at: place, &sum, context)
    return sum
  }

  private func perform(
    _ steps: [Plan.Step], at place: [Int], _ sum: inout Int, _ context: FlowContext
  ) async throws {
    for (index, step) in steps.enumerated() {
      let place = place + [index]
      switch step {
      case .ask(let question): sum += try await question.ask(context)
      case .run(let child, let hasHandler, let manner):
        let flow = PlannedFlow(plan: child, outside: outside, place: place)
        sum += try await run(flow, hasHandler, manner, context)
      case .load(let effect):
        sum += try await catching(effect) {
          try await context.load(effect.id) { try await outside.reply(to: effect) }
        }
      case .commit(let effect):
        sum += try await catching(effect) {
          try await context.commit(effect.id) { _ in try await outside.reply(to: effect) }
        }
      case .fork(let even, let odd):
        let isEven = sum.isMultiple(of: 2)
        try await perform(isEven ? even : odd, at: place + [isEven ? 0 : 1], &sum, context)
      case .fail(let message): throw PlannedError(description: message)
      case .decline: throw FlowCancelled()
      }
    }
  }

  private func run(
    _ flow: PlannedFlow, _ hasHandler: Bool, _ manner: Plan.Manner, _ context: FlowContext
  ) async throws -> Int {
    let handler: FlowHandler<Int>? = hasHandler ? outside.log.handler(flow.place.name) : nil
    switch manner {
    case .follow: return try await context.run(flow, handler: handler)
    case .swallow: return (try? await context.run(flow, handler: handler)) ?? 0
    case .goOn:
      guard case .finished(let sum) = try await context.outcome(of: flow, handler: handler) else {
        return 0
      }
      return sum
    }
  }

  private func catching(
    _ effect: PlannedEffect, _ work: () async throws -> Int
  ) async throws -> Int {
    do {
      return try await work()
    } catch let failure as EffectFailure {
      if effect.isCaught { return 0 }
      throw failure
    }
  }
}

struct PlannedError: Error, CustomStringConvertible {
  let description: String
}

extension [Int] {
  /// What the handler of the flow at this place is called in the log.
  var name: String { isEmpty ? "root" : map(String.init).joined(separator: ".") }
}

extension PlannedQuestion {
  fileprivate func ask(_ context: FlowContext) async throws -> Int {
    let options = [
      Option("green", 1), Option("black", 2),
    ]
    let worth =
      switch kind {
      case .number: try await context.run(tuned(NumberScreen(id, "Number?", in: 0...9)))
      case .confirm: try await context.run(tuned(ConfirmScreen(id, "Sure?"))) ? 1 : 0
      case .choice: try await context.run(tuned(ChoiceScreen(id, "Which?", options: options)))
      case .choices:
        try await context.run(tuned(MultipleChoiceScreen(id, "Which?", options: options)))
          .reduce(0, +)
      case .text: try await context.run(tuned(TextScreen(id, "Text?", length: 1...5))).count
      case .review:
        try await context.run(tuned(ReviewScreen(id, "Read", page: []))) == Seen() ? 1 : 0
      case .date: try await context.run(tuned(DateScreen(id, "When?"))).day
      case .longText: try await context.run(tuned(LongTextScreen(id, "Text?"))).count
      case .decimal:
        try await context.run(tuned(DecimalScreen(id, "Rate?", to: 9))) > 5 ? 7 : 2
      case .path: try await context.run(tuned(PathScreen(id, "File?"))).count
      }
    return isSensitive ? 0 : worth
  }

  private func tuned<Asked: Screen>(_ screen: Asked) -> Asked {
    let screen = isSensitive ? screen.sensitive() : screen
    return isSkippedByBack ? screen.skippedByBack() : screen
  }
}

/// What a walk's flows read from and write to, and where their handlers tell.
final class Outside: Sendable {
  /// Whether effects may be late; where a walk is replayed, none is.
  private let mayBeLate: Bool
  private let waiting = Mutex<[UnsafeContinuation<Void, Never>]>([])
  let log = Log()

  init(mayBeLate: Bool = true) { self.mayBeLate = mayBeLate }

  func reply(to effect: PlannedEffect) async throws -> Int {
    if effect.isLate, mayBeLate {
      await withUnsafeContinuation { continuation in
        waiting.withLock { $0.append(continuation) }
      }
    }
    if effect.fails { throw PlannedError(description: effect.message) }
    return effect.value
  }

  /// How many effects wait for leave to reply.
  var late: Int { waiting.withLock { $0.count } }

  /// Lets the effect reply that began last, or the one that began first.
  func release(first: Bool) {
    let next = waiting.withLock { first ? $0.removeFirst() : $0.removeLast() }
    next.resume()
  }
}
