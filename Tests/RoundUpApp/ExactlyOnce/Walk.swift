import Bank
import Flowline
import FoundationEssentials
import Synchronization
import Testing

/// One process of a round: it begins a session, or resumes the round's own, and a person answers.
final class Walk {
  private let rounds: Rounds
  private let errand: Errand
  private let doom: Doom
  private let app: AppProcess
  private let ending = Ending()
  private var handled = 0
  private var confirmations = 0

  private final class Ending: Sendable {
    let outcome = Mutex<Outcome<JSONValue>?>(nil)
  }

  init(_ rounds: Rounds, _ errand: Errand, _ doom: Doom) throws {
    (self.rounds, self.errand, self.doom) = (rounds, errand, doom)
    let plan = rounds.plan
    let clock = rounds.now.addingTimeInterval(plan.skew)
    app = try AppProcess(
      at: rounds.bank, home: doom.home, hasCache: plan.hasCache,
      now: { clock }, whileWaiting: rounds.whileWaiting, events: { doom.happened($0) })
  }

  /// How often the session was held by an order that nobody had answered.
  private(set) var unknowns = 0

  /// Walks until the session ends, is left for later or the process dies.
  ///
  /// Returns how it ended; nil if it did not.
  func run() async throws -> Outcome<JSONValue>? {
    if errand.isMain, let told = try doom.home.told() { return told }
    let controller = FlowController()
    try begin(in: controller)
    for _ in 0..<200 {
      // No thread of the few that all tests share waits.
      _ = try await controller.settled()
      guard !doom.isDead else { return nil }
      if let outcome = ending.outcome.withLock({ $0 }) { return outcome }
      guard let prompt = controller.prompt else { throw Rounds.Astray("nothing is asked") }
      if let hold = prompt.hold {
        // Nobody knows what became of it, and no page says that anybody did.
        rounds.verify(hold.isCommit && hold.mayHaveBeenDone, "\(prompt.path): \(hold.message)")
        rounds.verify(!hold.message.contains(ServedBank.token), "a token is on the page")
        unknowns += 1
        let choice = rounds.choice(at: unknowns, isKept: errand.isMain)
        let reception = controller.answer(.json(.string(choice)))
        rounds.verify(reception == .accepted, "\(choice): \(reception)")
        if choice == "later" { return nil }
        continue
      }
      try await rounds.expectTruth(of: prompt)
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
    let record = errand.isMain ? MortalRecord(of: rounds.session, doom) : nil
    if let record, doom.home.record.withLock({ $0 }) != nil {
      try app.catalog.resume(record, in: controller, handler: handler)
      return
    }
    let environment = FlowEnvironment(
      locale: Locale(identifier: "en_GB"), timeZone: .gmt, now: rounds.now)
    guard let entry = app.catalog[FlowID(errand.flow)] else {
      throw Rounds.Astray("there is no \(errand.flow)")
    }
    try entry.start(
      in: controller,
      SessionOptions(
        environment: environment, session: errand.isMain ? rounds.session : nil, record: record),
      handler: handler)
  }

  private func answer(to prompt: Prompt) throws -> Answer {
    switch prompt.id {
    case "account": return .json("main")
    case "week": return .json("this")
    case "goal": return .json(errand.goalName == nil ? "trip" : "new")
    case "name": return .json(.string(errand.goalName ?? ""))
    case "target": return .text("250")
    case "way": return .json("file")
    case "order": return .json(.string(handling(at: prompt)))
    case "confirm":
      confirmations += 1
      // A week that is never as it was confirmed can be declined.
      return .json(.bool(confirmations < 5))
    case "review", "receipt", "settled", "nothing-open", "identity", "shortage", "refused",
      "not-moved":
      return true
    case "not-loaded", "not-done": return .json(errand.leaves ? "leave" : "again")
    default: throw Rounds.Astray("\(prompt.path) is asked: \(prompt.question.text)")
    }
  }

  /// Which order is meant, or what is done with it.
  private func handling(at prompt: Prompt) -> String {
    guard case .choice(let choices) = prompt.kind else { return "" }
    let last = errand.handling.count - 1
    // It is left at last, so that nobody sends for ever what the bank does not do.
    let next = handled > 12 ? .leave : errand.handling[min(handled, last)]
    guard choices.contains(where: { $0.key == "look" }) else {
      return next == .leave ? "done" : choices.first?.key ?? "done"
    }
    handled += 1
    return next.rawValue
  }
}
