@testable import Flowline

/// What can happen to a planned session from outside.
enum PlannedInput: Hashable, Sendable, CustomStringConvertible {
  /// The question of the foreground is answered with a number; below 0, it is refused.
  case answer(Int)
  /// The question of the last asker among children at once is answered.
  case answerLast(Int)
  case give(StepID, Int)
  case page([StepID], Int)
  case back
  case jump(Int)
  case cancel
  case gone(Int?)
  case endFlow(Int)
  case terminate
  case unload
  case speak(String)
  case stopWaiting
  case deliver(StepID, Int, isKeyed: Bool)
  case replies(Int, Reply)
  case verdict(Int, Engine.CheckEnd)
  case hold(HoldChoice)
  case kept
  case notKept(isMade: Bool)
  case storeAgain
  /// The process ends, and another rebuilds the session from what was kept.
  case crash

  enum Reply: Hashable, Sendable { case value(Int), threw, notSent, refused }

  var description: String {
    switch self {
    case .answer(let number): "answer \(number)"
    case .answerLast(let number): "answer last \(number)"
    case .give(let id, let number): "give \(id) \(number)"
    case .page(let ids, let number): "page \(ids.map(\.rawValue)) \(number)"
    case .back: "back"
    case .jump(let number): "jump \(number)"
    case .cancel: "cancel"
    case .gone(let presentation): "gone \(presentation.map(String.init) ?? "all")"
    case .endFlow(let number): "end \(number)"
    case .terminate: "terminate"
    case .unload: "unload"
    case .speak(let language): "speak \(language)"
    case .stopWaiting: "stop waiting"
    case .deliver(let name, let number, let isKeyed):
      "deliver \(name) \(number)\(isKeyed ? " with a key" : "")"
    case .replies(let index, let reply): "reply \(index) \(reply)"
    case .verdict(let index, let end): "verdict \(index) \(end)"
    case .hold(let choice): "hold \(choice.rawValue)"
    case .kept: "kept"
    case .notKept(let isMade): isMade ? "unknown" : "not kept"
    case .storeAgain: "store again"
    case .crash: "crash"
    }
  }
}

extension PlannedSession {
  /// Something happens, and all that follows from it.
  ///
  /// Returns whether it was taken.
  @discardableResult
  mutating func take(_ input: PlannedInput) -> Bool {
    let isTaken = act(input)
    run()
    return isTaken
  }

  private mutating func act(_ input: PlannedInput) -> Bool {
    switch input {
    case .answer(let number): return answerAsker(engine.asker(of: nil), number)
    case .answerLast(let number):
      let last = engine.tree.asking.last.flatMap { engine.tree[$0].asked?.presentation }
      return answerAsker(engine.asker(of: last), number)
    case .give(let id, let number):
      return give(
        [GivenAnswer(path: [id], answer: .json(.integer(Int64(number))))])
    case .page(let ids, let number): return fill(ids, number)
    case .back: return engine.wentBack() == .rewound
    case .jump(let number): return jump(to: number)
    case .cancel: return engine.cancelled(in: engine.tree.foreground, .user) == .unwind
    case .gone(let presentation): return engine.gone(presentation) == .unwind
    case .endFlow(let number): return engine.ended(number: number, .user) == .unwind
    case .terminate: return engine.terminated(.terminated) == .unwind
    case .unload: return unload()
    case .speak(let language):
      guard engine.terminateRefusal == nil else { return false }
      engine.spoke(language)
      return true
    case .stopWaiting: return stopWaiting()
    case .deliver(let name, let number, let isKeyed):
      return deliver(name, number, isKeyed: isKeyed)
    case .replies(let index, let end): return replies(index, end)
    case .verdict(let index, let end):
      guard outside.indices.contains(index), outside[index].kind == .check else { return false }
      verdict(outside[index], end)
      return true
    case .hold(let choice): return answerHold(choice)
    case .kept, .notKept: return storeAnswers(input)
    case .storeAgain:
      guard engine.keeping.fault != nil else { return false }
      engine.keeping.again()
      return true
    case .crash: return crash()
    }
  }

  private mutating func answerAsker(
    _ asker: Result<Asked, Refusal.Code>, _ number: Int
  ) -> Bool {
    guard case .success(let asked) = asker else { return false }
    guard answer(at: asked.wait, .integer(Int64(number))) == .taken else { return true }
    wakeAnswered(asked.wait)
    return true
  }

