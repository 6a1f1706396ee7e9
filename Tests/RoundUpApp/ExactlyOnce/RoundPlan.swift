import FoundationEssentials
import TestSupport

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
  /// What happens after the first process, after the second, and so on.
  var acts: [Act] = []
  /// How far the bank's feed is behind, in seconds.
  var lag = 0
  /// Whether somebody moves the same sum by hand when the client first waits.
  var movesWhileWaiting = false

  var isSlow: Bool { faults.contains { $0.kind == .slow } }

  /// Whether the bank refuses something that it could do.
  var hasRefusals: Bool {
    faults.contains { $0.kind == .insufficientFunds || $0.kind == .unknownReason }
  }

  /// What is to be moved, by a rule of its own.
  var total: Int64 { pence.reduce(0) { $0 + (1_00 - $1 % 1_00) % 1_00 } }

  var description: String {
    "faults \(faults.map { "\($0.kind) after \($0.after) ×\($0.times)" }), deaths \(deaths), "
      + "pence \(pence), cache \(hasCache), leaves \(leaves), skew \(skew), "
      + "new goal \(makesGoal), acts \(acts.map(\.rawValue)), lag \(lag), "
      + "moved while waiting \(movesWhileWaiting)"
  }

  /// Faults, deaths and acts at random, most rounds with one or two of each.
  static func random(_ random: inout SeededNumbers, isSlow: Bool) -> RoundPlan {
    var plan = RoundPlan()
    let kinds = isSlow ? FaultKind.allCases : FaultKind.quick
    for _ in 0..<random.pick([0, 1, 1, 2, 2, 2, 3]) {
      let kind = random.pick(kinds)
      // There are few requests of one kind in a round.
      let after = 0...(kind.onlyMeets == nil ? 13 : 2)
      plan.faults.append(
        PlannedFault(
          kind: kind, after: .random(in: after, using: &random),
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
    plan.lag = random.pick([0, 0, 0, 45, 90, 3600])
    plan.movesWhileWaiting = random.chance(0.15)
    if random.chance(0.75) {
      // An order that is in doubt is what all of it is about.
      let kind = random.pick([FaultKind.late, .closeAfter, .closeBefore, .truncate])
      plan.faults.append(
        PlannedFault(
          kind: kind, after: kind == .late ? 0 : .random(in: 6...12, using: &random),
          times: .random(in: 1...8, using: &random)))
      plan.acts = (0..<random.pick([1, 1, 2, 2, 3, 4])).map { _ in random.pick(Act.allCases) }
    }
    // Nor can it count on that if a request is carried out whenever the test says so.
    if plan.faults.contains(where: { $0.kind == .late }) { plan.makesGoal = false }
    return plan
  }
}
