import Days
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
      case .ask(let question): sum += try await question.ask(context, outside)
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
    } catch let refused as CommitRefused {
      if effect.isCaught { return 0 }
      throw refused
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
  fileprivate func ask(_ context: FlowContext, _ outside: Outside) async throws -> Int {
    let options = [
      Option("green", 1), Option("black", 2),
    ]
    func ask<Asked: Screen>(
      _ screen: Asked, isSecond: @escaping @Sendable (Asked.Output) -> Bool
    ) async throws -> Asked.Output {
      guard isDoubtful else { return try await hide(screen, isSecond, context, outside) }
      let doubtful = screen.warning("doubtful") { value, _ in isSecond(value) ? "Really?" : nil }
      return try await hide(doubtful, isSecond, context, outside)
    }
    let worth =
      switch kind {
      case .number: try await ask(NumberScreen(id, "Number?", in: 0...9)) { $0 == 8 }
      case .confirm: try await ask(ConfirmScreen(id, "Sure?")) { !$0 } ? 1 : 0
      case .choice: try await ask(ChoiceScreen(id, "Which?", options: options)) { $0 == 2 }
      case .choices:
        try await ask(MultipleChoiceScreen(id, "Which?", options: options)) { $0 == [2] }
          .reduce(0, +)
      case .text: try await ask(TextScreen(id, "Text?", length: 1...5)) { $0 != "tea" }.count
      case .review:
        try await ask(ReviewScreen(id, "Read", page: [])) { _ in false } == Seen() ? 1 : 0
      case .date: try await ask(DateScreen(id, "When?")) { $0.year == 2027 }.day
      case .longText: try await ask(LongTextScreen(id, "Text?")) { $0.count == 9 }.count
      case .decimal: try await ask(DecimalScreen(id, "Rate?", to: 9)) { $0 > 5 } > 5 ? 7 : 2
      case .path: try await ask(PathScreen(id, "File?")) { $0.hasPrefix("~") }.count
      }
    return isSensitive ? 0 : worth
  }

  private func hide<Asked: Screen>(
    _ screen: Asked, _ isSecond: @escaping @Sendable (Asked.Output) -> Bool,
    _ context: FlowContext, _ outside: Outside
  ) async throws -> Asked.Output {
    guard isSensitive else { return try await put(screen, isSecond, context, outside) }
    return try await put(
      screen.sensitive(), { isSecond($0.reveal()) }, context, outside
    ).reveal()
  }

  private func put<Asked: Screen>(
    _ screen: Asked, _ isSecond: @escaping @Sendable (Asked.Output) -> Bool,
    _ context: FlowContext, _ outside: Outside
  ) async throws -> Asked.Output {
    let screen = isSkippedByBack ? screen.skippedByBack() : screen
    guard check != .none else { return try await context.run(screen) }
    let isLate = check == .late
    return try await context.run(
      screen,
      checking: { value in
        await outside.wait(isLate: isLate)
        return isSecond(value) ? Refusal("taken", "Somebody has it.") : nil
      })
  }

}

/// What a walk's flows read from and write to, and where their handlers tell.
final class Outside: Sendable {
  /// Whether effects may be late; where a walk is replayed, none is.
  private let mayBeLate: Bool
  private let checksMayBeLate: Bool
  private let waiting = Mutex<[UnsafeContinuation<Void, Never>]>([])
  let log = Log()

  init(mayBeLate: Bool = true, checksMayBeLate: Bool? = nil) {
    self.mayBeLate = mayBeLate
    self.checksMayBeLate = checksMayBeLate ?? mayBeLate
  }

  func reply(to effect: PlannedEffect) async throws -> Int {
    if effect.isLate, mayBeLate { await wait() }
    if effect.fails { throw CommitRefused(effect.message) }
    return effect.value
  }

  /// A check is under way.
  func wait(isLate: Bool) async {
    if isLate, checksMayBeLate { await wait() }
  }

  private func wait() async {
    await withUnsafeContinuation { continuation in
      waiting.withLock { $0.append(continuation) }
    }
  }

  /// How many effects wait for leave to reply.
  var late: Int { waiting.withLock { $0.count } }

  /// Lets the effect reply that began last, or the one that began first.
  func release(first: Bool) {
    let next = waiting.withLock { first ? $0.removeFirst() : $0.removeLast() }
    next.resume()
  }
}
