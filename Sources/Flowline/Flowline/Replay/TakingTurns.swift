/// Giving each of several children at once its turn in a replay, and replies their order.
extension Engine {
  mutating func waitForTurn(
    _ kind: Want.Kind, _ step: StepID, in frame: FrameRef,
    _ commit: (key: IdempotencyKey, isRepeated: Bool)?, _ branch: BranchID
  ) -> WaitID {
    let wait = nextWait(in: branch)
    let index = kind == .answer ? tree[branch].frames.count - 2 : indexOfEffects(in: branch)
    let above = Array(tree.path(of: index, in: branch).ids.dropFirst())
    let want = Want(
      wait: wait, key: Want.Key(kind: kind, step: step), frame: frame, path: above + [step],
      commit: commit.map { Want.Commit(key: $0.key, isRepeated: $0.isRepeated) })
    tree.set(.waiting(want), of: branch)
    scheduling.wait(want)
    return wait
  }

  /// Takes the entry that gave a branch its turn.
  mutating func takeTurned(in branch: BranchID) -> JournalEntry? {
    guard let index = scheduling.takeTurn(of: branch), index >= 0 else { return nil }
    replay.take(at: index)
    return replay.entries[index]
  }

  /// What a wait wants, if it still waits for its turn.
  func want(of wait: WaitID) -> Want? { tree.want(of: wait) }

  /// Nothing can run any more: the next of what is recorded, the next reply, the next given answer.
  mutating func takeScheduled() -> Due {
    if !scheduling.verdicts.isEmpty { return .decide(scheduling.verdicts.removeFirst()) }
    let isHeld = scheduling.isOrdered && tree.isForked
    // A script without effects says nothing about when they replied.
    if !replay.hasEffects, !isHeld, let due = takeReply() { return due }
    if let due = takeTurn() { return due }
    if let offer = takeOffer() { return offer }
    return isHeld ? .nothing : takeReply() ?? .nothing
  }

  /// The next reply reaches its flow.
  private mutating func takeReply() -> Due? {
    guard !scheduling.replies.isEmpty else { return nil }
    return deliver(scheduling.replies.removeFirst())
  }

  private mutating func deliver(_ reply: Scheduling.Reply) -> Due {
    switch reply.reply {
    case .verdict: return .decide(reply.effect)
    case .effect(let end):
      guard isAwaited(reply.effect) else {
        noteLate(reply.effect)
        return takeDueOrNext()
      }
      take(end, to: reply.effect)
      return takeDueOrNext()
    }
  }

  /// What follows at once from what was just done, or else whatever comes next.
  private mutating func takeDueOrNext() -> Due {
    let due = takeDue()
    return due == .nothing && !isHeldBack ? takeScheduled() : due
  }

  /// Gives the turn to the branch that wants what is next.
  private mutating func takeTurn() -> Due? {
    guard tree.isForked, scheduling.waitingCount > 0 else { return nil }
    // A question whose answer the journal does not tell comes before everything else.
    if !replay.isAtEnd, !tree.askers.isEmpty { return nil }
    if let index = replay.nextInput() {
      let entry = replay.entries[index]
      if entry.verb == .cancel, takeCancel(entry, at: index) { return takeDueOrNext() }
      if let wait = waiter(for: entry) { return give(wait, entry: index) }
      if let wait = waiterForInserted { return give(wait) }
      let works = tree.first { branch in
        switch branch.state {
        case .loading(let effect): !effect.kind.isWait
        case .committing, .checking, .held: true
        default: false
        }
      }
      guard works == nil else { return nil }
      let first = tree.first { if case .waiting = $0.state { true } else { false } }
      var wanted = "something else"
      if let first, case .waiting(let want) = tree[first].state { wanted = want.description }
      diverge(
        at: replay.line(of: index), recorded: "\(entry.verb.rawValue) \(entry.id)",
        wanting: wanted, in: first ?? .trunk)
    }
    return giveAll()
  }

  /// The replay is over: what waited goes on by itself.
  ///
  /// If a record has the replies, they come one by one, unless somebody else says when.
  private mutating func giveAll() -> Due? {
    waitForRecord()
    let waiting = tree.subtree(of: .trunk).compactMap { id in
      if case .waiting(let want) = tree[id].state { want } else { nil }
    }
    let ready = waiting.filter { $0.key.kind != .recordedReply }
    if !ready.isEmpty {
      for want in ready.dropFirst() { due.ready.append(want.wait) }
      for want in ready { scheduling.give(want.wait.branch, nil) }
      return turn(ready[0].wait)
    }
    let recorded = waiting.first { recordedReplies?.has($0.key.step) ?? false }
    if !scheduling.isOrdered, let recorded { return give(recorded.wait) }
    scheduling.noneWaits()
    return nil
  }

  /// Replies that the journal turned out not to have come from the record, if there is one.
  private mutating func waitForRecord() {
    guard let recordedReplies, !recordedReplies.isEmpty else { return }
    for id in tree.subtree(of: .trunk) {
      guard case .waiting(let want) = tree[id].state, want.key.kind == .reply else { continue }
      let again = Want(
        wait: want.wait, key: Want.Key(kind: .recordedReply, step: want.key.step),
        frame: want.frame, path: want.path, commit: want.commit)
      tree.set(.waiting(again), of: id)
      scheduling.wait(again)
    }
  }

  /// Gives a branch its turn.
  mutating func give(_ wait: WaitID, entry index: Int? = nil) -> Due? {
    guard want(of: wait) != nil else { return nil }
    scheduling.give(wait.branch, index)
    return turn(wait)
  }

  private mutating func turn(_ wait: WaitID) -> Due {
    tree.set(.running, of: wait.branch)
    return .takeTurn(wait)
  }

