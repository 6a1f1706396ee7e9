import Bank
import Flowline
import FoundationEssentials
import Synchronization
import Testing

/// One process of a round: it begins the session, or goes on with it, and a person answers.
final class Walk {
  private let rounds: Rounds
  private let plan: RoundPlan
  private let doom: Doom
  private let session: UUID
  private let now: Date
  private let app: AppProcess
  private let ending = Ending()

  private final class Ending: Sendable {
    let outcome = Mutex<Outcome<JSONValue>?>(nil)
  }

  init(_ rounds: Rounds, _ plan: RoundPlan, _ doom: Doom, session: UUID, at now: Date) throws {
    (self.rounds, self.plan, self.doom) = (rounds, plan, doom)
    (self.session, self.now) = (session, now)
    let clock = now.addingTimeInterval(plan.skew)
    app = try AppProcess(
      at: rounds.bank, home: rounds.home,
      timeout: plan.isSlow ? FaultKind.timeout : .seconds(30), hasCache: plan.hasCache,
      now: { clock }, events: { doom.happened($0) })
  }

  /// How often the session was held by an order that nobody had answered.
  private(set) var unknowns = 0

  /// Walks until the session ends, is left for later or the process dies. Returns how it ended; nil if
  /// it did not.
  func run() async throws -> Outcome<JSONValue>? {
    if let told = try doom.home.told() { return told }
    let controller = FlowController()
    try begin(in: controller)
    for _ in 0..<60 {
      controller.waitUntilSettled()
      guard !doom.isDead else { return nil }
      if let outcome = ending.outcome.withLock({ $0 }) { return outcome }
      guard let prompt = controller.prompt else { throw Rounds.Astray("nothing is asked") }
      if let hold = prompt.hold {
        // Nobody knows what became of it, and no page says that anybody did.
        #expect(hold.isCommit && hold.mayHaveBeenDone, "\(prompt.path): \(hold.message)")
        #expect(!hold.message.contains(ServedBank.token))
        unknowns += 1
        // In turn in this process and in a new one.
        let isLeft = rounds.unknowns.isMultiple(of: 2)
        #expect(controller.answer(.json(isLeft ? "later" : "again")) == .accepted)
        if isLeft { return nil }
        continue
      }
      try await expectTruth(of: prompt)
      let answer = try answer(to: prompt)
      let reception = controller.answer(answer)
      guard !doom.isDead else { return nil }
      guard reception == .accepted else {
        throw Rounds.Astray("\(prompt.path) took no \(answer): \(reception)")
      }
    }
    throw Rounds.Astray("it asks without end")
  }

  private func begin(in controller: FlowController) throws {
    let ending = ending
    let handler = FlowHandler<JSONValue>(finished: { outcome, dismisser in
      ending.outcome.withLock { $0 = outcome }
      dismisser.dismiss()
    })
    let record = MortalRecord(of: session, doom)
    if doom.home.record.withLock({ $0 }) == nil {
      let environment = FlowEnvironment(
        locale: Locale(identifier: "en_GB"), timeZone: .gmt, now: now)
      guard let entry = app.catalog["round-up"] else { throw Rounds.Astray("no round-up") }
      try entry.start(
        in: controller, SessionOptions(environment: environment, session: session, record: record),
        handler: handler)
    } else {
      try app.catalog.resume(record, in: controller, handler: handler)
    }
  }

  /// Whatever is shown is so: nothing is said to be moved that is not, and nothing not to be.
  private func expectTruth(of prompt: Prompt) async throws {
    let movements = try await rounds.movements(at: now).count
    #expect(movements == (prompt.id == "receipt" ? 1 : 0), "\(prompt.path)")
    let encoded = try JSONEncoder().encode(prompt)
    #expect(encoded.firstRange(of: Data(ServedBank.token.utf8)) == nil)
  }

  private func answer(to prompt: Prompt) throws -> Answer {
    switch prompt.id {
    case "account": return .json("main")
    case "week": return .json("this")
    case "goal": return .json(plan.makesGoal ? "new" : "trip")
    case "name": return .json(.string(rounds.newGoal))
    case "target": return .text("250")
    case "review", "confirm", "receipt": return true
    case "not-loaded", "not-done": return .json(plan.leaves ? "leave" : "again")
    default: throw Rounds.Astray("\(prompt.path) is asked: \(prompt.question.text)")
    }
  }
}
