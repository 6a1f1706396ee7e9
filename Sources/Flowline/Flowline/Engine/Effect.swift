/// A load, a commit, a check or a wait under way.
struct Effect: Hashable, Sendable {
  /// Which wait it ends; its number is the effect's own.
  let wait: WaitID
  let id: StepID
  let kind: FlowInspection.Effect.Kind
  /// A commit's key.
  let key: IdempotencyKey?
  /// Whether it was cut off before and runs again.
  var isRepeated: Bool
  /// When it began, in nanoseconds of the monotonic clock.
  let began: Int64

  static func == (left: Self, right: Self) -> Bool {
    left.wait == right.wait && left.isRepeated == right.isRepeated
  }

  func hash(into hasher: inout Hasher) { hasher.combine(wait) }
}

/// What a load or a commit came to, as the shell tells it.
enum EffectReply: Hashable, Sendable {
  case value(Payload)
  /// A load replied with what cannot be recorded: its flow fails.
  case failed(message: String)
  /// A commit was refused for certain: nothing was done.
  case refused(String)
  /// A load threw, or a commit did: whether it was carried out is not known.
  case threw(message: String)
  /// A commit threw before anything was sent.
  case notSent(message: String)
  /// A commit was carried out, and its reply cannot be recorded.
  case doneUnrecordable(message: String)
}

/// What is to be done when a body loads or commits.
enum EffectStart: Hashable {
  /// The journal has the reply: it is written down once the flow has read it, see
  /// ``Engine/replyStands(_:in:)``.
  case reply(RecordedReply)
  /// The journal has it that the effect went wrong.
  case failed(StepID, JSONValue)
  /// The journal has it that the session was given up over a write that was carried out.
  case givenUp(StepID, message: String)
  /// It is to run; its wait ends when it has replied.
  case perform(Effect)
  /// It must not run and nothing is recorded for it.
  case unrecorded(StepID)
  /// The journal has the write with other contents.
  case differs(CommitDiffers)
  /// Begin again with the wait's turn.
  case wait(WaitID)
  case denied(Denial)
}

/// A reply that the journal has.
struct RecordedReply: Hashable {
  let entry: JournalEntry
  /// Where it is in the journal that is replayed; nil if it comes from somewhere else.
  let index: Int?

  init(_ entry: JournalEntry, at index: Int? = nil) {
    self.entry = entry
    self.index = index
  }
}

/// What loads and commits have in common.
extension Engine {
  /// The frame that loads and commits of a branch's innermost flow are told of: the flow that runs
  /// it, if it is a load or a commit itself and nothing else.
  func indexOfEffects(in branch: BranchID) -> Int {
    let frames = tree[branch].frames
    return frames.count - (frames.last?.isEffect ?? false ? 2 : 1)
  }

  /// What entries of a branch's effects refer to, in the journal and in the one that is replayed.
  func refs(ofEffectsIn branch: BranchID) -> (ref: FrameRef, recorded: FrameRef) {
    let index = indexOfEffects(in: branch)
    guard index >= 0 else {
      let parent = tree[tree[branch].parent].frames.last
      return (tree[branch].above, parent?.recordedRef ?? .unknown)
    }
    return (tree[branch].frames[index].ref, tree[branch].frames[index].recordedRef)
  }

  /// Where an effect is; a check is where its question is.
  func path(of effect: Effect) -> StepPath {
    let branch = effect.wait.branch
    if effect.kind == .check { return tree.path(of: branch) }
    return tree.path(of: indexOfEffects(in: branch), in: branch).appending(effect.id)
  }

  /// Prepares the frames for an effect: the flow that runs it is more than a screen.
  mutating func prepareEffect(in branch: BranchID, isWhole: Bool) {
    if isWhole {
      let index = tree[branch].frames.count - 1
      tree[branch].frames[index].isLeaf = true
      tree[branch].frames[index].isEffect = true
    }
    let index = indexOfEffects(in: branch)
    if index >= 0 { settle(index, in: branch) }
  }

  /// The reply that is recorded for an effect, now that it is its turn.
  mutating func takeReply(
    _ id: StepID, _ kind: FlowInspection.Effect.Kind, in branch: BranchID
  ) -> RecordedReply? {
    let recorded = refs(ofEffectsIn: branch).recorded
    let verb: JournalEntry.Verb = kind == .commit ? .done : .load
    if let entry = takeTurned(in: branch) ?? replay.take(verb, or: .fail, for: id, in: recorded) {
      return RecordedReply(entry, at: replay.latest)
    }
    if kind == .load, recordedReplies != nil, !scheduling.allowsLoad(id) { return nil }
    return recordedReplies?.take(id).map { RecordedReply($0) }
  }

