/// How far a commit has come.
enum CommitState: Hashable, Sendable {
  /// Its intent is in the journal. It is carried out once that is durable.
  case intended
  /// It was handed to its owner, and has no answer yet.
  case sent
  /// Its answer is in the journal. The flow sees it once that is durable.
  case answered
}

/// Writing to outside, once: the intent with its key, the attempt, the answer, the doubt.
extension Engine {
  /// What a body wants to write.
  struct Write: Hashable {
    let id: StepID
    /// What is sent, encoded; nil if the author did not say.
    let contents: JSONValue?
    /// The key that the author derived from the thing itself; nil for one of the session's own.
    var key: IdempotencyKey?
    /// Whether the commit is all that its flow does, see ``Commit``.
    var isWhole = false
  }

  /// A body wants to write.
  mutating func commitBegan(_ write: Write, in frame: FrameID) -> EffectStart {
    if let denial = denial(for: frame) { return .denied(denial) }
    let branch = frame.branch
    prepareEffect(in: branch, isWhole: write.isWhole)
    if !tree.isForked, let reason = takeRecordedCancel(in: branch) {
      return .denied(.leave(reason))
    }
    let refs = refs(ofEffectsIn: branch)
    let intent = replay.take(.commit, for: write.id, in: refs.recorded)
    if intent == nil, replay.hasEffects { endReplay(wanting: "commit \(write.id)", in: branch) }
    let earlier =
      intent == nil && !setAside.commits.isEmpty
      ? setAside.takeCommit(
        at: tree.path(of: indexOfEffects(in: branch), in: branch).appending(write.id)) : nil
    guard intent != nil || earlier != nil || isConfirmed(write) else {
      return .denied(.unconfirmed(write.id))
    }
    let recorded = intent?.payload.json ?? earlier?.intent
    if let recorded, var differs = CommitDiffers(write, recorded: recorded) {
      differs.wasDone =
        earlier?.reply?.verb == .done
        || replay.indices(of: write.id, in: refs.recorded).contains {
          replay.entries[$0].verb == .done
        }
      return .differs(differs)
    }
    let key = recorded.flatMap(CommitIntent.key(of:)) ?? write.key ?? unusedKey
    numbers.commits += 1
    record(
      JournalEntry(
        .commit, write.id, in: refs.ref, CommitIntent.payload(key: key, contents: write.contents)),
      in: branch)
    carryOver()
    let isRepeated = intent != nil || earlier != nil
    if let reply = earlier?.reply { return found(RecordedReply(reply), in: branch) }
    return commitContinued(write, key, isRepeated: isRepeated, in: frame)
  }

  /// The key of the session's next write: no two writes ever share one.
  ///
  /// It is numbered behind all that are recorded. One that was set aside, taken and set aside once more may
  /// have been counted more often, or less, when the others got theirs.
  private var unusedKey: IdempotencyKey {
    var others = setAside.commitsEver + replay.commitsLeft
    guard others > 0 else { return numbers.key(of: journal.head, besides: 0) }
    while true {
      let key = numbers.key(of: journal.head, besides: others)
      let isUsed =
        SetAside.hasWrite(under: key, in: journal.entries)
        || SetAside.hasWrite(under: key, in: replay.entries)
      if !isUsed { return key }
      others += 1
    }
  }

  /// Whether a new write may be begun: it is not left to people, or one of its questions was answered
  /// and it was not made since.
  ///
  /// One that failed, or is sent with the same contents, is the same write once more.
  private func isConfirmed(_ write: Write) -> Bool {
    let confirmations = confirmations.filter { $0.commit == write.id }
    guard !confirmations.isEmpty else { return true }
    var hasFailed = false
    for index in journal.entries.indices.reversed() {
      let entry = journal.entries[index]
      if entry.isStandingAnswer {
        let path = journal.path(of: entry)
        if confirmations.contains(where: { $0.isAsked(at: path) }) { return true }
      } else if entry.id == write.id {
        switch entry.verb {
        case .fail: hasFailed = true
        case .commit where hasFailed: hasFailed = false
        case .commit:
          guard let contents = write.contents, contents == entry.payload.json?["of"] else {
            return false
          }
        default: break
        }
      }
    }
    return false
  }

  /// The intent is in the journal, and it is the commit's turn.
  mutating func commitContinued(
    _ write: Write, _ key: IdempotencyKey, isRepeated: Bool, in frame: FrameID
  ) -> EffectStart {
    let (id, branch) = (write.id, frame.branch)
    // It was not sent, and the flow was left: it is not sent by a replay either.
    if !tree.isForked, let reason = takeRecordedCancel(in: branch) {
      return .denied(.leave(reason))
    }
    if let wait = waitsForReply(id, (key, isRepeated), in: branch) { return .wait(wait) }
    if let reply = takeReply(id, .commit, in: branch) { return found(reply, in: branch) }
    guard recordedReplies == nil else { return .unrecorded(id) }
    if replay.hasEffects, replay.inputsLeft > 0 { endReplay(wanting: "done \(id)", in: branch) }
    let held = takeHeld(id, in: branch)
    let effect = Effect(
      wait: nextWait(in: branch), id: id, kind: .commit, key: key,
      isRepeated: held?.mayHaveBeenDone ?? isRepeated, began: now)
    // If it was sent with a secret that was typed then, it would be another write under the same key
    // with one that is typed anew.
    let holdsSecret = effect.isRepeated && write.contents?.containsRedactionMark ?? false
    switch held {
    case let held? where held.wasDone: holdAgain(effect, held, .doneUnrecorded)
    case let held? where !effect.isRepeated: holdAgain(effect, held, .notDone)
    case let held?: holdAgain(effect, held, holdsSecret ? .inDoubtWithSecret : .inDoubt)
    case nil where holdsSecret:
      hold(effect, "it was cut off and cannot be repeated", .inDoubtWithSecret)
    case nil: begin(effect, .committing(effect, .intended))
    }
    return .perform(effect)
  }

