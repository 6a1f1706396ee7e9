import Flowline

/// Makes random walks; a seed makes the same again.
struct WalkGenerator {
  private var random: SeededGenerator
  /// Secrets have ids of their own: a replay is given them by id.
  private var secrets = 0
  /// Errors have texts of their own: by its text one that was handled is told from one thrown on.
  private var errors = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func makeWalk() -> WalkScript {
    let plan = Plan(id: "walk", steps: makeSteps(depth: 0, count: number(1...6)))
    return WalkScript(plan: plan, inputs: (0..<number(1...30)).map { _ in makeInput() })
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func next() -> Int {
    errors += 1
    return errors
  }

  private mutating func chance(_ one: Int) -> Bool { number(1...one) == 1 }

  // MARK: - Plans

  private mutating func makeSteps(depth: Int, count: Int) -> [Plan.Step] {
    (0..<count).map { _ in makeStep(depth: depth) }
  }

  private mutating func makeStep(depth: Int) -> Plan.Step {
    switch number(0...19) {
    case 0...8: return .ask(makeQuestion())
    case 9...12 where depth < 4:
      let child = Plan(
        id: makeFlowID(depth), steps: makeSteps(depth: depth + 1, count: number(0...4)))
      return .run(
        child, hasHandler: chance(2), Plan.Manner.allCases.randomElement(using: &random) ?? .goOn)
    case 13...14: return .load(makeEffect(mayFail: false))
    case 15 where chance(2): return .commit(makeEffect())
    case 16...17 where depth < 4:
      return .fork(
        even: makeSteps(depth: depth + 1, count: number(0...3)),
        odd: makeSteps(depth: depth + 1, count: number(0...3)))
    case 18 where chance(3): return .fail("no \(next())")
    case 19 where chance(3): return .decline
    default: return .ask(makeQuestion())
    }
  }

  /// Few ids, so that the same one comes again in one flow and for other kinds of steps.
  private mutating func makeID() -> StepID {
    ["a", "b", "c", "two words"].randomElement(using: &random) ?? "a"
  }

  /// A flow inside another of the same name cannot be told from it in a line that says it is gone.
  private mutating func makeFlowID(_ depth: Int) -> StepID {
    StepID(makeID().rawValue + (depth == 0 ? "" : String(depth)))
  }

  private mutating func makeQuestion() -> PlannedQuestion {
    let kind = PlannedQuestion.Kind.allCases.randomElement(using: &random) ?? .number
    guard !chance(10) else {
      secrets += 1
      // None whose answer an ordinary question has too: it would be written as a mark there.
      let isOrdinary = [.date, .longText, .path].contains(kind)
      return PlannedQuestion(
        id: StepID("secret-\(secrets)"), kind: isOrdinary ? .text : kind, isSensitive: true,
        check: makeCheck())
    }
    return PlannedQuestion(
      id: makeID(), kind: kind, isSkippedByBack: chance(8), isDoubtful: chance(5),
      check: makeCheck())
  }

  private mutating func makeCheck() -> PlannedQuestion.Check {
    chance(5) ? PlannedQuestion.Check.allCases.randomElement(using: &random) ?? .late : .none
  }

  private mutating func makeEffect(mayFail: Bool = true) -> PlannedEffect {
    PlannedEffect(
      id: makeID(), value: next(), isLate: chance(2), fails: chance(5) && mayFail,
      isCaught: chance(2))
  }

  // MARK: - Inputs

  private mutating func makeInput() -> WalkInput {
    switch number(0...45) {
    case 0...15: .good(number(0...1))
    case 16...18: .bad(number(0...1))
    case 19: .stale(number(0...1))
    case 20...25: .back
    case 26...28: .cancel
    case 29: .gone(number(0...3))
    case 30 where chance(3): .goneAll
    case 31 where chance(4): .terminate
    case 32...37: .reply
    case 38: .lateReply
    case 39...41: .acknowledged(number(0...1))
    case 42...43: .stopWaiting
    case 44: .speak(isRussian: chance(2))
    default: .good(number(0...1))
    }
  }
}
