/// Ending flows: what their bodies return, and what the engine has decided before.
extension Engine {
  /// How a body ended, before the engine has had its say.
  enum BodyEnd: Hashable {
    case finished(Payload)
    case cancelled(CancelReason)
    case failed(message: String)
  }

  /// What is to be done when a body has ended.
  struct Leaving: Hashable {
    enum Verdict: Hashable {
      /// The outcome is the body's own.
      case asReturned
      case cancelled(CancelReason)
      /// The session fails for a reason that is not the body's.
      case sessionFailed

      init(_ closing: Closing?) {
        switch closing {
        case .cancelled(let reason)?: self = .cancelled(reason)
        case .failed?: self = .sessionFailed
        case nil: self = .asReturned
        }
      }
    }

    let verdict: Verdict
    /// Whether the outcome is news, to be told to the handler.
    let isNews: Bool
    /// What the flow may still have on show.
    let presentations: [Range<Int>]
    /// Where it was entered.
    let ref: FrameRef
  }

  /// The body of a flow ended.
  ///
  /// Returns nil if the flow has ended before.
  mutating func left(_ id: FrameID, _ end: BodyEnd) -> Leaving? {
    guard let index = tree[id.branch].index(of: id) else { return nil }
    if !replay.isAtEnd, !tree[id.branch].frames[index].isLeaf { takeNextCancel(before: id) }
    let frame = tree[id.branch].frames[index]
    if index < tree[id.branch].frames.count - 1 {
      note(
        .outlivedParent, at: tree.path(of: index, in: id.branch),
        "\(tree[id.branch].frames[index + 1].step) was still running when it ended")
    } else if case .forked = tree[id.branch].state {
      note(
        .outlivedParent, at: tree.path(of: index, in: id.branch),
        "children at once were still running when it ended")
    }
    abandonChildren(of: id.branch)
    let isInner = index > 0 || id.branch != .trunk
    if isInner, !frame.isLeaf { settle(index, in: id.branch) }
    let ref = tree[id.branch].frames[index].ref
    if let closing = frame.closing, case .finished = end, !isUnloading {
      note(
        .secondOutcome, at: tree.path(of: index, in: id.branch),
        "the body returned a result after the flow had been told to end (\(closing))")
    }
    tellOutlived(index, in: id.branch)
    let path = isObserved ? tree.path(of: index, in: id.branch) : nil
    tree.set(.running, of: id.branch)
    let presentations = presentations(since: frame.firstPresentation, in: id.branch)
    tree[id.branch].frames.removeLast(tree[id.branch].frames.count - index)
    let verdict = Leaving.Verdict(frame.closing)
    let isScreen = isInner && ref == .unknown
    let isNews = isScreen || recordLeaving(frame, verdict, end, index, in: id.branch)
    if !isInner { phase = .finishing } else { endBranch(id.branch) }
    if isNews, isInner, !isUnloading, let path { tellEnded(frame, path, verdict, end) }
    return Leaving(
      verdict: verdict, isNews: isNews && !isUnloading, presentations: presentations, ref: ref)
  }

  /// A screen that was asked directly has its answer, or was left.
  ///
  /// It tells nobody, unless it ran flows of its own: then its end is in the journal as its start
  /// is.
  mutating func leftScreen(_ id: FrameID) {
    let last = tree[id.branch].frames.count - 1
    guard last >= 0, tree[id.branch].frames[last].id == id else { return }
    guard tree[id.branch].frames[last].ref != .unknown else {
      return _ = tree[id.branch].frames.removeLast()
    }
    let frame = tree[id.branch].frames.removeLast()
    _ = recordLeaving(
      frame, Leaving.Verdict(frame.closing), .finished(.json(.null)),
      tree[id.branch].frames.count, in: id.branch)
  }

  /// The root's outcome was told.
  mutating func endWasTold() {
    phase = .ended
    keeping.end()
  }

  /// Writes down how a flow ended.
  ///
  /// Returns whether that is news.
  private mutating func recordLeaving(
    _ frame: Frame, _ verdict: Leaving.Verdict, _ end: BodyEnd, _ index: Int, in branch: BranchID
  ) -> Bool {
    // What is left as it is may have been about to end: it ends when it is rebuilt.
    if isUnloading { return true }
    let isRoot = index == 0 && branch == .trunk
    let verb: JournalEntry.Verb
    let payload: Payload
    switch (verdict, end) {
    case (.asReturned, .finished(let output)): (verb, payload) = (isRoot ? .finish : .leave, output)
    case (.asReturned, .cancelled(let reason)), (.cancelled(let reason), _):
      guard reason != .terminated, reason != .abandoned, reason != .back else {
        return !frame.endWasTold
      }
      (verb, payload) = (isRoot ? .cancelled : .abandon, .json(.string(reason.rawValue)))
    case (.asReturned, .failed(let message)):
      (verb, payload) = (isRoot ? .failed : .abandon, .json(["error": .string(message)]))
    case (.sessionFailed, _):
      // What was given up is not taken up again; what broke otherwise is.
      guard isRoot, let givenUp else { return !frame.endWasTold }
      (verb, payload) = (.failed, .json(["error": .string(givenUp)]))
    }
    if isRoot {
      endReplay(wanting: "the end", in: branch)
      append(JournalEntry(verb, frame.step, in: .root, payload))
      return true
    }
    let parent =
      index > 0 ? tree[branch].frames[index - 1] : tree[tree[branch].parent].frames.last
    guard let parent else { return true }
    let taken = replay.take(.leave, or: .abandon, for: frame.step, in: parent.recordedRef) != nil
    record(JournalEntry(verb, frame.step, in: parent.ref, payload), in: branch)
    carryOver()
    return !taken && !frame.endWasTold
  }

  // MARK: - Presentations

  /// What the flows of a branch have presented since a number, apart from what others did meanwhile.
  func presentations(since first: Int, in branch: BranchID) -> [Range<Int>] {
    // A journal of another controller counts presentations that this one never had.
    let since = min(first, numbers.presentations)..<numbers.presentations
    guard branch != .trunk else { return since.isEmpty ? [] : [since] }
    return tree[branch].presented.map { $0.clamped(to: since) }.filter { !$0.isEmpty }
  }

  /// A flow ended while its children at once were still running: they are released.
  private mutating func abandonChildren(of id: BranchID) {
    guard !tree[id].children.isEmpty else { return }
    let below = tree.subtree(of: id).dropFirst()
    for branch in below { release(branch, .terminated) }
    for branch in below.reversed() { noteEnded(branch) }
    for child in tree[id].children { tree.remove(child) }
    tree[id].children = []
    if !tree.isForked { scheduling.forksEnded() }
  }

  /// Ends a branch if its last frame is gone.
  mutating func endBranch(_ id: BranchID) {
    guard id != .trunk, tree[id].frames.isEmpty else { return }
    let ended = tree[id]
    noteEnded(id)
    tree.remove(id)
    if let place = tree[ended.parent].children.firstIndex(of: id) {
      tree[ended.parent].children.remove(at: place)
    }
    if ended.parent != .trunk { tree[ended.parent].presented.merge(ended.presented) }
    guard tree[ended.parent].children.isEmpty else { return }
    let parent = tree[ended.parent].state
    if case .forked = parent { tree.set(.running, of: ended.parent) }
    if !tree.isForked { scheduling.forksEnded() }
  }
}

extension [Range<Int>] {
  /// Takes other ranges in, in order.
  fileprivate mutating func merge(_ other: [Range<Int>]) {
    self = (self + other).sorted { $0.lowerBound < $1.lowerBound }
  }
}
