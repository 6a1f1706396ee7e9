import FoundationEssentials
import Synchronization
import Testing

@testable import Flowline

/// Random groups of children at once, answered and replied to in random order.
struct RandomAtOnceTests {
  @Test(arguments: 0..<40)
  func `whatever the order, a journal rebuilds its session byte by byte`(seed: UInt64) throws {
    var walk = RandomAtOnceWalk(seed: seed)
    while walk.controller.inspection.state != .ended, walk.steps < 60 {
      walk.act()
      try walk.expectRebuilt()
      guard !walk.hasIssue else { return }
    }
    try walk.expectReplayed()
    #expect(walk.steps > 0)
    #expect(walk.controller.diagnostics.allSatisfy { $0.code == .lateReply })
  }
}

/// What a random flow is made of.
private indirect enum GroupPlan: Sendable {
  case question, load, commit
  case sequence([GroupPlan])
  case all([GroupPlan])
  case first([GroupPlan])

  static func make(depth: Int, using random: inout SeededGenerator) -> GroupPlan {
    let kinds = depth > 0 ? 6 : 3
    func plans(_ random: inout SeededGenerator) -> [GroupPlan] {
      (0..<Int.random(in: 1...3, using: &random)).map { _ in make(depth: depth - 1, using: &random)
      }
    }
    switch Int.random(in: 0..<kinds, using: &random) {
    case 0: return .question
    case 1: return .load
    case 2: return .commit
    case 3: return .sequence(plans(&random))
    case 4: return .all(plans(&random))
    default: return .first(plans(&random))
    }
  }

  /// The plan as a flow; which id it has says nothing of what it is.
  func flow(_ id: StepID, _ outside: GroupWorld) -> any Flow<Int> {
    switch self {
    case .question: return ask(id)
    case .load: return Load(id) { await outside.reply() }
    case .commit: return Commit(id) { _ in await outside.reply() }
    case .sequence(let plans):
      return ClosureFlow(id) { context in
        var sum = 0
        for (index, plan) in plans.enumerated() {
          sum += try await context.run(Erased(base: plan.flow(StepID("s\(index)"), outside)))
        }
        return sum
      }
    case .all(let plans):
      return ClosureFlow(id) { context in
        try await context.all(Self.children(plans, outside)).reduce(0, +)
      }
    case .first(let plans):
      return ClosureFlow(id) { context in
        try await context.first(of: Self.children(plans, outside))
      }
    }
  }

  private static func children(_ plans: [GroupPlan], _ outside: GroupWorld) -> [any Flow<Int>] {
    plans.enumerated().map { $1.flow(StepID("c\($0)"), outside) }
  }
}

/// A flow of any type, told as itself.
private struct Erased: Flow {
  let base: any Flow<Int>
  var id: FlowID { base.id }

  func run(_ context: FlowContext) async throws -> Int { try await base.run(context) }
}

/// Effects under way, answered when the test says so, in any order; or at once.
private final class GroupWorld: Sendable {
  private struct State {
    var waiting: [CheckedContinuation<Int, Never>] = []
    var isOpen = false
    var count = 0
  }

  private let state = Mutex(State())

  var isWaitedFor: Bool { state.withLock { !$0.waiting.isEmpty } }

  func reply() async -> Int {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume(returning: 1) }
    }
  }

  /// Lets one reply, or all, for good.
  func open(one index: Int?) {
    let (waiting, count) = state.withLock { state in
      defer { state.count += 1 }
      guard let index, !state.waiting.isEmpty else {
        if index == nil { state.isOpen = true }
        defer { state.waiting = [] }
        return (state.waiting, state.count)
      }
      return ([state.waiting.remove(at: index % state.waiting.count)], state.count)
    }
    for continuation in waiting { continuation.resume(returning: count) }
  }
}

extension Session {
  /// Grows with each reply of an effect, whatever comes of it.
  fileprivate var told: Int { engine.journal.entries.count + engine.diagnostics.count }
}

private struct RandomAtOnceWalk {
  let controller = FlowController()
  private let plan: GroupPlan
  private let outside = GroupWorld()
  private var random: SeededGenerator
  private(set) var steps = 0
  private(set) var hasIssue = false
  private let seed: UInt64

  init(seed: UInt64) {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    plan = .all([.make(depth: 3, using: &random), .make(depth: 3, using: &random), .question])
    start(controller, outside, SessionOptions.test)
  }

  private func start(
    _ controller: FlowController, _ outside: GroupWorld, _ options: SessionOptions
  ) {
    controller.start(Erased(base: plan.flow("root", outside)), options)
  }

  mutating func act() {
    steps += 1
    let prompts = controller.prompts
    switch Int.random(in: 0..<10, using: &random) {
    case 0: controller.back()
    case 1:
      if let prompt = prompts.randomElement(using: &random) {
        controller.answer("nonsense", to: prompt.presentation)
      }
    case 2..<6 where outside.isWaitedFor: reply()
    default:
      if let prompt = prompts.randomElement(using: &random) {
        controller.answer(.json(.integer(Int64(steps))), to: prompt.presentation)
      } else if outside.isWaitedFor {
        reply()
      }
    }
  }

  /// One effect replies; its reply is worked off before anything else happens.
  private mutating func reply() {
    let before = controller.act { $0.told }
    outside.open(one: Int.random(in: 0..<100, using: &random))
    controller.wait { $0.told > before && $0.engine.scheduling.replies.isEmpty }
  }

  /// Rebuilds the session from its journal's text, with every effect still to reply.
  mutating func expectRebuilt() throws {
    let text = controller.journal.text
    let rebuilt = FlowController()
    var options = SessionOptions(journal: try Script(parsing: text).journal(or: .test))
    options.isReplay = true
    let world = GroupWorld()
    start(rebuilt, world, options)
    #expect(rebuilt.journal.text == text, "seed \(seed)")
    #expect(rebuilt.divergence == nil, "seed \(seed)")
    #expect(rebuilt.prompts.map(\.path) == controller.prompts.map(\.path), "seed \(seed)")
    hasIssue = rebuilt.journal.text != text || rebuilt.divergence != nil
    rebuilt.terminate()
    world.open(one: nil)
  }

  /// Plays the journal as a script that answers the effects too.
  func expectReplayed() throws {
    var catalog = FlowCatalog()
    catalog.add(Erased(base: plan.flow("root", outside)), summary: "Random")
    let text = controller.journal.text
    let report = try ScriptReplay(Script(parsing: text), of: catalog, or: .test).run(.recorded)
    #expect(report.mismatch == nil, "seed \(seed): \(text)")
    #expect(report.journal.text == text, "seed \(seed)")
    outside.open(one: nil)
  }
}
