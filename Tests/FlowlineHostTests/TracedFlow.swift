import Flowline
import Synchronization
import TestSupport

/// What a random flow does: the same questions again and again, so that nothing but the answers before them
/// tells them apart.
enum TracedPlan: Sendable {
  case question(StepID)
  case sequence([TracedPlan])
  case atOnce([TracedPlan], isRace: Bool)

  /// A plan that asks before its children at once, in them and after them.
  static func make(using random: inout SeededNumbers) -> TracedPlan {
    let inner = make(depth: 2, using: &random)
    return .sequence([
      .question("q0"), .atOnce([inner, make(depth: 2, using: &random)], isRace: false),
      make(depth: 1, using: &random), .question("q1"),
    ])
  }

  private static func make(depth: Int, using random: inout SeededNumbers) -> TracedPlan {
    func plans(_ count: ClosedRange<Int>) -> [TracedPlan] {
      let size = Int.random(in: count, using: &random)
      return (0..<size).map { _ in make(depth: depth - 1, using: &random) }
    }
    switch random.below(depth > 0 ? 6 : 1) {
    case 0: return .question(random.chance(0.5) ? "q0" : "q1")
    case 1, 2: return .sequence(plans(1...3))
    case 3, 4: return .atOnce(plans(2...3), isRace: false)
    default: return .atOnce(plans(2...2), isRace: true)
    }
  }

  fileprivate func run(_ context: FlowContext, _ trace: Trace) async throws {
    switch self {
    case .question(let id):
      let screen = NumberScreen(id, "How many?", in: 0...9).help(Text(verbatim: trace.text))
      let number = try await context.run(screen)
      trace.add("\(id)=\(number)")
    case .sequence(let plans):
      for (index, plan) in plans.enumerated() {
        if case .sequence = plan {
          let flow = TracedFlow(id: StepID("s\(index)"), plan: plan, trace: trace)
          _ = try await context.run(flow)
        } else {
          try await plan.run(context, trace)
        }
      }
    case .atOnce(let plans, let isRace):
      let traces = plans.map { _ in Trace(after: trace) }
      let children: [any Flow<Int>] = zip(plans, traces).enumerated().map { index, child in
        TracedFlow(id: StepID("c\(index)"), plan: child.0, trace: child.1)
      }
      // Also what those had come to that are cut off.
      defer { trace.join(traces) }
      do {
        if isRace {
          _ = try await context.first(of: children)
        } else {
          _ = try await context.all(children)
        }
      } catch let cancelled as FlowCancelled where cancelled.reason == .user {
        // A person left one of them, which ends the others: the flow continues without them.
      }
    }
  }
}

/// A flow that knows which of its answers can have to do with what it asks, and says so in the help of its
/// questions, which no token looks at.
struct TracedFlow: Flow {
  let id: FlowID
  let plan: TracedPlan
  /// What the flow that runs it has come to; nil for the root, which begins anew whenever it is run.
  var trace: Trace?

  func run(_ context: FlowContext) async throws -> Int {
    try await plan.run(context, trace ?? Trace())
    return 1
  }
}

/// The answers that a body has come to.
final class Trace: Sendable {
  private let answers: Mutex<[String]>
  /// How many of them were given before it began.
  private let inherited: Int

  /// Begins with what a body has come to that runs another one.
  init(after trace: Trace? = nil) {
    let answers = trace?.list ?? []
    self.answers = Mutex(answers)
    inherited = answers.count
  }

  private var list: [String] { answers.withLock { $0 } }

  var text: String { list.joined(separator: " ") }

  func add(_ answer: String) { answers.withLock { $0.append(answer) } }

  /// Takes in what children at once have come to, whichever of them ended first.
  func join(_ children: [Trace]) {
    let own = children.enumerated().compactMap { place, child -> String? in
      let answers = child.list.dropFirst(child.inherited)
      return answers.isEmpty ? nil : "\(place): \(answers.joined(separator: " "))"
    }
    if !own.isEmpty { add("[\(own.joined(separator: "; "))]") }
  }
}
