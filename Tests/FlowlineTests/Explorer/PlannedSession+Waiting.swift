@testable import Flowline

/// Questions and effects: what the shell does while a body waits.
extension PlannedSession {
  // MARK: - Asking

  mutating func ask(_ question: PlanQuestion, _ id: FrameID) -> Taken {
    switch engine.entered(question.id, version: 1, title: "", in: id) {
    case .denied(let denial): return meet(denial)
    case .run(let entered):
      bodies[id]?.screen = entered.frame
      let taken = pose(question, entered.frame, for: id)
      if case .waits = taken { return taken }
      bodies[id]?.screen = nil
      engine.leftScreen(entered.frame)
      return taken
    }
  }

  private static let outline = PromptOutline(kind: "number")

  /// Asks, or asks again with the wait's turn.
  private mutating func pose(
    _ question: PlanQuestion, _ frame: FrameID, for id: FrameID
  ) -> Taken {
    switch engine.asked(in: frame, Self.outline, isSensitive: question.isSensitive) {
    case .recorded(let entry):
      guard let value = entry.payload.json.flatMap(Self.value) else {
        let put = engine.recordedAnswerRefused(entry, .notANumber, in: id.branch, Self.outline)
        if case .asked(let wait, _) = put { install(question, frame, wait, id) }
        return .waits
      }
      engine.recordedAnswerStands(
        entry, in: id.branch, Self.outline, isSkippedByBack: question.isSkippedByBack)
      bodies[id]?.sum += value
      return .goesOn
    case .put(.asked(let wait, _)):
      install(question, frame, wait, id)
      return .waits
    case .put(.offered(let wait, _, let entry)):
      install(question, frame, wait, id)
      guard offer(entry, at: wait), case .result(let value)? = waits[wait]?.result else {
        return .waits
      }
      waits[wait] = nil
      bodies[id]?.sum += value
      return .goesOn
    case .put(.wait(let wait)):
      install(question, frame, wait, id)
      return .waits
    case .put(.denied(let denial)): return meet(denial)
    }
  }

  private mutating func install(
    _ question: PlanQuestion, _ frame: FrameID, _ wait: WaitID, _ id: FrameID
  ) {
    waits[wait] = PlannedWait(body: id, kind: .question(question, frame: frame))
  }

  /// What a screen reads: whole numbers from 0 on.
  static func value(_ answer: JSONValue) -> Int? {
    if case .integer(let number) = answer, number >= 0 { Int(number) } else { nil }
  }

  /// Reads an answer and has the engine decide.
  mutating func answer(
    at wait: WaitID, _ answer: JSONValue, _ mode: Engine.AnswerMode = .plain
  ) -> Engine.Answered {
    guard case .question(let question, _)? = waits[wait]?.kind else {
      return .denied(.nothingAsked)
    }
    var reading = Engine.Reading(
      typed: question.isSensitive ? .redactionMark : answer,
      isSkippedByBack: question.isSkippedByBack)
    reading.isChecked = question.isChecked
    if let value = Self.value(answer) {
      // A secret is worth the same whatever it is: rebuilt sessions are given another.
      waits[wait]?.result = .result(question.isSensitive ? 1 : value)
      reading.recorded = question.isSensitive ? .redactionMark : answer
      // The number of what was typed is the number itself.
      if question.isSensitive { reading.secret = value }
    } else {
      reading.refusal = .notANumber
    }
    let answered = engine.answered(wait, reading, mode)
    switch answered {
    case .checking(let effect):
      waits[effect.wait] = waits.removeValue(forKey: wait)
      waits[effect.wait]?.checked = (reading, mode)
    case .refusedByCheck(let code): putAgain(engine.refusedByCheck(wait, answer, code), wait)
    case .taken, .refused, .denied: break
    }
    return answered
  }

  /// Offers a question what was given for it.
  ///
  /// Returns whether it was taken.
  mutating func offer(_ entry: GivenAnswers.Entry, at wait: WaitID) -> Bool {
    guard entry.fits(1) else { return false }
    let given: JSONValue
    switch entry.content {
    case .answer(.json(let json)): given = json
    case .answer(.text(let text)): given = .string(text)
    case .secret(let number): given = .integer(Int64(number))
    case .nothing: return false
    }
    return answer(at: wait, given, entry.mode) == .taken
  }

  mutating func decide(_ effect: Effect) {
    guard let wait = waits[effect.wait], let end = wait.verdict, let checked = wait.checked else {
      return
    }
    waits[effect.wait]?.verdict = nil
    waits[effect.wait]?.checked = nil
    switch engine.decided(effect, end, checked.reading, checked.mode) {
    case .taken: wakeAnswered(effect.wait)
    case .refused(let code):
      putAgain(engine.refusedByCheck(effect.wait, checked.reading.typed, code), effect.wait)
    case .late: break
    }
  }

