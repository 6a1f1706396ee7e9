/// Finding out, outside, whether an answer can be taken.
extension FlowMachine {
  /// An answer was read and is to be checked. Until the verdict comes, its question takes no other.
  mutating func checkBegan() -> Effect? {
    guard case .asking(let presentation) = state, let step = frames.last?.step else { return nil }
    let call = EffectCall(key: nil, isRepeated: false, began: now, presentation: presentation)
    let effect = Effect(number: nextSerial(), id: step, kind: .check, call: call)
    tellEffect(effect, .began)
    state = .working(effect)
    return effect
  }

  /// How a check ended.
  enum CheckEnd {
    case replied
    case failed(message: String)
    /// It was given up; what it finds out yet reaches nobody.
    case stopped
  }

  /// A check is over. Returns whether its question still waited for it; it takes the answer, or its
  /// refusal, then.
  mutating func checkEnded(_ effect: Effect, _ end: CheckEnd, in frame: Frame.ID) -> Bool {
    if isMany { turn(to: frame) }
    guard state == .working(effect), !frames.isEmpty else {
      note(
        .lateReply, at: currentPath,
        "the check of \(effect.id) came to its end when nobody waited for it any more")
      return false
    }
    switch end {
    case .replied: tellEffect(effect, .replied)
    case .failed(let message): tellEffect(effect, .failed(message: message))
    case .stopped: break
    }
    state = .asking(presentation: effect.call.presentation)
    return true
  }

  /// The question is put once more, as a presentation of its own. Returns it and the one it stands
  /// in for.
  mutating func askedAgain() -> (new: Int, old: Int)? {
    guard case .asking(let old) = state, let outline = journal.pending?.outline else { return nil }
    if isMany { forgetAsker(in: state) }
    guard case .present(let new, _) = present(outline) else { return nil }
    return (new, old)
  }

  /// Whether the answer of any question is being checked.
  var isChecking: Bool {
    func isChecking(_ state: State) -> Bool {
      if case .working(let effect) = state { effect.kind == .check } else { false }
    }
    return isMany ? firstStrand(where: isChecking) != nil : isChecking(state)
  }

  /// Why an answer to a presentation cannot be taken, where another to it is being checked.
  mutating func isChecked(_ presentation: Int) -> Bool {
    guard let asker = many?.askers[presentation] else { return false }
    turn(to: asker)
    guard case .working(let effect) = state else { return false }
    return effect.call.presentation == presentation
  }
}