  /// A commit has an answer, or none.
  mutating func commitReplied(_ effect: Effect, _ reply: EffectReply) {
    let branch = effect.wait.branch
    let ref = refs(ofEffectsIn: branch).ref
    switch reply {
    case .value(let payload):
      keeping.commitWasAnswered()
      tell(effect, .replied)
      record(JournalEntry(.done, effect.id, in: ref, payload), in: branch)
    case .refused(let reason):
      keeping.commitWasAnswered()
      tell(effect, .failed(message: reason))
      record(
        JournalEntry(.fail, effect.id, in: ref, .json(["refused": .string(reason)])), in: branch)
    case .threw(let message), .failed(let message): return hold(effect, message, .inDoubt)
    case .notSent(let message):
      guard tree[branch].frames.last?.closing != nil else {
        return hold(effect, message, .notDone)
      }
      keeping.commitWasAnswered()
      tell(effect, .failed(message: message))
      return leaveUnsent(effect.id, .json(["notSent": .string(message)]), in: branch)
    case .doneUnrecordable(let message): return hold(effect, message, .doneUnrecorded)
    }
    carryOver()
    tree.set(.committing(effect, .answered), of: branch)
    due.ready.append(effect.wait)
  }

  /// A write was not sent and its flow is over: nobody is asked, and no replay sends it either.
  private mutating func leaveUnsent(_ id: StepID, _ what: Payload, in branch: BranchID) {
    record(JournalEntry(.fail, id, in: refs(ofEffectsIn: branch).ref, what), in: branch)
    carryOver()
    closeWaiting(in: branch)
  }

  /// The flow of a child at once is told to end: what it waits for is released, but a write that is on
  /// its way, whose reply must be in the journal.
  mutating func closeEffect(in branch: BranchID) {
    // A copy: the tree is changed below.
    let state = tree[branch].state
    switch state {
    case _ where isTerminating: closeWaiting(in: branch)
    case .held(let hold) where hold.effect.kind == .commit && !hold.mayHaveBeenSent:
      leaveUnsent(hold.effect.id, .json(["notSent": .string(hold.message)]), in: branch)
    case .waiting(let want) where want.isCommit:
      guard let index = replay.next(), replay.entries[index].verb == .fail else { return }
      let entry = replay.entries[index]
      guard entry.id == want.key.step, entry.frame == want.frame,
        entry.payload.json?["notSent"] != nil
      else { return }
      replay.take(at: index)
      leaveUnsent(entry.id, entry.payload, in: branch)
    default: if !tree[branch].isCommitting { closeWaiting(in: branch) }
    }
  }
}

/// What is written before a commit runs: its key, and what it is about to send.
enum CommitIntent {
  static func payload(key: IdempotencyKey, contents: JSONValue?) -> Payload {
    let text = JSONValue.string(key.description)
    return .json(contents.map { ["key": text, "of": $0] } ?? text)
  }

  /// The key of a recorded intent.
  static func key(of recorded: JSONValue) -> IdempotencyKey? {
    (recorded.string ?? recorded["key"]?.string).flatMap(IdempotencyKey.init)
  }
}

/// A write that was begun earlier is wanted again with other contents: the flow was changed, or it does
/// not make the same contents each time it runs.
///
/// The session stops there. It is not written again, with the old key or a new one: what became of
/// the first attempt is known to the version of the flow that began it.
public struct CommitDiffers: Error, Hashable, CustomStringConvertible {
  /// The id of the commit.
  public let step: StepID
  /// What was sent then.
  public let recorded: JSONValue
  /// What would be sent now.
  public let wanted: JSONValue
  /// Whether the write is known to have been done.
  public internal(set) var wasDone = false

  init?(_ write: Engine.Write, recorded intent: JSONValue) {
    guard let recorded = intent["of"], let wanted = write.contents, recorded != wanted else {
      return nil
    }
    step = write.id
    self.recorded = recorded
    self.wanted = wanted
  }

  /// What was sent, what the flow would send, and what to do.
  public var description: String {
    """
    \(step) was \(wasDone ? "done" : "begun") with \(recorded.text), and the flow has \(wanted.text) for it \
    now: resume the session with the version of the flow that began it, or, if that is this one, make the \
    same contents each time the flow runs, with times from context.now and ids from context.makeID()
    """
  }
}
