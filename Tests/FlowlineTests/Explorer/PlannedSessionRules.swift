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

  @Test func `rule 4: a session that is ended before a step back is durable runs nothing more`() {
    let session = walked([.ask("a"), .ask("b")], store: .later, [.kept, .answer(1), .kept, .back])
    for end: PlannedInput in [.terminate, .unload] {
      var ended = session
      ended.take(end)
      #expect(ended.engine.phase == .ended)
      #expect(ended.log.broken == nil)
      #expect(ended.engine.journal.entries.last?.verb == .back)
    }
  }

  @Test func `rule 1: a back starts no flow again that had ended before another of its name`() {
    let session = walked(
      [
        .run("parent", .run("child", .ask("a")), .ask("b"), .run("child", .ask("c"))),
        .run("next", .ask("z")),
      ], [.answer(1), .answer(1), .cancel, .back, .answer(1)])
    #expect(session.log.open.keys.contains(StepPath(["root", "parent", "child"])))
  }

  @Test func `rule 1: a back starts no load again that was left among children at once`() {
    let session = walked(
      [
        .run("parent", .atOnce([PlanChild("child", [.load("rate")])], isRace: false)), .ask("a"),
        .ask("b"),
      ], [.replies(0, .refused), .hold(.cancel), .answer(1), .back])
    #expect(session.outside.isEmpty)
    #expect(session.engine.asker(of: nil).map(\.pending.id) == .success("a"))
  }

  @Test func `rule 1: a session that is ended before a step back is durable tells all its flows`() {
    let session = walked(
      [.run("child", .ask("a"), .ask("b"))], store: .later,
      [.kept, .answer(1), .kept, .kept, .back, .terminate])
    #expect(session.engine.phase == .ended)
    #expect(session.log.open.isEmpty)
  }

  @Test func `rule 15: a language chosen while an answer is checked comes behind its question`() {
    let session = walked(
      [.ask(PlanQuestion("a", isChecked: true)), .ask("z")], [.answer(1), .speak("ru")])
    #expect(
      session.engine.told.text.hasSuffix("show a number\nlanguage ru\nshow a number\n"))
  }

  // MARK: - Leaving while a start or an end is told

  @Test func `rule 17: a flow that is left while a child's start waits for the store`() {
    let plan: [BodyStep] = [
      .ask("a"), .run("child", .run("grandchild", .ask("b")), .ask("c")), .ask("z"),
    ]
    for leaving: PlannedInput in [.cancel, .gone(nil)] {
      let session = walked(
        plan, store: .later, [.kept, .answer(1), leaving, .kept, .kept, .kept, .kept])
      #expect(session.engine.told.entries.contains { $0.verb == .cancel })
    }
  }

  @Test func `rule 17: a flow that waits to be left is left once`() {
    let session = walked(
      [.ask("a"), .run("child", .ask("b")), .ask("z")], store: .later,
      [.kept, .answer(1), .gone(nil), .gone(nil), .cancel, .kept, .kept, .kept, .kept])
    #expect(session.engine.journal.entries.count { $0.verb == .cancel } == 1)
  }

  @Test func `rule 17: of flows of one name, each inside the other, the one is told that is left`()
  {
    let plan: [BodyStep] = [
      .ask("a"), .run("child", .run("child", .run("child", .ask("b")), .ask("c")), .ask("z")),
    ]
    let session = walked(plan, [.answer(1)])
    let frames = session.engine.tree.openFrames.filter { $0.step == "child" }
    for (frame, place) in zip(frames, [" 3", " 2", ""]) {
      var ended = session
      ended.take(.endFlow(frame.id.number))
      #expect(ended.fault == nil)
      #expect(ended.engine.told.text.contains("cancel child user\(place)\n"))
      var gone = session
      gone.take(.gone(1))
      #expect(gone.fault == nil)
      #expect(gone.engine.told.text.contains("cancel child dismissed 1\n"))
    }
  }

  @Test func `rule 13: a child's end is told once it is durable, also if its parent is left`() {
    let session = walked(
      [.ask("a"), .run("child", .load("rate")), .load("rate"), .ask("z")], store: .later,
      [.kept, .answer(1), .kept, .replies(0, .value(1)), .gone(nil), .crash])
    #expect(session.log.broken == nil)
  }

  @Test func `among children at once nothing is left before all rest`() {
    let session = walked(
      [
        .ask("z"),
        .atOnce(
          [PlanChild("a", [.run("child", .ask("q"))]), PlanChild("b", [.ask("q")])], isRace: false),
      ], store: .later, [.kept, .answer(1)])
    var left = session
    let isTaken = left.take(.gone(nil))
    #expect(!isTaken)
    #expect(left.engine.leavingRefusal == .notKept)
    for input: PlannedInput in [.kept, .kept, .kept, .gone(nil), .kept, .kept] { left.take(input) }
    #expect(left.engine.phase == .ended)
  }

  // MARK: - Secrets behind which a rebuilt session has not come

  @Test func `rule 15: a back from a secret tells no flow that had ended before the crash`() {
    let pin = BodyStep.ask(PlanQuestion("pin", isSensitive: true))
    let whole = walked(
      [.ask("a"), .run("child", pin, .ask("b")), .ask("z")],
      [.answer(1), .answer(1), .cancel, .crash, .back])
    #expect(whole.engine.asker(of: nil).map(\.pending.id) == .success("a"))
    let within = walked(
      [.run("child", .ask("a"), pin, .ask("b")), .ask("z")],
      [.answer(1), .answer(1), .cancel, .crash, .back, .answer(1), .answer(1), .answer(1)])
    #expect(within.engine.asker(of: nil).map(\.pending.id) == .success("z"))
  }

  @Test(arguments: [PlannedInput.cancel, .gone(nil), .terminate])
  func `rule 15: a flow that had ended is told no second end at a secret`(leaving: PlannedInput) {
    let plan: [BodyStep] = [
      .run("child", .ask("a"), .ask(PlanQuestion("pin", isSensitive: true))), .ask("z"),
    ]
    let session = walked(plan, [.answer(1), .answer(1), .crash, leaving])
    #expect(session.engine.tree.openFrames.allSatisfy { $0.step != "child" })
  }

  @Test func `rule 15: an end that was told is told no more, however often the process ends`() {
    let plan: [BodyStep] = [
      .run(
        "parent", .run("child", .ask(PlanQuestion("pin", isSensitive: true))),
        .run("next", .ask("b"))), .ask("z"),
    ]
    let session = walked(
      plan, [.answer(1), .answer(1), .crash, .cancel, .crash, .crash, .answer(1), .answer(1)])
    #expect(session.engine.phase == .ended)
    #expect(session.log.open.isEmpty)
    #expect(session.engine.told.text.contains(#"aside parent {"ended":true,"path":["parent"]}"#))
  }

  @Test func `rule 15: an end that was told is told no more, from whichever secret one leaves`() {
    func pin(_ id: StepID) -> BodyStep { .ask(PlanQuestion(id, isSensitive: true)) }
    let plan: [BodyStep] = [
      .run("parent", pin("outer"), .run("child", pin("inner")), .run("next", .ask("b"))),
      .ask("z"),
    ]
    let session = walked(
      plan, [.answer(1), .answer(1), .answer(1), .crash, .answer(1), .cancel, .crash, .cancel])
    #expect(session.engine.asker(of: nil).map(\.pending.id) == .success("z"))
    #expect(session.log.broken == nil)
  }

  @Test func `rule 12: a back from a secret keeps what was chosen and typed behind it`() {
    let session = walked(
      [.ask("a"), .ask(PlanQuestion("pin", isSensitive: true)), .ask("b"), .ask("c")],
      [.answer(1), .answer(1), .answer(2), .speak("ru"), .back, .answer(3), .crash, .back])
    #expect(session.engine.spoken != nil)
    #expect(session.engine.setAside.drafts["root", "b"] == [3], "2 was answered anew with 3")
  }

  @Test func `rule 12: a back from a secret keeps drafts of flows around that of the secret`() {
    let pin = BodyStep.ask(PlanQuestion("pin", isSensitive: true))
    let session = walked(
      [.ask("a"), .run("child", pin, .ask("b")), .ask("q"), .ask("z")],
      [.answer(1), .answer(1), .answer(1), .answer(3), .back, .crash, .back])
    #expect(session.engine.setAside.drafts["root", "q"] == [3])
  }

  @Test func `rule 16: what a changed flow sets aside is what its journal tells`() throws {
    let before = walked(
      [.ask("a"), .ask("b"), .ask("c")], [.answer(1), .answer(2), .back, .answer(3)])
    let journal = try Script(parsing: before.engine.told.text).journal(or: .test)
    var changed = PlannedSession([.ask("a"), .ask("new"), .ask("b")], replaying: journal)
    changed.start()
    #expect(changed.fault == nil)
    #expect(changed.engine.setAside.drafts["root", "b"] == [3], "2 was answered anew with 3")
  }

  @Test func `rule 12: a secret that is known takes no draft of a question of its name`() {
    let session = walked(
      [.ask(PlanQuestion("q", isSensitive: true)), .ask("q"), .ask("b")],
      [.answer(1), .answer(2), .back])
    #expect(session.engine.setAside.drafts["root", "q"] == [2])
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

  @Test func `rule 14: a session that is ended leaves a write in doubt that a rebuilding asks for`()
  {
    let session = walked(race, [.answer(1), .answerLast(1), .replies(0, .threw), .terminate])
    #expect(session.engine.journal.entries.last?.verb == .leave, "of b")
  }

  @Test func `rule 14: an unsent write of a child that is over has that for its reply`() {
    let race: [BodyStep] = [
      .atOnce(
        [PlanChild("a", [.commit("pay", hasSecret: false)]), PlanChild("b", [.ask("r")])],
        isRace: true), .ask("y"),
    ]
    for inputs: [PlannedInput] in [
      [.replies(0, .notSent), .answerLast(1)], [.answer(1), .replies(0, .notSent)],
    ] {
      let session = walked(race, inputs + [.crash])
      #expect(session.outside.isEmpty)
      #expect(session.engine.journal.entries.contains { $0.verb == .fail })
    }
  }

  @Test func `rule 17: a child that never began is not taken for one of its name run alone`() {
    let pay: [BodyStep] = [.ask("q"), .commit("pay", hasSecret: false)]
    let tries: [BodyStep] = [
      .atOnce([PlanChild("x", [.decline]), PlanChild("y", pay)], isRace: false),
      .run(PlanChild("y", pay), hasHandler: false, resumes: false),
    ]
    // Its body goes on after its children failed.
    let plan: [BodyStep] = [
      .run(PlanChild("tries", tries, isStubborn: true), hasHandler: false, resumes: true),
      .ask("z"),
    ]
    let session = walked(plan, [.answer(1), .replies(0, .value(1)), .crash])
    #expect(session.engine.divergence == nil)
  }

  @Test func `rule 17: a secret of a child at once comes before what its siblings ask`() {
    let plan: [BodyStep] = [
      .atOnce(
        [
          PlanChild("a", [.ask(PlanQuestion("pin", isSensitive: true)), .ask("q")]),
          PlanChild("b", [.ask("r")]),
        ], isRace: false)
    ]
    let session = walked(plan, [.answer(1), .crash])
    #expect(session.engine.tree.asking.count == 1)
  }

  @Test func `rule 17: a question that was answered is not the one of its name that was ended`() {
    let plan: [BodyStep] = [
      .run(
        "parent",
        .atOnce(
          [PlanChild("a", [.ask("q"), .ask("q")]), PlanChild("b", [.ask("r")])], isRace: false)),
      .ask("z"),
    ]
    var session = walked(plan, [.answer(1)])
    let ended = session.engine.tree.openFrames.last { $0.step == "q" }
    session.take(.endFlow(ended?.id.number ?? -1))
    #expect(session.engine.journal.entries.contains { $0.verb == .enter && $0.id == "q" })
    #expect(session.fault == nil)
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

extension [StepPath: [JSONValue]] {
  fileprivate subscript(_ ids: StepID...) -> [JSONValue]? { self[StepPath(ids)] }
}