  private mutating func give(_ answers: [GivenAnswer]) -> Bool {
    guard engine.gave(answers) == nil else { return false }
    guard !engine.tree.isForked, case .asking(let asked) = engine.tree.trunk.state,
      let entry = engine.takeGiven(for: asked.wait)
    else { return true }
    if offer(entry, at: asked.wait) { wakeAnswered(asked.wait) }
    return true
  }

  /// Answers questions of the flow that asks, on one page.
  private mutating func fill(_ ids: [StepID], _ number: Int) -> Bool {
    guard case .success(let asked) = engine.asker(of: nil) else { return false }
    let flow = Array(engine.tree.path(of: asked.wait.branch).ids.dropLast())
    engine.given.giveFirst(
      ids.map {
        GivenAnswers.Entry(
          path: flow + [$0], content: .answer(.json(.integer(Int64(number)))), condition: .page)
      })
    guard let entry = engine.takeGiven(for: asked.wait), offer(entry, at: asked.wait) else {
      engine.given.forgetPage()
      return false
    }
    wakeAnswered(asked.wait)
    return true
  }

  private mutating func jump(to number: Int) -> Bool {
    let answers = engine.journal.answers
    guard answers.indices.contains(number),
      let target = engine.journal.index(of: answers[number]),
      engine.backRefusal(to: target) == nil
    else { return false }
    let changed = GivenAnswers.Entry(
      path: answers[number].path.ids, content: .nothing, condition: .stood)
    let kept = answers[(number + 1)...].filter { $0.value != .redactionMark }.map {
      GivenAnswers.Entry(
        path: $0.path.ids, content: .answer(.json($0.value)), condition: .same(fingerprint: 1))
    }
    return engine.wentBack(to: target, keeping: [changed] + kept, isJump: true) == .rewound
  }

  private mutating func unload() -> Bool {
    guard engine.unloaded() == .unwind else { return false }
    deliveries = []
    return true
  }

  private mutating func stopWaiting() -> Bool {
    switch engine.stopping {
    case .refused: return false
    case .back: return engine.wentBack() == .rewound
    case .check(let effect):
      putAgain(engine.checkStopped(effect), effect.wait)
      return true
    }
  }

  private mutating func replies(_ index: Int, _ end: PlannedInput.Reply) -> Bool {
    guard outside.indices.contains(index), outside[index].kind != .check else { return false }
    let effect = outside[index]
    switch end {
    case .value where effect.kind == .moment:
      reply(effect, .value(.json("2026-11-20T12:00:00.000Z")))
    case .value(let number): reply(effect, .value(.json(.integer(Int64(number)))))
    case .threw: reply(effect, .threw(message: "no line"))
    case .notSent: reply(effect, .notSent(message: "no line"))
    case .refused: reply(effect, effect.kind == .commit ? .refused("no") : .threw(message: "no"))
    }
    return true
  }

  private mutating func answerHold(_ choice: HoldChoice) -> Bool {
    guard engine.phase == .running, !engine.isHeldBack,
      case .held(let hold) = engine.tree[engine.tree.foreground].state
    else { return false }
    switch engine.answered(hold, choice) {
    case .performed, .ended: return true
    case .unload: return unload()
    case .refused: return false
    }
  }

  private mutating func storeAnswers(_ input: PlannedInput) -> Bool {
    guard handed != nil else { return false }
    if case .notKept(let isMade) = input { notKept(isMade: isMade) } else { kept() }
    return true
  }

  private mutating func crash() -> Bool {
    // A session that stopped for a secret has not come to all that is kept of it.
    let isTold = store == .none && engine.replay.isAtEnd
    guard engine.phase != .idle, let kept = isTold ? engine.told : stored, !kept.isEnded
    else { return false }
    guard let read = try? Script(parsing: kept.text).journal(or: .test) else {
      breaks("rule 17: what was kept is not read:\n\(kept.text)")
      return false
    }
    var next = PlannedSession(plan, store: store, replaying: read)
    next.world = world
    next.log = log
    next.log.forgetFrames()
    // What a step back leads into again has started with its line, told or not.
    if engine.phase == .starting(isNews: false), kept.entries.last?.isRemark ?? false {
      for flow in engine.reopening.compactMap(\.index) {
        next.log.reopen(engine.journal.path(of: engine.journal.entries[flow]))
      }
    }
    next.broken = broken
    self = next
    engine.starting()
    return true
  }
}
