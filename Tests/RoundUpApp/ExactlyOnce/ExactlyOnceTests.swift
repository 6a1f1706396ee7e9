import Bank
import BankSandbox
import BankTestSupport
import FlowlineTesting
import FoundationEssentials
import TestSupport
import Testing

/// A round-up moves its money once, whatever fails and whoever dies on the way, and the person is told
/// what is so.
@Suite(.waitsForEffects, .timeLimit(.minutes(30)))
struct ExactlyOnceTests {
  private static let start = "2026-01-09T12:00:00Z"

  /// Plays rounds at a sandbox of their own.
  ///
  /// What goes wrong is reported with the plan of its round.
  @discardableResult
  private func play(_ plans: [RoundPlan], named name: String) async throws -> Rounds.Met {
    let tokens = [
      SandboxToken(ServedBank.token), SandboxToken(ServedBank.otherToken, holder: "somebody else"),
    ]
    return try await ServedBank.with(now: date(Self.start), tokens: tokens) { bank in
      let rounds = try await Rounds(at: bank, from: date(Self.start))
      for (number, plan) in plans.enumerated() {
        var isSound = true
        do {
          let told = try await rounds.run(plan)
          if plan.acts.isEmpty, !plan.leaves, !plan.hasRefusals {
            isSound = told.isMoved
            #expect(isSound, "told \(told)")
          }
        } catch {
          isSound = false
          Issue.record("\(error)")
        }
        guard isSound, rounds.isSound else {
          Issue.record("round \(number) of \(name): \(plan)")
          break
        }
      }
      try rounds.expectSecrecy()
      return rounds.met
    }
  }

  /// What a round does if nothing goes wrong: so many requests and durable writes.
  private static func measure(_ plan: RoundPlan) async throws -> (requests: Int, writes: Int) {
    try await ServedBank.with(now: date(Self.start)) { bank in
      let rounds = try await Rounds(at: bank, from: date(Self.start))
      #expect(
        try await rounds.run(plan)
          == .moved(1_58, total: 1_58, goal: plan.makesGoal ? "Goal 1" : "Trip"))
      return (rounds.requests, rounds.writes)
    }
  }

  /// An undisturbed round, which is the same for every test.
  private static let usual = Task { try await measure(RoundPlan()) }
  /// An undisturbed round into a new goal.
  private static let withNewGoal = Task { try await measure(RoundPlan(makesGoal: true)) }

  @Test(arguments: runsLongTests ? FaultKind.allCases : FaultKind.usual)
  func `a fault at each request of a round-up`(kind: FaultKind) async throws {
    let requests = try await Self.usual.value.requests
    #expect(requests > 7)
    try await play(
      (0..<requests + 2).map { RoundPlan(faults: [PlannedFault(kind: kind, after: $0)]) },
      named: "\(kind)")
  }

  @Test(arguments: Death.Extent.allCases)
  func `a death at each write of the journal`(extent: Death.Extent) async throws {
    let writes = try await Self.usual.value.writes
    #expect(writes > 6)
    try await play(
      (1...writes).map { RoundPlan(deaths: [.write($0, extent)]) }, named: "\(extent)")
  }

  @Test func `a death after each request`() async throws {
    let requests = try await Self.usual.value.requests
    try await play(
      (1...requests).map { RoundPlan(deaths: [.request($0)]) }, named: "deaths")
  }

  /// The API has no key for making a goal: whether one was made is found out by looking.
  @Test(arguments: runsLongTests ? FaultKind.quick : FaultKind.doubtful)
  func `a fault, and a death, at each request of one into a new goal`(
    kind: FaultKind
  ) async throws {
    let requests = try await Self.withNewGoal.value.requests
    #expect(requests > 9)
    try await play(
      (0..<requests + 2).flatMap { after in
        let faults = [PlannedFault(kind: kind, after: after)]
        return [
          RoundPlan(faults: faults, makesGoal: true),
          RoundPlan(faults: faults, deaths: [.request(after + 1)], makesGoal: true),
        ]
      }, named: "\(kind)")
  }

  /// The orders' answers are lost in every way, and the process dies at any point around it.
  @Test(arguments: FaultKind.doubtful + (runsLongTests ? [.status500, .truncate] : []))
  func `an unanswered transfer and a death at each request`(kind: FaultKind) async throws {
    let requests = try await Self.usual.value.requests
    try await play(
      (1...requests + 2).map { death in
        RoundPlan(
          faults: [PlannedFault(kind: kind, after: max(0, death - 2), times: 2)],
          deaths: [.request(death), .write(1, .all)])
      }, named: "\(kind) and deaths")
  }

  /// `FLOWLINE_ROUNDS` is how many, `FLOWLINE_SEED` where the random numbers begin.
  @Test(arguments: 0..<4)
  func `faults and deaths at random`(part: Int) async throws {
    let rounds = number("FLOWLINE_ROUNDS", or: runsLongTests ? 300 : 40)
    let seed = UInt64(number("FLOWLINE_SEED", or: 20_261_120)) &+ UInt64(part)
    var random = SeededNumbers(seed: seed)
    let plans = (0..<rounds / 4).map { number in
      RoundPlan.random(&random, isSlow: number % 20 == 0)
    }
    var met = Rounds.Met()
    // A bank for each few: its feed grows, and is read before each transfer.
    for start in stride(from: 0, to: plans.count, by: 25) {
      let some = Array(plans[start..<min(start + 25, plans.count)])
      met.add(try await play(some, named: "seed \(seed) from \(start)"))
    }
    // A death that is planned for a late request may not come. In so many rounds some do.
    #expect(met.deaths > 0 || plans.count < 25)
    print("rounds: seed \(seed), \(plans.count) rounds, \(met)")
  }
}
