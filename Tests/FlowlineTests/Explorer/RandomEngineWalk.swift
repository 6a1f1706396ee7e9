import TestSupport

@testable import Flowline

/// A long random walk: random plans of bodies, random inputs, legal and not, and bodies that act
/// when they may not.
///
/// One session after the other, each counting on from the last.
struct RandomEngineWalk {
  private var random: SeededNumbers
  private(set) var session: PlannedSession
  private(set) var sessions = 0
  private(set) var rebuilds = 0
  /// Frames and effects of long ago.
  private var oldFrames: [FrameID] = []
  private var oldEffects: [Effect] = []
  private var lastSerial = 0
  private var made = 0
  /// Whether the plan asks for secrets.
  private var hasSecrets = false

  init(seed: UInt64) {
    random = SeededNumbers(seed: seed)
    session = PlannedSession([])
  }

  private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
  private mutating func isTrue(oneIn count: Int) -> Bool { number(0..<count) == 0 }

  // MARK: - Plans

  private mutating func makeSteps(depth: Int) -> [BodyStep] {
    (0..<number(1..<4)).map { _ in makeStep(depth: depth) }
  }

  private mutating func makeID(_ name: String) -> StepID {
    // Few names, so that steps of the same name meet.
    StepID("\(name)\(number(0..<3))")
  }

  private mutating func makeStep(depth: Int) -> BodyStep {
    switch number(0..<(depth > 0 ? 15 : 10)) {
    case 0..<5: return .ask(makeQuestion())
    case 5, 6: return .load(makeID("load"))
    case 7: return .commit(makeID("commit"), hasSecret: isTrue(oneIn: 8))
    case 8: return isTrue(oneIn: 4) ? .decline : .ask(makeQuestion())
    case 9: return isTrue(oneIn: 3) ? .moment(makeID("moment")) : .event(makeID("event"))
    case 10, 11, 12:
      return .run(
        makeChild(depth: depth), hasHandler: isTrue(oneIn: 2), resumes: isTrue(oneIn: 2))
    case 13:
      return .fork(even: makeSteps(depth: depth - 1), odd: makeSteps(depth: depth - 1))
    default:
      // Each of its own name, which may be that of a flow that is run alone.
      var ids: Set<StepID> = []
      let children = (0..<number(2..<4)).map { _ in makeChild(depth: depth) }
        .filter { ids.insert($0.id).inserted }
      return .atOnce(children, isRace: isTrue(oneIn: 2))
    }
  }

  private mutating func makeChild(depth: Int) -> PlanChild {
    PlanChild(makeID("child"), makeSteps(depth: depth - 1), isStubborn: isTrue(oneIn: 12))
  }

  private mutating func makeQuestion() -> PlanQuestion {
    PlanQuestion(
      makeID("q"), isSkippedByBack: isTrue(oneIn: 6), isChecked: isTrue(oneIn: 6),
      isSensitive: hasSecrets && isTrue(oneIn: 8))
  }

  // MARK: - Walking

  /// One event.
  ///
  /// Returns what it was.
  mutating func act() -> String {
    if session.engine.phase == .ended || session.engine.phase == .idle || isTrue(oneIn: 400) {
      return startNext()
    }
    if isTrue(oneIn: 6) { return misbehave() }
    let input = makeInput()
    if case .crash = input { rebuilds += 1 }
    oldEffects += session.outside.suffix(1)
    oldFrames += session.engine.tree.openFrames.suffix(1).map(\.id)
    if oldEffects.count > 40 { oldEffects.removeFirst(20) }
    if oldFrames.count > 40 { oldFrames.removeFirst(20) }
    session.take(input)
    return "\(input)"
  }

  private mutating func startNext() -> String {
    guard session.engine.startRefusal == nil || session.take(.terminate) else { return "no start" }
    sessions += 1
    hasSecrets = isTrue(oneIn: 3)
    let store: PlannedSession.Store = [.none, .none, .atOnce, .later][number(0..<4)]
    var head = PlannedSession.head
    head.session = .init(seed: .nilUUID, "test", sessions)
    var next = PlannedSession(
      makeSteps(depth: 3), store: store, after: session.engine, head: head)
    if isTrue(oneIn: 2) {
      if next.engine.events == nil { next.engine.events = EventBuffer() }
      next.engine.events?.isKept = true
    }
    session = next
    session.start()
    return "start \(session.plan)"
  }