  mutating func putAgain(_ again: Engine.Again?, _ old: WaitID) {
    guard let again else { return }
    waits[again.wait] = waits.removeValue(forKey: old)
    waits[again.wait]?.checked = nil
    waits[again.wait]?.verdict = nil
  }

  // MARK: - Effects

  mutating func meet(_ start: EffectStart, _ kind: PlannedWait.Kind, _ id: FrameID) -> Taken {
    switch start {
    case .reply(let reply):
      if let denial = engine.replyStands(reply, in: id.branch) { return meet(denial) }
      bodies[id]?.sum += reply.entry.payload.json.flatMap(Self.value) ?? 0
      return .goesOn
    case .failed: return .throwing(.failed)
    case .perform(let effect): waits[effect.wait] = PlannedWait(body: id, kind: kind)
    case .givenUp(_, let message):
      engine.gaveUp(message)
      return .throwing(.cancelled(.terminated))
    case .unrecorded: return .throwing(.failed)
    case .differs:
      engine.broke()
      return .throwing(.cancelled(.terminated))
    case .wait(let wait):
      waits[wait] = PlannedWait(body: id, kind: kind, want: engine.want(of: wait))
    case .denied(let denial): return meet(denial)
    }
    return .waits
  }

  /// It is the turn of what waits, in the journal that is replayed.
  mutating func takeTurn(_ id: WaitID) {
    guard let wait = waits.removeValue(forKey: id) else { return }
    let taken: Taken
    var before = 0
    switch wait.kind {
    case .question(let question, let frame):
      before = bodies[wait.body]?.sum ?? 0
      taken = pose(question, frame, for: wait.body)
    case .load(let step):
      before = bodies[wait.body]?.sum ?? 0
      taken = meet(engine.loadContinued(step, in: wait.body), wait.kind, wait.body)
    case .commit(let write):
      before = bodies[wait.body]?.sum ?? 0
      guard let commit = wait.want?.commit else { return }
      taken = meet(
        engine.commitContinued(write, commit.key, isRepeated: commit.isRepeated, in: wait.body),
        wait.kind, wait.body)
    case .moment(let step):
      before = bodies[wait.body]?.sum ?? 0
      taken = meet(engine.awaitContinued(step, .moment, in: wait.body), wait.kind, wait.body)
    case .event(let step):
      before = bodies[wait.body]?.sum ?? 0
      taken = meet(engine.awaitContinued(step, .event, in: wait.body), wait.kind, wait.body)
    case .telling: return
    }
    switch taken {
    case .goesOn:
      let result = (bodies[wait.body]?.sum ?? 0) - before
      bodies[wait.body]?.sum = before
      queue.append((wait.body, .result(result)))
    case .throwing(let error): queue.append((wait.body, .throwing(error)))
    case .waits: break
    }
  }

  mutating func perform(_ effect: Effect) {
    if effect.kind == .event { return }
    outside.append(effect)
    guard effect.kind == .commit, let key = effect.key,
      case .commit(let write)? = waits[effect.wait]?.kind
    else { return }
    let path = engine.path(of: effect)
    if let sent = world.sent[key] {
      if sent.contents != write.contents { breaks("rule 14: \(key) bears two contents") }
      if sent.path != path { breaks("rule 14: \(sent.path) and \(path) share \(key)") }
    }
    world.sent[key] = (write.contents, path)
    if store != .none,
      stored?.entries.contains(where: { $0.keyOfCommit == key && !$0.isUndone }) != true
    {
      breaks("rule 13: \(path) was sent before its intent was durable")
    }
  }

  /// An effect replies.
  mutating func reply(_ effect: Effect, _ reply: EffectReply) {
    guard let index = outside.firstIndex(where: { $0.wait == effect.wait }) else { return }
    outside.remove(at: index)
    guard engine.isAwaited(effect) else { return engine.noteLate(effect) }
    waits[effect.wait]?.result =
      switch reply {
      case .value(let payload): .result(payload.json.flatMap(Self.value) ?? 0)
      case .refused, .threw, .notSent, .failed, .doneUnrecordable: .throwing(.failed)
      }
    engine.arrived(effect, reply)
  }

  /// A check ends.
  mutating func verdict(_ effect: Effect, _ end: Engine.CheckEnd) {
    guard let index = outside.firstIndex(where: { $0.wait == effect.wait }) else { return }
    outside.remove(at: index)
    waits[effect.wait]?.verdict = end
    engine.checkArrived(effect, end)
  }
}

extension JournalEntry {
  /// The key of a write that was begun.
  var keyOfCommit: IdempotencyKey? {
    verb == .commit ? payload.json.flatMap(CommitIntent.key(of:)) : nil
  }
}
