/// Writing entries into the journal, each behind the line that tells its branch.
extension Engine {
  /// Writes an entry, after a line that tells its branch if that is not the last one told.
  @inline(__always)
  mutating func record(_ entry: consuming JournalEntry, in branch: BranchID) {
    if tree.isForked { tellBranch(branch) }
    append(consume entry)
  }

  /// Every entry comes into the journal here.
  @inline(__always)
  mutating func append(_ entry: consuming JournalEntry) {
    journal.entries.append(consume entry)
    let last = journal.entries.count - 1
    backStops.record(last, of: journal.entries)
    if keeping.isOn, journal.entries[last].mustLast { keeping.mustLast(through: last + 1) }
  }

  /// Writes down which branch the next entry belongs to, and first what a replay only remembers.
  mutating func tellBranch(_ id: BranchID) {
    let branch = tree[id]
    if !replay.isAtEnd {
      var remarks = replay.passedRemarks()
      while let last = remarks.last, last.isSwitch, last.branchPath != branch.path {
        remarks.removeLast()
      }
      carry(remarks)
    }
    guard id != .trunk, branch.path != toldBranch else { return }
    toldBranch = branch.path
    append(JournalEntry(branch: branch.path, of: branch.above))
  }

  /// Copies entries as they are, and keeps in mind which branch they told last.
  mutating func carry(_ entries: [JournalEntry]) {
    for entry in entries {
      switch entry.verb {
      case .at: toldBranch = entry.branchPath
      case .language: speaks(entry)
      // Readers of a journal begin anew after a back.
      case .back, .jump: toldBranch = []
      case .aside where !entry.isUndone: noteEndTold(entry.payload.json ?? .null)
      default: break
      }
      var entry = entry
      if !isWhereItWas(entry.frame) { entry.frame = .unknown }
      append(entry)
    }
  }

  /// Whether a flow of the journal that is replayed is started by the same entry in the new one.
  private func isWhereItWas(_ flow: FrameRef) -> Bool {
    guard let index = flow.index else { return true }
    guard index < journal.entries.count, index < replay.entries.count else { return false }
    let (old, new) = (replay.entries[index], journal.entries[index])
    return new.verb == .enter && old.verb == .enter && old.id == new.id
  }

  /// Copies what the replay only remembers into the journal, in its place.
  @inline(__always)
  mutating func carryOver() {
    if !replay.isAtEnd { carry(replay.passed()) }
  }

  /// Writes the `enter` entry of a flow that turned out to be more than a screen.
  mutating func settle(_ index: Int, in id: BranchID) {
    if tree[id].frames[index].path == nil {
      tree[id].frames[index].path = tree.path(of: index, in: id)
    }
    guard tree[id].frames[index].ref == .unknown else { return }
    // The start of a child at once is told right behind its branch.
    if index == 0 { toldBranch = [] }
    if tree.isForked { tellBranch(id) }
    let frame = tree[id].frames[index]
    tree[id].frames[index].ref = .entered(at: journal.entries.count)
    append(
      JournalEntry(
        .enter, frame.step, in: tree[id].parentRef(of: index),
        frame.version == 1 ? .none : .json(.integer(Int64(frame.version))),
        presentation: frame.firstPresentation))
    carryOver()
  }

  /// Writes down the question that waits in a branch, if something else than an answer ends it.
  mutating func rememberPending(in branch: BranchID) {
    guard let asked = tree[branch].asked else { return }
    record(asked.pending.entry, in: branch)
  }

  /// The journal with the questions that wait, as its last lines tell them.
  var told: Journal {
    var told = journal
    guard tree.isForked else {
      told.pending = tree.trunk.asked?.pending
      return told
    }
    var last = toldBranch
    for id in tree.subtree(of: .trunk) where id != .trunk {
      guard let asked = tree[id].asked else { continue }
      if tree[id].path != last {
        last = tree[id].path
        told.waiting.append(JournalEntry(branch: last, of: .unknown))
      }
      told.waiting.append(asked.pending.entry)
    }
    return told
  }

  /// The person goes on in another language.
  ///
  /// It is written down, so that a replay reads what follows as it was read.
  mutating func spoke(_ language: String) {
    // The question was put in the language before. Those of children at once are told at the end.
    if !tree.isForked { rememberPending(in: .trunk) }
    let entry = JournalEntry(.language, "", in: .unknown, .json(.string(language)))
    append(entry)
    speaks(entry)
    if isObserved { tell(.language(language), at: StepPath([journal.head.flow])) }
  }

  /// From this entry on, another language holds.
  private mutating func speaks(_ entry: JournalEntry) {
    guard let language = entry.payload.json?.string else { return }
    spoken = journal.head.environment.speaking(language)
  }
}

extension JournalEntry {
  /// Tells that what follows belongs to the branch that a child began.
  ///
  /// - Parameters:
  ///   - path: the ids below the root down to the child.
  ///   - parent: the flow that runs the child.
  init(branch path: [StepID], of parent: FrameRef) {
    let above = path.dropLast().map { JSONValue.string($0.rawValue) }
    self.init(.at, path.last ?? "", in: parent, above.isEmpty ? .none : .json(.array(above)))
  }

  /// The ids below the root down to the child that an `at` entry names.
  var branchPath: [StepID] {
    var path: [StepID] = []
    if case .array(let above)? = payload.json {
      path = above.compactMap { $0.string.map { StepID($0) } }
    }
    return path + [id]
  }
}
