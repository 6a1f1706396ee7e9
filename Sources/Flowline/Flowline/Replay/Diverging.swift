/// Where a replay ends.
extension Engine {
  /// The flow wants something the journal does not have: from here on, it is live.
  mutating func endReplay(wanting wanted: @autoclosure () -> String, in branch: BranchID) {
    guard !replay.isAtEnd else { return }
    if let index = replay.nextInput() {
      let entry = replay.entries[index]
      diverge(
        at: replay.line(of: index), recorded: "\(entry.verb.rawValue) \(entry.id)",
        wanting: wanted(), in: branch)
    } else {
      setAsideRest()
    }
  }

  /// Writes down the starts of children at once that the journal has and whose bodies have not run
  /// so far: what it only remembers of the rest may have happened in them.
  private mutating func settleBegun() {
    guard tree.isForked else { return }
    let begun = tree.subtree(of: .trunk).compactMap { id in
      tree[id].frames.first.flatMap { first in
        first.ref == .unknown ? first.recordedRef.index.map { (branch: id, index: $0) } : nil
      }
    }
    for (branch, _) in begun.sorted(by: { $0.index < $1.index }) { settle(0, in: branch) }
  }

  /// The journal does not fit: what is left of it becomes drafts.
  mutating func diverge(
    at line: Int?, recorded: String, wanting wanted: String, refused: Refusal.Code? = nil,
    in branch: BranchID
  ) {
    tellFit(replay.fates(below: journal.head.flow, refused: refused))
    if divergence == nil {
      divergence = Divergence(
        line: line, recorded: recorded, wanted: wanted, path: tree.path(of: branch),
        kept: answersStanding, left: replay.inputsLeft, refused: refused)
      tellDiverged()
    }
    setAsideRest()
  }

  /// Flows whose ends are in the rest of the journal that is replayed had told them.
  ///
  /// Returns the paths of those that were not marked before, from the root on.
  @discardableResult
  mutating func noteEndsTold() -> [StepPath] {
    let ends = replay.endsLeft
    var told: [StepPath] = []
    for id in tree.subtree(of: .trunk) where !ends.isEmpty {
      for index in tree[id].frames.indices where !tree[id].frames[index].endWasTold {
        let start = replay.start(of: tree[id].frames[index].recordedRef)
        guard let start, ends.contains(start) else { continue }
        tree[id].frames[index].endWasTold = true
        told.append(tree.path(of: index, in: id))
      }
    }
    return told
  }

  /// The journal tells that the outcome of a flow was told, though its end is not in it.
  mutating func noteEndTold(_ aside: JSONValue) {
    guard let path = SetAside.endedFlow(aside, of: journal.head.flow) else { return }
    for id in tree.subtree(of: .trunk) {
      for index in tree[id].frames.indices where tree.path(of: index, in: id) == path {
        tree[id].frames[index].endWasTold = true
      }
    }
  }

  /// What is left of the journal that is replayed is kept for when the flow comes to it.
  mutating func setAsideRest() {
    guard !replay.isAtEnd else { return }
    settleBegun()
    let ended = noteEndsTold()
    if replay.isOnlyRemembered {
      carry(replay.remarksLeft)
    } else {
      // What was tried or undone has lost the flows it was in: what was set aside is told again.
      let (rest, root) = (replay, journal.head.flow)
      let told = setAside.takeRest(of: rest, below: root)
      carry(
        rest.remarksLeft.filter { $0.verb.outlastsBack || SetAside.tellsEnd($0, of: root) } + told
          + ended.map { SetAside.ended($0) })
    }
    replay = ReplayCursor()
  }

  /// Says what became of what was recorded.
  mutating func tellFit(_ items: [JournalFit.Item]) {
    fit = JournalFit(
      flow: journal.head.flow, recorded: recordedVersion ?? journal.head.version,
      version: journal.head.version, items: items)
  }
}

extension ReplayCursor {
  /// What became of what is recorded, in the moment the flow wants something else or is through.
  ///
  /// - Parameters:
  ///   - root: the root flow's id.
  ///   - isExpected: whether what was not taken yet is expected to be.
  ///   - refused: why the entry that was taken last is not valid; nil if it is.
  /// - Returns: what becomes of each entry that is left.
  func fates(
    below root: FlowID, isExpected: Bool = false, refused: Refusal.Code? = nil
  ) -> [JournalFit.Item] {
    var items: [JournalFit.Item] = []
    for (index, entry) in entries.enumerated() where entry.hasFate {
      items.append(
        JournalFit.Item(
          path: entries.stepPath(of: entry, below: root), line: line(of: index),
          fate: isExpected && isWhole(index) ? .kept : fate(of: index, refused)))
    }
    return items
  }

  /// Whether an entry is as the flow would have it, as far as that is known.
  private func isWhole(_ index: Int) -> Bool {
    !isDropped.contains(index) && !unread.contains(index)
  }

  private func fate(of index: Int, _ refused: Refusal.Code?) -> JournalFit.Fate {
    if isDropped.contains(index) { return .dropped(because: .migrated) }
    if unread.contains(index) { return .dropped(because: .readAgain) }
    if isTaken(index) {
      guard let refused, index == lastTaken else { return .kept }
      return .asked(because: .refused(refused))
    }
    switch entries[index].verb {
    case .commit: return .dropped(because: .writtenBefore)
    case .load, .fail: return .dropped(because: .readAgain)
    case .wait: return .dropped(because: .awaitedAgain)
    default: break
    }
    return index < lastTaken ?? 0 ? .dropped(because: .notReached) : .asked(because: .behindChange)
  }
}

extension JournalEntry {
  /// Whether it is told what became of it: not of what was gone back from or left, and of a write once.
  var hasFate: Bool { isInput && !isUndone && verb != .cancel && verb != .done }
}