  /// The branch that waits for an entry.
  private mutating func waiter(for entry: JournalEntry) -> WaitID? {
    let kind: Want.Kind
    switch entry.verb {
    case .answer: kind = .answer
    case .load, .done, .fail: kind = .reply
    case .wait: kind = .wait
    default: return nil
    }
    let place = replay.place(of: entry)
    let key = Want.Key(kind: kind, step: entry.id)
    let found = takeWaiter(key) { want in
      if let place { return want.path.starts(with: place) }
      return entry.frame == .unknown || entry.frame == want.frame
    }
    // What a script by hand told last may be over.
    return found ?? (place == nil ? nil : takeWaiter(key) { _ in true })
  }

  /// The first branch that waits for a step and is meant.
  mutating func takeWaiter(_ key: Want.Key, where isMeant: (Want) -> Bool) -> WaitID? {
    let tree = tree
    return scheduling.take(
      key, isPast: { tree.want(of: $0)?.key != key },
      where: { tree.want(of: $0).map(isMeant) ?? false })
  }

  /// A branch whose question is newer than the journal, and that a migration has an answer for.
  private var waiterForInserted: WaitID? {
    guard replay.hasAnyInserted else { return nil }
    for branch in tree.subtree(of: .trunk) {
      guard case .waiting(let want) = tree[branch].state, want.key.kind == .answer else { continue }
      if replay.hasInserted(want.key.step, in: want.frame) { return want.wait }
    }
    return nil
  }

  /// A recorded leaving, carried out in whichever branch it was.
  private mutating func takeCancel(_ entry: JournalEntry, at index: Int) -> Bool {
    for branch in tree.subtree(of: .trunk).reversed()
    where carryOutCancel(entry, at: index, in: branch) != nil {
      return true
    }
    return false
  }

  /// A recorded leaving that comes before all that a body does next, carried out: a flow was left
  /// while the start or the end of another was told.
  mutating func takeNextCancel(before id: FrameID) {
    guard !tree.isForked, let index = replay.nextCancel(),
      // It was left after it had started a child.
      let flow = tree[frame: id]?.recordedRef, !replay.hasStart(in: flow)
    else { return }
    // Flows whose start is told before it had acted before it, but the one that is left.
    let entry = replay.entries[index]
    let isAhead = tree.trunk.frames.contains {
      $0.ref == .unknown && ($0.recordedRef.index ?? .max) < index
        && ($0.id != id || $0.recordedRef != entry.frame)
    }
    if !isAhead { _ = carryOutCancel(entry, at: index, in: .trunk) }
  }

  /// A recorded leaving that is next, carried out.
  mutating func takeRecordedCancel(in branch: BranchID) -> CancelReason? {
    guard replay.hasCancels, let index = replay.nextInput(),
      replay.entries[index].verb == .cancel
    else { return nil }
    return carryOutCancel(replay.entries[index], at: index, in: branch)
  }

  private mutating func carryOutCancel(
    _ entry: JournalEntry, at index: Int, in branch: BranchID
  ) -> CancelReason? {
    let target = tree[branch].frames.lastIndex {
      $0.step == entry.id && (entry.frame == .unknown || entry.frame == $0.recordedRef)
    }
    guard let target else { return nil }
    // Before the entry is taken, so that what is only remembered behind it stays behind it.
    settle(target, in: branch)
    replay.take(at: index)
    let reason = entry.leaveReason
    recordCancel(of: target, in: branch, reason)
    close(from: target, in: branch, .cancelled(reason))
    return reason
  }

  /// Offers the first question of children at once that an answer was given for.
  ///
  /// What is given waits until nothing else can run, as an answer from outside does.
  private mutating func takeOffer() -> Due? {
    guard tree.isForked, !given.isEmpty else { return nil }
    for branch in tree.asking {
      guard case .asking(let asked) = tree[branch].state,
        scheduling.offered.insert(asked.presentation).inserted,
        let entry = takeGiven(at: tree.path(of: branch), isSensitive: asked.isSensitive)
      else { continue }
      return .offer(asked.wait, entry)
    }
    return nil
  }

  // MARK: - For the playing of a script

  /// Lets a reply reach its flow, once the effect has come to it.
  ///
  /// - Parameters:
  ///   - step: the effect's id.
  ///   - place: the ids below the root that the script has it under.
  /// - Returns: what is due; nil if the reply has not come.
  mutating func handOutReply(of step: StepID, in place: [StepID]) -> Due? {
    for rank in [2, 1, 0] {
      let key = Want.Key(kind: .recordedReply, step: step)
      if let wait = takeWaiter(key, where: { place.rank(of: $0.path[...]) >= rank }) {
        return give(wait)
      }
      let index = scheduling.replies.firstIndex { reply in
        reply.effect.id == step
          && place.rank(of: path(of: reply.effect).ids.dropFirst()) >= rank
      }
      if let index { return deliver(scheduling.replies.remove(at: index)) }
    }
    return nil
  }

  /// Whether an effect of a child at once is under way and has not replied.
  func isWorking(on step: StepID) -> Bool {
    guard !scheduling.replies.contains(where: { $0.effect.id == step }) else { return false }
    return tree.first { branch in
      switch branch.state {
      case .loading(let effect), .committing(let effect, .intended), .committing(let effect, .sent):
        effect.id == step
      default: false
      }
    } != nil
  }
}

extension [StepID] {
  /// How well a step's path fits a place: exactly, as one inside it, or not.
  func rank(of path: ArraySlice<StepID>) -> Int {
    guard path.starts(with: self) else { return 0 }
    return path.count == count + 1 ? 2 : 1
  }
}
