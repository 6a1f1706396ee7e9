/// Going back: the one place that decides it, for every front end.
extension Engine {
  /// What is to be done when the person goes back.
  enum Backing: Hashable {
    /// Old bodies unwind, handlers are told, and the root runs again over what stands.
    case rewound
    case refused(Refusal.Code)
  }

  /// The person goes back.
  ///
  /// It never validates; the last answer that may be reached is undone, or the given one with all
  /// that followed.
  ///
  /// - Parameters:
  ///   - given: the index of an answer that is valid; nil for the last that may be reached.
  ///   - kept: answers behind the given one that are valid again if their questions turn out the
  ///     same.
  ///   - isJump: whether the answers behind are kept, which a script has to say.
  /// - Returns: whether it was done, or why not.
  mutating func wentBack(
    to given: Int? = nil, keeping kept: [GivenAnswers.Entry] = [], isJump: Bool = false
  ) -> Backing {
    if let refusal = backRefusal(to: given) { return .refused(refusal) }
    guard case .found(let found) = backTarget else { return .refused(.atFirstStep) }
    let target = given ?? found
    let entry = journal.entries[target]
    rememberPending(in: tree.foreground)
    // If a rebuilt session stopped for a secret, more was answered than it has come to again.
    setAsideRest()
    let left = tree.openFrames.filter { $0.ref == .unknown || ($0.ref.index ?? -1) >= target }
    let ids = Set(left.map(\.id))
    let unended = left.filter { !$0.endWasTold }.map(\.id)
    tellBack(to: entry, leaving: Set(unended))
    reopen(to: target, leaving: ids)
    keepOpeningTimes(except: ids)
    let told = journal.entries.back(to: target, isJump ? .jump : .back)
    undo(from: target)
    append(told)
    self.given.keep(keepSecrets() + kept)
    let first = entry.presentation < 0 ? numbers.presentations : Int(entry.presentation)
    // What children at once asked before it is asked anew.
    let asked = tree.askers.keys.filter { $0 < first }.sorted().map { $0..<$0 + 1 }
    due.leftBehind = LeftBehind(
      frames: unended, staying: tree.openFrames.map(\.id).filter { !ids.contains($0) },
      presentations: asked + [first..<numbers.presentations])
    for branch in tree.subtree(of: .trunk) { release(branch, .back) }
    tree = BranchTree()
    scheduling.reset()
    due.ready = []
    phase = .starting(isNews: false)
    return .rewound
  }

  /// A child whose cancelling goes back was cancelled: back to the question before it, or before the
  /// children at once that it was one of.
  ///
  /// - Parameters:
  ///   - start: the index of the first entry of the child, or behind those before it.
  ///   - parent: the flow that ran it.
  mutating func wentBack(before start: Int, in parent: FrameID) -> Backing {
    // What was recorded behind, the flow answered when it was told.
    if replay.inputsLeft > 0 { return .refused(.notRunning) }
    guard tree[parent.branch].mayAct(parent) else { return .refused(.notRunning) }
    switch backStops.target(before: start, beside: lineage.answers(beside: parent.branch)) {
    case .found(let target):
      let backing = wentBack(to: target)
      if backing == .rewound { returns += 1 }
      return backing
    case .committed: return .refused(.committed)
    case .none: return .refused(.atFirstStep)
    }
  }

  /// All that stands is replayed, from the root's first line: that one went back is durable, and told.
  mutating func startOver() {
    replay = ReplayCursor(journal.entries, isWhole: true)
    mailbox = replay.hasEvents ? Mailbox(replay.entries) : Mailbox()
    journal.entries = []
    backStops = BackStops()
    keeping.reset()
    heldBefore = nil
    toldBranch = []
    answersStanding = 0
    lineage = AnswerLineage()
    numbers.undoings += 1
    spoken = nil
    numbers.commits = 0
    numbers.made = 0
  }

  /// Marks entries as undone and keeps their answers as drafts, before older drafts.
  private mutating func undo(from target: Int) {
    let undone = journal.entries.undo(from: target)
    answersStanding -= undone.count
    numbers.undoings += 1
    backStops = BackStops()
    for index in journal.entries.indices { backStops.record(index, of: journal.entries) }
    setAside.keep(undone.map { (journal.path(of: $0), $0.payload.json ?? .null) })
  }

  /// Notes the flows that had ended and that going back leads into again: they start once more.
  private mutating func reopen(to target: Int, leaving left: Set<FrameID>) {
    let open = tree.openFrames.filter { !left.contains($0.id) }
    let kept = Set(open.map(\.ref))
    // A rebuilt session that stopped for a secret may be inside flows whose end was told before.
    reopening = Set(open.filter(\.endWasTold).map(\.ref))
    var ref = journal.entries[target].frame
    while let index = ref.index {
      if !kept.contains(ref) { reopening.insert(ref) }
      ref = journal.entries[index].frame
    }
    // Of children at once, one may have ended since that is not on the way there.
    let starts = EnteringIndex(journal.entries[..<target])
    for end in journal.entries.indices[target...] where journal.entries[end].isLeaving {
      if let start = starts.last(journal.entries[end].id, in: journal.entries[end].frame) {
        reopening.insert(.entered(at: start))
      }
    }
  }

  /// Going back runs bodies again; the flows it stays in have been open all the time.
  private mutating func keepOpeningTimes(except left: Set<FrameID>) {
    var times: [FrameRef: Int64] = [:]
    for frame in tree.openFrames where frame.ref != .unknown && !left.contains(frame.id) {
      times[frame.ref] = frame.openedAt
    }
    openedBefore = times
  }

  // MARK: - May one?

  /// Why one cannot go back now; nil if one can.
  var backRefusal: Refusal.Code? { backRefusal(to: nil) }

  /// Why one cannot go back to an answer now; nil if one can.
  func backRefusal(to given: Int?) -> Refusal.Code? {
    if let given, given < backStops.lastWrite { return .committed }
    if isHeldBack { return .notKept }
    guard phase == .running else { return .notRunning }
    if tree.isCommitting() { return .committing }
    if replay.commitsLeft > 0 { return .committed }
    return backTarget.refusal
  }

  /// The answer that going back undoes.
  ///
  /// A flow that was left is passed over as a whole, together with the answer that led into it
  /// if its question is the one that is asked again now.
  var backTarget: BackStops.Target {
    let asked = tree[tree.foreground].asked?.pending
    return backStops.target(asking: asked.map { ($0.id, $0.frame) }, in: journal.entries)
  }

  /// The last answer that going back stops at, before the last so many that stand, of those that come before
  /// what a branch asks.
  func lastAnswer(beforeLast count: Int, in branch: BranchID) -> Int? {
    var left = count
    let others = lineage.answers(beside: branch)
    for index in journal.entries.indices.reversed()
    where journal.entries[index].isStandingAnswer && !others.contains(index) {
      if left > 0 {
        left -= 1
      } else if !journal.entries[index].isSkippedByBack {
        return index
      }
    }
    return nil
  }
}

/// Where flows were started that have not ended, by name and the flow they were started in.
private struct EnteringIndex {
  private struct Key: Hashable {
    let id: StepID
    let frame: FrameRef
  }

  private var starts: [Key: Int] = [:]

  init(_ entries: ArraySlice<JournalEntry>) {
    for (index, entry) in zip(entries.indices, entries) where !entry.isUndone {
      let key = Key(id: entry.id, frame: entry.frame)
      if entry.verb == .enter { starts[key] = index } else if entry.isLeaving { starts[key] = nil }
    }
  }

  func last(_ id: StepID, in frame: FrameRef) -> Int? { starts[Key(id: id, frame: frame)] }
}
