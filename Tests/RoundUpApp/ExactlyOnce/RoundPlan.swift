import FoundationEssentials

/// What happens in a round.
struct RoundPlan: Sendable, CustomStringConvertible {
  var faults: [PlannedFault] = []
  /// The deaths of the first process, of the second, and so on; the one after these lives.
  var deaths: [Death] = []
  /// What is spent in the week, in pence.
  var pence: [Int64] = [4_35, 5_20, 0_87]
  /// Whether the programs keep copies of what they read.
  var hasCache = false
  /// Whether the person leaves at a page that offers to try again.
  var leaves = false
  /// How far this computer's clock is off, in seconds.
  var skew = 0.0
  /// Whether the money goes into a goal that is made on the way, for which the API has no key.
  var makesGoal = false

  var isSlow: Bool { faults.contains { $0.kind == .slow } }

  /// What is to be moved, by a rule of its own.
  var total: Int64 { pence.reduce(0) { $0 + (1_00 - $1 % 1_00) % 1_00 } }

  var description: String {
    "faults \(faults.map { "\($0.kind) after \($0.after) ×\($0.times)" }), deaths \(deaths), "
      + "pence \(pence), cache \(hasCache), leaves \(leaves), skew \(skew), "
      + "new goal \(makesGoal)"
  }

  /// Faults and deaths at random, most rounds with one or two.
  static func random(_ random: inout SeededNumbers, isSlow: Bool) -> RoundPlan {
    var plan = RoundPlan()
    let kinds = isSlow ? FaultKind.allCases : FaultKind.quick
    for _ in 0..<random.pick([0, 1, 1, 2, 2, 2, 3]) {
      plan.faults.append(
        PlannedFault(
          kind: random.pick(kinds), after: .random(in: 0...13, using: &random),
          times: random.chance(0.2) ? .random(in: 2...8, using: &random) : 1))
    }
    for _ in 0..<random.pick([0, 0, 1, 1, 2, 3]) {
      plan.deaths.append(
        random.chance(0.5)
          ? .request(.random(in: 1...12, using: &random))
          : .write(
            .random(in: 1...9, using: &random), random.pick(Death.Extent.allCases)
          )
      )
    }
    plan.pence = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      Int64.random(in: 1...60_00, using: &random)
    }
    if plan.total == 0 { plan.pence.append(0_99) }
    plan.hasCache = random.chance(0.5)
    plan.leaves = random.chance(0.15)
    plan.skew = random.chance(0.3) ? .random(in: -90...90, using: &random) : 0
    // A client that has waited long enough counts on nothing being under way; nobody waits here.
    plan.makesGoal = !plan.isSlow && random.chance(0.3)
    return plan
  }
}