  /// Whether an effect must wait until its reply is next.
  mutating func waitsForReply(
    _ id: StepID, _ effect: (key: IdempotencyKey, isRepeated: Bool)?, in branch: BranchID
  ) -> WaitID? {
    guard tree.isForked, !scheduling.hasTurn(branch) else { return nil }
    let refs = refs(ofEffectsIn: branch)
    if replay.inputsLeft > 0, replay.hasEffects {
      return waitForTurn(.reply, id, in: refs.recorded, effect, branch)
    }
    guard let recordedReplies, !recordedReplies.isEmpty else { return nil }
    return waitForTurn(.recordedReply, id, in: refs.recorded, effect, branch)
  }

  /// An effect is to run, once what led to it is durable.
  mutating func begin(_ effect: Effect, _ state: Branch.State) {
    tell(effect, effect.isRepeated ? .repeated : .began)
    tree.set(state, of: effect.wait.branch)
    due.ready.append(effect.wait)
  }

  /// What is to be done about a reply that the journal has: a failure needs no reading.
  mutating func found(_ reply: RecordedReply, in branch: BranchID) -> EffectStart {
    guard reply.entry.verb == .fail else { return .reply(reply) }
    if let denial = replyStands(reply, in: branch) { return .denied(denial) }
    if reply.entry.isDoneAndGivenUp {
      return .givenUp(reply.entry.id, message: reply.entry.failureMessage)
    }
    return .failed(reply.entry.id, reply.entry.payload.json ?? .null)
  }

  /// The flow has read a reply that the journal has: it is written down.
  ///
  /// Returns why the flow is not to see it, if it is to end.
  mutating func replyStands(_ reply: RecordedReply, in branch: BranchID) -> Denial? {
    let ref = refs(ofEffectsIn: branch).ref
    record(
      JournalEntry(reply.entry.verb, reply.entry.id, in: ref, reply.entry.payload), in: branch)
    carryOver()
    guard tree.isForked, let reason = leaveReason(of: branch) else { return nil }
    return .leave(reason)
  }

  /// The flow cannot read a reply that the journal has: it was changed.
  mutating func replyUnread(_ reply: RecordedReply) {
    guard let index = reply.index else { return }
    let isFirst = replay.couldNotRead(at: index)
    guard !isFirst, var told = fit else {
      return tellFit(replay.fates(below: journal.head.flow, isExpected: true))
    }
    // Of a later one that alone is changed: made anew each time, they would take the square of the time.
    guard let place = replay.placeOfFate(of: index), told.items.indices.contains(place) else {
      return
    }
    // Held nowhere else meanwhile, so that it is changed in place.
    fit = nil
    let item = told.items[place]
    told.items[place] = JournalFit.Item(
      path: item.path, line: item.line, fate: .dropped(because: .readAgain))
    fit = told
  }

  // MARK: - Replies

  /// What became of a reply.
  enum Arrival: Hashable {
    /// It reaches its flow when nothing else can run.
    case taken
    /// Nobody waits for it any more; that is noted.
    case late
  }

  /// An effect came to its end.
  ///
  /// Among children at once its reply waits until nothing else can run, so that a journal has all
  /// in an order that a replay comes to again.
  @discardableResult
  mutating func arrived(_ effect: Effect, _ reply: EffectReply) -> Arrival {
    guard isAwaited(effect) else {
      noteLate(effect)
      return .late
    }
    if tree.isForked {
      scheduling.replies.append(Scheduling.Reply(effect: effect, reply: .effect(reply)))
    } else {
      take(reply, to: effect)
    }
    return .taken
  }

  /// Whether a flow still waits for an effect.
  func isAwaited(_ effect: Effect) -> Bool {
    switch tree[effect.wait.branch].state {
    case .loading(let current): current.wait == effect.wait
    case .committing(let current, let state): current.wait == effect.wait && state == .sent
    case .checking(_, let current): current.wait == effect.wait
    default: false
    }
  }

  mutating func noteLate(_ effect: Effect) {
    let what = effect.kind == .check ? "the check of \(effect.id)" : "\(effect.id)"
    note(
      .lateReply,
      at: tree.path(of: tree.contains(effect.wait.branch) ? effect.wait.branch : .trunk),
      "\(what) replied when nobody waited for it any more")
  }

  /// A reply reaches its flow.
  mutating func take(_ reply: EffectReply, to effect: Effect) {
    switch effect.kind {
    case .load: loadReplied(effect, reply)
    case .commit: commitReplied(effect, reply)
    case .moment: momentCame(effect, reply)
    case .check, .event: break
    }
  }
}
