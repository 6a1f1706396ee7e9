/// Finding out, outside, whether an answer can be taken.
extension Engine {
  /// An answer was read and is to be checked.
  ///
  /// Until the verdict comes, its question takes no other.
  private mutating func beginCheck(_ asked: Asked) -> Effect {
    let branch = asked.wait.branch
    let effect = Effect(
      wait: nextWait(in: branch), id: asked.pending.id, kind: .check, key: nil, isRepeated: false,
      began: now)
    begin(effect, .checking(asked, effect))
    return effect
  }

  /// How it is found out whether something that is to be checked can be taken.
  enum Verification: Hashable {
    /// It can: it was checked before, or a record answers for the world outside.
    case known
    case checking(Effect)
    /// A script has it that its check refused it.
    case refused(Refusal.Code)
  }

  /// An answer, or a page, was read and is to be checked.
  mutating func verification(of asked: Asked, _ mode: AnswerMode) -> Verification {
    // A record that answers for the world outside has the verdict too.
    if recordedReplies == nil, mode != .stood { return .checking(beginCheck(asked)) }
    if case .refused(let code) = mode { return .refused(code) }
    return .known
  }

  /// How a check ended.
  enum CheckEnd: Hashable, Sendable {
    case accepted
    case refused(Refusal.Code, isWarning: Bool)
    case threw(message: String)
  }

  /// A check came to its end.
  ///
  /// Among children at once its verdict waits like the reply of an effect, unless a script says
  /// when replies come: a verdict comes with its answer.
  @discardableResult
  mutating func checkArrived(_ effect: Effect, _ end: CheckEnd) -> Arrival {
    guard isAwaited(effect) else {
      noteLate(effect)
      return .late
    }
    if case .threw(let message) = end {
      tell(effect, .failed(message: message))
    } else {
      tell(effect, .replied)
    }
    if tree.isForked, !scheduling.isOrdered {
      scheduling.replies.append(Scheduling.Reply(effect: effect, reply: .verdict))
    } else {
      scheduling.verdicts.append(effect)
    }
    return .taken
  }

  /// What becomes of an answer that was checked.
  enum Verdict: Hashable {
    /// It stands: its body resumes with the typed value.
    case taken
    /// The question is put once more, with the refusal.
    case refused(Refusal.Code)
    /// Its question waits no more.
    case late
  }

  /// The verdict reaches its question.
  mutating func decided(
    _ effect: Effect, _ end: CheckEnd, _ reading: Reading, _ mode: AnswerMode
  ) -> Verdict {
    let branch = effect.wait.branch
    guard case .checking(let asked, effect) = tree[branch].state else { return .late }
    if let code = end.refusal(of: mode) { return .refused(code) }
    take(reading.recorded ?? .null, reading, for: asked)
    return .taken
  }

  /// The answer was refused by its check: its question is put once more, as a presentation of its
  /// own.
  ///
  /// Returns what waits now, and what did.
  mutating func refusedByCheck(_ wait: WaitID, _ typed: JSONValue, _ code: Refusal.Code) -> Again? {
    guard let asked = tree[wait.branch].asked else { return nil }
    refused(asked, typed, code)
    return askAgain(in: wait.branch)
  }

  /// A question that is put once more.
  struct Again: Hashable {
    let wait: WaitID
    let presentation: Int
    let oldPresentation: Int
    let draft: JSONValue?
  }

  /// The person does not wait for the check: the question is put once more.
  mutating func checkStopped(_ effect: Effect) -> Again? {
    guard case .checking(_, effect) = tree[effect.wait.branch].state else { return nil }
    return askAgain(in: effect.wait.branch)
  }

  mutating func askAgain(in branch: BranchID) -> Again? {
    guard let old = tree[branch].asked else { return nil }
    let asked = Asked(
      wait: nextWait(in: branch), presentation: nextPresentation(in: branch), pending: old.pending,
      isSensitive: old.isSensitive)
    tree.set(.asking(asked), of: branch)
    tellAsked(in: branch)
    return Again(
      wait: asked.wait, presentation: asked.presentation, oldPresentation: old.presentation,
      draft: setAside.drafts.isEmpty ? nil : setAside.drafts[tree.path(of: branch)]?.first)
  }

  /// What is under way in the foreground and can be given up without harm.
  enum Stopping: Hashable {
    case check(Effect)
    /// Going back to the last question gives a load up.
    case back
    case refused(Refusal.Code)
  }

  var stopping: Stopping {
    if let code = terminateRefusal { return .refused(code) }
    switch tree[tree.foreground].state {
    case .checking(_, let effect): return .check(effect)
    case .loading: return .back
    case .committing: return .refused(.committing)
    default: return .refused(.nothingUnderWay)
    }
  }

  /// Whether the answer of any question is being checked.
  var isChecking: Bool {
    tree.first { if case .checking = $0.state { true } else { false } } != nil
  }
}

extension Engine.CheckEnd {
  /// Why what was checked is refused; nil if it is taken.
  func refusal(of mode: Engine.AnswerMode) -> Refusal.Code? {
    switch self {
    case .accepted: nil
    case .refused(let code, let isWarning): isWarning && mode.passes(code) ? nil : code
    case .threw: .checkFailed
    }
  }
}
