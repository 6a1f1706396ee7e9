@testable import Flowline

/// Tries all sequences of inputs up to a length, over a plan of bodies.
///
/// A state that was explored as deep before is not explored again.
struct EngineExplorer {
  /// What was found.
  struct Report: CustomStringConvertible {
    var states = 0
    var transitions = 0
    /// The least sequence that breaks a rule, and which.
    var fault: (inputs: [PlannedInput], rule: String)?

    var description: String { "\(states) states, \(transitions) transitions" }
  }

  let depth: Int
  /// States by their hash, with how many inputs more were tried from there.
  private var seen: [Int: Int] = [:]
  private var path: [PlannedInput] = []
  private var report = Report()
  /// Says which inputs are worth a try in a state.
  private let inputs: (PlannedSession) -> [PlannedInput]

  private init(depth: Int, _ inputs: @escaping (PlannedSession) -> [PlannedInput]) {
    self.depth = depth
    self.inputs = inputs
  }

  /// Explores what comes of a plan.
  ///
  /// Depth by depth, so that the first fault is a least one.
  static func explore(
    _ plan: ExploredPlan, depth: Int
  ) -> Report {
    for shallow in 1..<min(depth, 5) {
      let report = exploreOnce(plan, depth: shallow)
      if report.fault != nil { return report }
    }
    return exploreOnce(plan, depth: depth)
  }

  private static func exploreOnce(_ plan: ExploredPlan, depth: Int) -> Report {
    var explorer = EngineExplorer(depth: depth) { plan.inputs(for: $0) }
    var session = PlannedSession(plan.steps, store: plan.store)
    session.start()
    explorer.visit(session, left: depth)
    return explorer.report
  }

  private mutating func visit(_ session: PlannedSession, left: Int) {
    let digest = session.digest
    if let before = seen[digest], before >= left { return }
    if seen.updateValue(left, forKey: digest) == nil {
      report.states += 1
      if let rule = session.fault {
        report.fault = (path, rule)
        return
      }
    }
    guard left > 0, session.engine.phase != .ended else { return }
    for input in inputs(session) {
      var next = session
      next.take(input)
      report.transitions += 1
      path.append(input)
      visit(next, left: left - 1)
      path.removeLast()
      if report.fault != nil { return }
    }
  }
}

extension PlannedSession {
  /// A number that tells states apart.
  var digest: Int {
    var hasher = Hasher()
    hasher.combine(engine)
    for effect in outside {
      hasher.combine(effect)
      hasher.combine(effect.isRepeated)
    }
    for wait in waits.keys.sorted(by: { $0.number < $1.number }) { hasher.combine(wait) }
    for body in bodies.values.sorted(by: { $0.frame.number < $1.frame.number }) {
      hasher.combine(body.frame)
      hasher.combine(body.sum)
      hasher.combine(body.rest.count)
    }
    hasher.combine(isStalled)
    hasher.combine(stored?.entries.count)
    hasher.combine(handed?.entries.count)
    hasher.combine(log.open)
    return hasher.finalize()
  }
}
