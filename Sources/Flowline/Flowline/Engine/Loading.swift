/// Reading from outside.
extension Engine {
  /// A body wants to read.
  ///
  /// - Parameters:
  ///   - id: the step's name.
  ///   - frame: the flow that reads.
  ///   - isWhole: whether the load is all that its flow does, see ``Load``.
  /// - Returns: what the shell does: read, or hand out the recorded reply.
  mutating func loadBegan(_ id: StepID, in frame: FrameID, isWhole: Bool) -> EffectStart {
    if let denial = denial(for: frame) { return .denied(denial) }
    prepareEffect(in: frame.branch, isWhole: isWhole)
    if !tree.isForked, let reason = takeRecordedCancel(in: frame.branch) {
      return .denied(.leave(reason))
    }
    return loadContinued(id, in: frame)
  }

  /// It is the load's turn.
  mutating func loadContinued(_ id: StepID, in frame: FrameID) -> EffectStart {
    let branch = frame.branch
    if let wait = waitsForReply(id, nil, in: branch) { return .wait(wait) }
    let reply = takeReply(id, .load, in: branch)
    // A reply with a secret in it is not in the journal as it was: it is read again.
    if let reply, !reply.entry.payload.containsMark { return found(reply, in: branch) }
    let isGivenUp = takeGivenUp(id)
    guard recordedReplies == nil || isGivenUp else { return .unrecorded(id) }
    if reply == nil, replay.hasEffects, replay.inputsLeft > 0 {
      endReplay(wanting: "load \(id)", in: branch)
    }
    return read(id, isGivenUp: isGivenUp, in: branch)
  }

  /// The flow cannot read the reply that the journal has: it is read again.
  ///
  /// What the journal has behind it is valid as far as it fits what is read then.
  mutating func loadUnread(_ reply: RecordedReply, in frame: FrameID) -> EffectStart {
    replyUnread(reply)
    let id = reply.entry.id
    return read(id, isGivenUp: takeGivenUp(id), in: frame.branch)
  }

  /// Takes it from a script that nobody waited for the reply, if the script has it.
  private mutating func takeGivenUp(_ id: StepID) -> Bool {
    scheduling.loadsAllowed != nil && (recordedReplies != nil || !scheduling.allowsLoad(id))
  }

  private mutating func read(
    _ id: StepID, isGivenUp: Bool, in branch: BranchID
  ) -> EffectStart {
    let effect = Effect(
      wait: nextWait(in: branch), id: id, kind: .load, key: nil, isRepeated: false, began: now)
    if isGivenUp {
      hold(effect, "it was given up when the script was recorded", .notDone)
    } else if let held = takeHeld(id, in: branch) {
      holdAgain(effect, held, .notDone)
    } else {
      begin(effect, .loading(effect))
    }
    return .perform(effect)
  }

  /// A load has replied.
  mutating func loadReplied(_ effect: Effect, _ reply: EffectReply) {
    let branch = effect.wait.branch
    let ref = refs(ofEffectsIn: branch).ref
    switch reply {
    case .value(let payload):
      tell(effect, .replied)
      record(JournalEntry(.load, effect.id, in: ref, payload), in: branch)
    case .failed(let message):
      tell(effect, .failed(message: message))
      record(
        JournalEntry(.fail, effect.id, in: ref, .json(["error": .string(message)])), in: branch)
    case .threw(let message), .refused(let message), .notSent(let message),
      .doneUnrecordable(let message):
      return hold(effect, message, .notDone)
    }
    carryOver()
    tree.set(.loaded(effect.wait), of: branch)
    due.ready.append(effect.wait)
  }
}
