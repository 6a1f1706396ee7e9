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
  let home: AppHome

  /// What is in each goal, by our own count.
  private var saved: [String: Int64] = ["Trip": 0]
  private(set) var done = 0
  /// How many processes died, and how often a session was held by an order that was unanswered.
  private(set) var deaths = 0
  private(set) var unknowns = 0
  /// What the last round took.
  private(set) var requests = 0
  private(set) var writes = 0

  private let start: Date

  init(at bank: ServedBank, from start: Date) async throws {
    self.bank = bank
    self.start = start
    let opened = try await bank.books.openAccount(in: "GBP", holding: 1_000_000_00, at: start)
    (account, goal) = (opened.0, try #require(opened.1))
    home = try AppHome(at: bank)
  }

  /// What a person was told at the end of a round.
  enum Told: Equatable {
    case moved(Int64, total: Int64, goal: String)
    /// The person left, having been told that nothing was done.
    case left
  }

  /// One round in a week of its own.
  func run(_ plan: RoundPlan) async throws -> Told {
    done += 1
    let now = start.addingTimeInterval(Double(done) * 7 * 86_400)
    try await bank.stand(at: now)
    for pence in plan.pence {
      try bank.books.pay(pence, from: account, at: now.addingTimeInterval(-86_400))
    }
    for fault in plan.faults {
      try await bank.control("POST", "faults", fault.words(now: now))
    }
    home.record.withLock { $0 = nil }
    let told = try await runProcesses(plan, at: now)
    try await bank.control("DELETE", "faults")
    try await check(told, plan, at: now)
    return told
  }

  /// Starts processes, one after the other, until the session is over.
  private func runProcesses(_ plan: RoundPlan, at now: Date) async throws -> Told {
    let id = UUID()
    requests = 0
    writes = 0
    // Every fault of a plan may keep one process from its end, and every death one.
    for number in 0..<40 {
      let doom = Doom(number < plan.deaths.count ? plan.deaths[number] : nil, of: home)
      let walk = try Walk(self, plan, doom, session: id, at: now)
      let end = try await walk.run()
      unknowns += walk.unknowns
      requests += doom.requests
      writes += doom.writes
      guard !doom.isDead else {
        deaths += 1
        continue
      }
      switch end {
      case .finished(let output): return try told(output)
      case .cancelled(.user): return .left
      case nil where walk.unknowns > 0: break
      default: throw Astray("it ended as \(end.map { "\($0)" } ?? "nothing")")
      }
    }
    throw Astray("it does not come to an end")
  }

  private func told(_ output: JSONValue) throws -> Told {
    guard case .integer(let moved)? = output["moved"]?["minorUnits"],
      case .integer(let total)? = output["totalSaved"]?["minorUnits"],
      let goal = output["goal"]?.string, output["reason"] == nil
    else { throw Astray("it resulted in \(output)") }
    return .moved(moved, total: total, goal: goal)
  }

  struct Astray: Error {
    let what: String
    init(_ what: String) { self.what = what }
  }

  // MARK: - What must be so

  /// What was moved in a round's week.
  func movements(at now: Date) async throws -> [Payment] {
    let day = 86_400.0
    return try await bank.books.payments(
      of: account.id, in: now.addingTimeInterval(-3 * day)..<now.addingTimeInterval(3 * day)
    ).filter { $0.source == .internalTransfer }
  }

  /// What the goal that is made in this round is called.
  var newGoal: String { "Goal \(done)" }

  private func check(_ told: Told, _ plan: RoundPlan, at now: Date) async throws {
    let movements = try await movements(at: now)
    let goals = try await bank.books.goals(of: account.id)
    switch told {
    case .moved(let amount, let total, let goal):
      #expect(goal == (plan.makesGoal ? newGoal : "Trip"))
      saved[goal, default: 0] += plan.total
      #expect(amount == plan.total)
      #expect(total == saved[goal])
      #expect(movements.map(\.amount.minorUnits) == [plan.total])
      #expect(movements.allSatisfy { $0.direction == .outgoing })
    case .left:
      #expect(movements.isEmpty)
      // It may have been made before the person left.
      if goals.contains(where: { $0.name == newGoal }) { saved[newGoal] = 0 }
    }
    // Each goal once.
    #expect(
      goals.map { "\($0.name): \($0.totalSaved.minorUnits)" }.sorted()
        == saved.map { "\($0.key): \($0.value)" }.sorted())
    // So that there are not ever more of them.
    for goal in goals where goal.name != "Trip" {
      try bank.books.deleteGoal(goal.id)
      saved[goal.name] = nil
    }
    #expect(try await bank.differences() == #"{"differences":[]}"#)
    let record = String(decoding: home.record.withLock { $0 } ?? [], as: UTF8.self)
    #expect(!record.contains(ServedBank.token))
  }

  /// The token stands in its own file and nowhere else.
  func expectSecrecy() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: home.folder)
    where name != "token" {
      let path = "\(home.folder)/\(name)"
      #expect(try !TemporaryFolder.anything(in: path, has: ServedBank.token), "\(name)")
    }
  }
}
