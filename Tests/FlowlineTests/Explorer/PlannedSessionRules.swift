import Testing

@testable import Flowline

/// What the walks found, as the least inputs that show it.
struct PlannedSessionRules {
  /// A session after some inputs, each of which broke no rule.
  private func walked(
    _ plan: [BodyStep], store: PlannedSession.Store = .none, _ inputs: [PlannedInput]
  ) -> PlannedSession {
    var session = PlannedSession(plan, store: store)
    session.start()
    for input in inputs {
      session.take(input)
      #expect(session.fault == nil, "after \(input)")
    }
    return session
  }

  // MARK: - Children at once

  private let race: [BodyStep] = [
    .atOnce(
      [
        PlanChild("a", [.ask("q"), .commit("pay", hasSecret: false)]), PlanChild("b", [.ask("r")]),
      ], isRace: true), .ask("y"),
  ]

  @Test func `rule 14: what was not sent, and held, is not sent once its child is superseded`() {
    var session = walked(
      race, [.answer(1), .replies(0, .notSent), .answerLast(1), .answer(1)])
    #expect(session.engine.phase == .ended)
    session = walked(race, [.answer(1), .replies(0, .notSent), .answerLast(1), .crash])
    #expect(session.outside.isEmpty)
    #expect(session.engine.asker(of: nil).map(\.pending.id) == .success("y"))
  }

  @Test func `rule 14: what was not sent holds nobody if its child was superseded meanwhile`() {
    var session = walked(race, [.answer(1), .answerLast(1), .replies(0, .notSent)])
    #expect(session.engine.asker(of: nil).map(\.pending.id) == .success("y"))
    session = walked(race, [.answer(1), .answerLast(1), .replies(0, .notSent), .crash])
    #expect(session.outside.isEmpty)
    #expect(session.engine.asker(of: nil).map(\.pending.id) == .success("y"))
  }

  @Test func `rule 14: what may have been sent is asked about also in a superseded child`() {
    let session = walked(race, [.answer(1), .answerLast(1), .replies(0, .threw)])
    guard case .held(let hold) = session.engine.tree[session.engine.tree.foreground].state else {
      return #expect(Bool(false), "it is not held")
    }
    #expect(hold.doubt == .inDoubt)
  }

  @Test func `rule 17: a language chosen among children at once comes behind all their starts`() {
    let plan: [BodyStep] = [
      .atOnce(
        [PlanChild("a", [.ask("q")]), PlanChild("b", [.run("child", .load("rate"), .ask("r"))])],
        isRace: false)
    ]
    let session = walked(plan, [.speak("ru"), .crash])
    #expect(session.engine.journal.entries.last?.verb == .language)
  }
}
