import Bank
import BankClient
import Flowline
import FoundationEssentials
import Money
import Synchronization
import Testing

/// Round-ups of an account at one sandbox, a week each, whatever happens.
final class Rounds {
  let bank: ServedBank
  let account: Account
  let goal: SavingsGoal.ID

  /// What the round's sessions have, until it is lost.
  var home: AppHome
  /// The second machine, if it was used in this round.
  var second: AppHome?

  /// What happens in this round.
  private(set) var plan = RoundPlan()
  /// When the round began, by every clock.
  var now: Date
  /// The round's own session.
  private(set) var session = UUID()
  /// The name of the goal that it makes, if it makes one.
  private var goalName: String?
  /// What was moved by hand.
  let byHand = MovesByHand()
  /// What is known of this round.
  var facts = Facts()

  /// What is in each goal, by our own count.
  var saved: [String: Int64] = ["Trip": 0]
  private(set) var done = 0
  /// Whether everything was as it must be.
  var isSound = true
  /// What was met in all rounds.
  var met = Met()
  /// What the last round took.
  private(set) var requests = 0
  private(set) var writes = 0

  private let start: Date

  /// What happened in rounds.
  struct Met: Sendable {
    /// How many processes died.
    var deaths = 0
    /// How often a session was held by an order that was unanswered.
    var unknowns = 0
    var acts: [Act: Int] = [:]
    /// How sessions ended and what pages said, by their keys.
    var said: [String: Int] = [:]

    mutating func add(_ other: Met) {
      deaths += other.deaths
      unknowns += other.unknowns
      acts.merge(other.acts, uniquingKeysWith: +)
      said.merge(other.said, uniquingKeysWith: +)
    }
  }

  /// What is known of a round.
  struct Facts {
    /// Whether an order may be carried out that is in no book or was given up.
    var hasLostSight = false
    /// Whether an order was given up.
    var hasGivenUp = false
    /// How many sessions were begun.
    var sessions = 0
    /// How often a session was held.
    var holds = 0
    /// Which goals a person asked for.
    var goalNames: Set<String> = []
  }

  init(at bank: ServedBank, from start: Date) async throws {
    self.bank = bank
    self.start = start
    now = start
    let opened = try await bank.books.openAccount(in: "GBP", holding: 1_000_000_00, at: start)
    (account, goal) = (opened.0, try #require(opened.1))
    home = try AppHome(at: bank)
  }

  /// What a person was told at the end of a round.
  enum Told: Equatable {
    case moved(Int64, total: Int64, goal: String)
    /// The person left, having been told that nothing was done.
    case left
    /// Nothing was moved, for this reason.
    case notMoved(String)
    /// The session was given up, since nobody can know what became of its order.
    case gaveUp

    var isMoved: Bool {
      if case .moved = self { true } else { false }
    }
  }

  /// One round in a week of its own.
  func run(_ plan: RoundPlan) async throws -> Told {
    done += 1
    self.plan = plan
    now = start.addingTimeInterval(Double(done) * 7 * 86_400)
    (facts, second) = (Facts(), nil)
    byHand.begin(transferByHand(), whileWaiting: plan.movesWhileWaiting)
    try await bank.stand(at: now)
    for pence in plan.pence {
      try bank.books.pay(pence, from: account, at: now.addingTimeInterval(-86_400))
    }
    try await bank.control("PUT", "feed", #"{"lagSeconds":\#(plan.lag)}"#)
    try await bank.control("DELETE", "requests")
    for fault in plan.faults {
      try await bank.control("POST", "faults", fault.words(now: now))
    }
    beginSession()
    (requests, writes) = (0, 0)
    let told = try await runProcesses()
    try await settleAll()
    try await check(told)
    return told
  }

  /// Starts processes, one after the other and with other acts in between, until the session is over
  /// and every act was done.
  private func runProcesses() async throws -> Told {
    var acts = plan.acts
    var deaths = plan.deaths
    var told: Told?
    // Every fault of a plan may keep one process from its end, and every death one.
    for _ in 0..<60 {
      let begun = session
      if told == nil, let outcome = try await walk(mainErrand, at: home, &deaths) {
        told = try self.told(outcome)
      }
      guard !acts.isEmpty else {
        if let told { return told }
        continue
      }
      try await perform(acts.removeFirst(), &deaths)
      if session != begun { told = nil }
    }
    throw Astray("it does not come to an end")
  }

  /// Runs one process.
  ///
  /// Returns how its session ended; nil if it did not.
  func walk(
    _ errand: Errand, at home: AppHome, _ deaths: inout [Death]
  ) async throws -> Outcome<JSONValue>? {
    let doom = Doom(deaths.isEmpty ? nil : deaths.removeFirst(), of: home)
    if let name = errand.goalName { facts.goalNames.insert(name) }
    let before = try await orders()
    let walk = try Walk(self, errand, doom)
    let end = try await walk.run()
    met.unknowns += walk.unknowns
    requests += doom.requests
    writes += doom.writes
    try await expectSends(of: errand, since: before)
    if doom.isDead { met.deaths += 1 }
    guard !doom.isDead else { return nil }
    guard let end else {
      guard walk.unknowns > 0 else { throw Astray("\(errand.flow) ended as nothing") }
      return nil
    }
    try await expectTruth(of: end, errand)
    return end
  }

  func beginSession() {
    session = UUID()
    home.record.withLock { $0 = nil }
    goalName = newGoal()
  }

  var mainErrand: Errand {
    Errand(
      flow: "round-up", isMain: true, handling: plan.leaves ? [.look, .leave] : [.look, .again],
      goalName: goalName, leaves: plan.leaves)
  }

  /// What is chosen when a session is held: in turn in this process and in a new one.
  ///
  /// - Parameters:
  ///   - number: how many choices came before.
  ///   - isKept: whether the session has a record, so that it can be left for later.
  /// - Returns: the key of the choice.
  func choice(at number: Int, isKept: Bool) -> String {
    facts.holds += 1
    // Nobody will ever know of one that was given up.
    if isKept, facts.hasGivenUp, facts.holds > 16 { return "give-up" }
    if (met.unknowns + number).isMultiple(of: 2) { return "again" }
    return isKept ? "later" : "give-up"
  }

  /// What the goal of one more session is called; nil if the money goes into one that is there.
  func newGoal() -> String? {
    facts.sessions += 1
    guard plan.makesGoal else { return nil }
    return facts.sessions > 1 ? "Goal \(done)-\(facts.sessions)" : "Goal \(done)"
  }

  private func told(_ outcome: Outcome<JSONValue>) throws -> Told {
    switch outcome {
    case .cancelled(.user): return .left
    case .failed where facts.hasGivenUp: return .gaveUp
    case .finished(let output):
      if let reason = output["reason"]?.string { return .notMoved(reason) }
      guard case .integer(let moved)? = output["moved"]?["minorUnits"],
        case .integer(let total)? = output["totalSaved"]?["minorUnits"],
        let goal = output["goal"]?.string
      else { throw Astray("it resulted in \(output)") }
      return .moved(moved, total: total, goal: goal)
    default: throw Astray("it ended as \(outcome)")
    }
  }

  struct Astray: Error {
    let what: String
    init(_ what: String) { self.what = what }
  }
}