  private mutating func makeInput() -> PlannedInput {
    if session.handed != nil, isTrue(oneIn: 2) {
      return isTrue(oneIn: 8) ? .notKept(isMade: isTrue(oneIn: 2)) : .kept
    }
    if session.engine.keeping.fault != nil, isTrue(oneIn: 2) { return .storeAgain }
    if case .held(let hold) = session.engine.tree[session.engine.tree.foreground].state,
      isTrue(oneIn: 2)
    {
      let choices = hold.choices(canBeResumed: true)
      return .hold(choices[number(0..<choices.count)])
    }
    if !session.outside.isEmpty, isTrue(oneIn: 2) { return makeReply() }
    switch number(0..<44) {
    case 0..<14: return .answer(number(0..<4))
    case 14..<17: return .answerLast(number(0..<4))
    case 17..<19: return .answer(-1)
    case 19..<23: return .back
    case 23, 24: return .jump(number(0..<6))
    case 25: return .cancel
    case 26:
      return .gone(isTrue(oneIn: 2) ? nil : number(0..<session.engine.numbers.presentations + 1))
    case 27: return .endFlow(number(0..<session.engine.numbers.serial + 1))
    case 28: return isTrue(oneIn: 6) ? .terminate : .back
    case 29: return isTrue(oneIn: 6) ? .unload : .back
    case 30, 31: return .speak(isTrue(oneIn: 2) ? "ru" : "en")
    case 32: return .stopWaiting
    case 33: return .hold([.again, .later, .cancel, .giveUp][number(0..<4)])
    case 34: return .give(makeID("q"), number(0..<4))
    case 35: return .page([makeID("q"), makeID("q")], number(0..<4))
    case 36, 37: return .crash
    case 38: return .storeAgain
    case 39..<43: return .deliver(makeID("event"), number(-1..<4), isKeyed: isTrue(oneIn: 3))
    default: return .kept
    }
  }

  private mutating func makeReply() -> PlannedInput {
    let index = number(0..<session.outside.count)
    if session.outside[index].kind == .check {
      let ends: [Engine.CheckEnd] = [
        .accepted, .accepted, .refused("taken", isWarning: isTrue(oneIn: 2)),
        .threw(message: "no line"),
      ]
      return .verdict(index, ends[number(0..<4)])
    }
    let replies: [PlannedInput.Reply] = [
      .value(number(0..<4)), .value(1), .value(2), .threw, .notSent, .refused,
    ]
    return .replies(index, replies[number(0..<6)])
  }

  // MARK: - Misbehaving

  /// Somebody acts who may not: the engine is as it was, diagnostics and calls apart.
  private mutating func misbehave() -> String {
    // A body that has not begun yet may act.
    guard let frame = oldFrames.randomElement(using: &random),
      !session.engine.tree[frame.branch].mayAct(frame)
    else { return "nothing" }
    let before = session.engine
    var what = "a misplaced "
    var isHarmless = true
    switch number(0..<6) {
    case 0:
      what += "child"
      if case .run = session.engine.entered("child", version: 1, title: "", in: frame) {
        isHarmless = false
      }
    case 1:
      what += "question"
      let asking = session.engine.asked(in: frame, .number, isSensitive: false)
      if case .put(.denied) = asking { break }
      isHarmless = false
    case 2:
      what += "load"
      guard case .denied = session.engine.loadBegan("load", in: frame, isWhole: false) else {
        isHarmless = false
        break
      }
    case 3:
      what += "commit"
      let write = Engine.Write(id: "commit", contents: nil)
      guard case .denied = session.engine.commitBegan(write, in: frame) else {
        isHarmless = false
        break
      }
    case 4:
      what += "reply"
      guard let effect = oldEffects.randomElement(using: &random),
        !session.engine.isAwaited(effect)
      else { return "nothing" }
      if session.engine.arrived(effect, .value(.json(1))) != .late { isHarmless = false }
    default:
      what += "end"
      guard session.engine.tree[frame: frame] == nil else { return "nothing" }
      if session.engine.left(frame, .finished(.none)) != nil { isHarmless = false }
    }
    if !isHarmless {
      session.breaks("\(what) of \(frame) was taken")
    } else if session.engine.journal != before.journal
      || session.engine.tree.asking != before.tree.asking || session.engine.due != before.due
    {
      session.breaks("\(what) of \(frame) changed the session")
    }
    return what
  }

  // MARK: - Looking

  /// What is broken now; nil if nothing is.
  ///
  /// Rebuilding costs the journal's length, so it is tried now and then.
  mutating func fault() -> String? {
    if let broken = session.broken ?? session.log.broken { return broken }
    if let broken = EngineInvariants(engine: session.engine).broken { return broken }
    if let stuck = session.stuck { return stuck }
    if session.engine.numbers.serial < lastSerial, session.stored == nil {
      return "rule 3: numbers are used again"
    }
    lastSerial = session.engine.numbers.serial
    made += 1
    if made.isMultiple(of: 5) { if let fault = changedByLooking() { return fault } }
    return isTrue(oneIn: session.engine.journal.entries.count / 8 + 2) ? session.fault : nil
  }

  /// A query changes nothing.
  private func changedByLooking() -> String? {
    let engine = session.engine
    let (before, hash) = (engine, engine.hashValue)
    _ = engine.told.text
    let reachable = ReachableAnswers(in: engine)
    _ = (reachable.steps, reachable.changeable, engine.backRefusal, engine.leavingRefusal)
    _ = (engine.leftByCancelling, engine.stopping, engine.isChecking, engine.isToBeWritten)
    _ = (engine.presentationAsked, engine.given.unused, engine.replay.left, engine.tree.foreground)
    _ = engine.tree.progress(after: engine.answersStanding)
    for branch in engine.tree.subtree(of: .trunk) { _ = engine.tree.path(of: branch) }
    for presentation in 0..<min(3, engine.numbers.presentations) {
      _ = engine.asker(of: presentation)
    }
    return engine == before && engine.hashValue == hash ? nil : "a query changed the engine"
  }
}
