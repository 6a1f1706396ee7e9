@testable import Flowline

/// A small plan of bodies, and what can happen to it that is worth a try.
struct ExploredPlan: Sendable, CustomStringConvertible {
  let name: String
  let steps: [BodyStep]
  var store = PlannedSession.Store.none
  /// Inputs that can be tried in any state.
  let always: [PlannedInput]
  /// What loads and commits may reply.
  var replies: [PlannedInput.Reply] = [.value(1)]

  var description: String { name }

  /// What can happen in a state: what may always, and what answers the effects, the hold and the
  /// store that wait.
  func inputs(for session: PlannedSession) -> [PlannedInput] {
    var inputs = always
    for (index, effect) in session.outside.enumerated() {
      switch effect.kind {
      case .check:
        inputs += [
          .verdict(index, .accepted), .verdict(index, .refused("taken", isWarning: false)),
        ]
      case .moment: inputs.append(.replies(index, .value(0)))
      case .event: break
      case .load, .commit: inputs += replies.map { .replies(index, $0) }
      }
    }
    if case .held(let hold) = session.engine.tree[session.engine.tree.foreground].state {
      inputs += hold.choices(canBeResumed: true).map { .hold($0) }
    }
    if session.handed != nil {
      inputs += [.kept, .notKept(isMade: false), .notKept(isMade: true)]
    }
    if session.engine.keeping.fault != nil { inputs.append(.storeAgain) }
    return inputs
  }

  static let all = [
    ExploredPlan(
      name: "questions and a child",
      steps: [
        .ask("a"), .run("child", .ask("b"), .ask(PlanQuestion("c", isSkippedByBack: true))),
        .ask("d"),
      ], always: [.answer(1), .answer(-1), .back, .cancel, .crash]),
    ExploredPlan(
      name: "a way that depends on an answer",
      steps: [
        .ask("a"), .fork(even: [.ask("b"), .ask("x")], odd: [.run("child", .ask("b"))]), .ask("d"),
      ], always: [.answer(1), .answer(2), .back, .jump(0), .crash]),
    ExploredPlan(
      name: "a page of two",
      steps: [.ask("a"), .run("form", .ask("left"), .ask("right")), .ask("z")],
      always: [.answer(1), .page(["left", "right"], 3), .give("right", 5), .back, .crash]),
    ExploredPlan(
      name: "a load",
      steps: [.ask("a"), .load("rate"), .ask("b")],
      always: [.answer(1), .back, .cancel, .stopWaiting, .crash],
      replies: [.value(1), .threw]),
    ExploredPlan(
      name: "a commit",
      steps: [.ask("a"), .run("child", .commit("pay", hasSecret: false), .ask("b"))],
      always: [.answer(1), .back, .cancel, .crash],
      replies: [.value(1), .threw, .notSent, .refused]),
    ExploredPlan(
      name: "a commit with a secret",
      steps: [
        .ask(PlanQuestion("pin", isSensitive: true)), .commit("pay", hasSecret: true), .ask("b"),
      ], always: [.answer(1), .back, .cancel, .crash], replies: [.value(1), .threw]),
    ExploredPlan(
      name: "a check",
      steps: [.ask("a"), .ask(PlanQuestion("b", isChecked: true)), .ask("c")],
      always: [.answer(1), .answer(-1), .back, .stopWaiting, .crash]),
    ExploredPlan(
      name: "an event and a moment",
      steps: [.ask("a"), .event("news"), .moment("day"), .ask("b")],
      always: [
        .answer(1), .back, .cancel, .stopWaiting, .deliver("news", 1, isKeyed: true), .crash,
      ]),
    ExploredPlan(
      name: "events that nobody can read, and a store that answers later",
      steps: [.ask("a"), .event("news"), .event("news")], store: .later,
      always: [
        .answer(1), .back, .deliver("news", 1, isKeyed: false),
        .deliver("news", -1, isKeyed: true), .crash,
      ]),
    ExploredPlan(
      name: "a race of an event, a moment and a question",
      steps: [
        .atOnce(
          [
            PlanChild("a", [.event("news")]), PlanChild("b", [.moment("day")]),
            PlanChild("c", [.ask("q")]),
          ], isRace: true), .event("news"),
      ], always: [.answer(1), .back, .deliver("news", 1, isKeyed: false), .cancel, .crash]),
    ExploredPlan(
      name: "two at once that wait for one name",
      steps: [
        .atOnce(
          [PlanChild("a", [.event("news"), .ask("q")]), PlanChild("b", [.event("news")])],
          isRace: false), .ask("y"),
      ],
      always: [.answer(1), .back, .deliver("news", 1, isKeyed: false), .crash]),
    ExploredPlan(
      name: "two at once",
      steps: [
        .ask("z"),
        .atOnce(
          [PlanChild("a", [.ask("q"), .load("rate")]), PlanChild("b", [.ask("q"), .ask("r")])],
          isRace: false), .ask("y"),
      ], always: [.answer(1), .answerLast(1), .back, .cancel, .crash]),
    ExploredPlan(
      name: "a race with a commit",
      steps: [
        .atOnce(
          [
            PlanChild("a", [.ask("q"), .commit("pay", hasSecret: false)]),
            PlanChild("b", [.ask("q")]),
          ],
          isRace: true), .ask("y"),
      ], always: [.answer(1), .answerLast(1), .back, .cancel, .crash],
      replies: [.value(1), .threw]),
    ExploredPlan(
      name: "a store that answers later",
      steps: [
        .ask("a"), .run("child", .load("rate"), .ask("b")), .commit("pay", hasSecret: false),
      ], store: .later, always: [.answer(1), .back, .crash]),
    ExploredPlan(
      name: "two at once, and a store that answers later",
      steps: [
        .atOnce(
          [PlanChild("a", [.ask("q")]), PlanChild("b", [.load("rate"), .ask("r")])], isRace: false),
        .ask("y"),
      ], store: .later, always: [.answer(1), .answerLast(1), .back, .crash]),
  ]
}
