/// Switching between strands, and looking at all of them. None of it costs anything while a session
/// has no children at once.
extension FlowMachine {
  /// Makes the strand of a frame the current one, where it is not.
  mutating func turn(to id: Frame.ID) {
    guard isMany, frames.last?.id != id else { return }
    turn(toStrand: many?.strandOf[id] ?? 0)
  }

  mutating func turn(toStrand target: Int) {
    guard target != current, many?.strands[target] != nil else { return }
    many?.strands[current]?.state = state
    many?.strands[current]?.pending = journal.pending.take()
    var here = current
    var there = target
    var down: [Int] = []
    while here != there {
      guard let left = many?.strands[here], let entered = many?.strands[there] else { break }
      if left.level >= entered.level {
        many?.strands[here]?.frames = Array(frames[left.base...])
        frames.removeSubrange(left.base...)
        here = left.parent
      } else {
        down.append(there)
        there = entered.parent
      }
    }
    for strand in down.reversed() {
      frames.append(contentsOf: many?.strands[strand]?.frames ?? [])
      many?.strands[strand]?.frames = []
    }
    current = target
    state = many?.strands[target]?.state ?? .running
    journal.pending = many?.strands[target]?.pending
    many?.strands[target]?.pending = nil
  }

  /// Turns to the strand that a frame of the current chain belongs to.
  mutating func turn(toHolderOf index: Int) {
    if isMany { turn(toStrand: holder(of: index)) }
  }

  func state(of strand: Int) -> State {
    strand == current ? state : many?.strands[strand]?.state ?? .ended
  }

  /// A strand and those below it, from the outside in, children in their order.
  func subtree(of strand: Int) -> [Int] {
    var found: [Int] = []
    // A stack of its own: strands may be nested deeply.
    var open = [strand]
    while let next = open.popLast() {
      found.append(next)
      open.append(contentsOf: many?.strands[next]?.children.reversed() ?? [])
    }
    return found
  }

  /// The first strand in a state, from the outside in, children in their order.
  func firstStrand(where matches: (State) -> Bool) -> Int? {
    var open = [(strand: 0, next: 0)]
    while let top = open.last {
      guard let children = many?.strands[top.strand]?.children, top.next < children.count else {
        open.removeLast()
        continue
      }
      open[open.count - 1].next += 1
      let child = children[top.next]
      if matches(state(of: child)) { return child }
      open.append((child, 0))
    }
    return nil
  }

  /// Whether any of the children at once asks.
  var isAnyAsking: Bool { !(many?.askers.isEmpty ?? true) }

  /// Turns to the strand that the person sees: the first that asks, or else the first that works.
  mutating func turnToForeground() {
    guard isMany else { return }
    var found: Int?
    if isAnyAsking {
      found = firstStrand { if case .asking = $0 { true } else { false } }
    }
    found = found ?? firstStrand { if case .working = $0 { true } else { false } }
    if let found { turn(toStrand: found) }
  }

  /// Turns to an innermost strand, whatever it does.
  mutating func turnToLeaf() {
    while isMany, let first = many?.strands[current]?.children.first { turn(toStrand: first) }
  }

  /// The frames that ask, in the order of the children.
  mutating func askingFrames() -> [Frame.ID] {
    guard isMany else {
      if case .asking = state, let last = frames.last { return [last.id] }
      return []
    }
    var asking: [Frame.ID] = []
    for strand in subtree(of: 0) {
      guard case .asking = state(of: strand) else { continue }
      let own = strand == current ? frames.last : many?.strands[strand]?.frames.last
      if let own { asking.append(own.id) }
    }
    return asking
  }

  /// Every flow that has started and not ended, each before those inside it.
  mutating func openFrames() -> [Frame] {
    guard isMany else { return frames }
    return subtree(of: 0).flatMap { strand in
      turn(toStrand: strand)
      return frames[(many?.strands[strand]?.base ?? 0)...]
    }
  }

  /// The paths of the same.
  mutating func openPaths() -> [StepPath] {
    guard isMany else { return frames.indices.map { path(to: $0) } }
    return subtree(of: 0).flatMap { strand in
      turn(toStrand: strand)
      return frames.indices[(many?.strands[strand]?.base ?? 0)...].map { path(to: $0) }
    }
  }

  /// Turns to the first strand that asks, of one and those below it.
  mutating func turnToAsker(below strand: Int) {
    for below in subtree(of: strand) {
      if case .asking = state(of: below) { return turn(toStrand: below) }
    }
  }

  /// The frame that asks a presentation; the foreground's where none is named.
  mutating func turn(toAsker presentation: Int?) -> Bool {
    guard let presentation else {
      turnToForeground()
      if case .asking = state { return true }
      return false
    }
    guard let asker = many?.askers[presentation], many?.strandOf[asker] != nil else { return false }
    turn(to: asker)
    return state == .asking(presentation: presentation)
  }

  /// Whether a commit is under way in a strand or below it.
  func isCommitting(in strand: Int = 0) -> Bool {
    guard isMany else {
      if case .working(let effect) = state { return effect.isCommit }
      return false
    }
    for committing in many?.committing ?? [] where isCommittingItself(committing) {
      var above = committing
      while above != strand, above != 0 { above = many?.strands[above]?.parent ?? 0 }
      if above == strand { return true }
    }
    return false
  }

  /// Whether a strand itself waits for the reply of a commit.
  func isCommittingItself(_ strand: Int) -> Bool {
    switch state(of: strand) {
    case .working(let effect): effect.isCommit
    case .waiting: many?.strands[strand]?.want?.isCommit ?? false
    default: false
    }
  }

  /// Ends all strands but the session's own, whose frames are left as they are.
  mutating func forgetStrands() {
    many = nil
    isMany = false
    mayWait = false
    current = 0
    told = []
  }
}

/// What a journal tells of strands.
extension FlowMachine {
  /// Writes an entry, after a line that tells its strand where that is not the last one told.
  @inline(__always)
  mutating func record(_ entry: JournalEntry) {
    if isMany { tellStrand() }
    journal.entries.append(entry)
  }

  /// Writes down which strand the next entry belongs to, and first what a replay only remembers.
  @inline(never)
  mutating func tellStrand() {
    let path = many?.strands[current]?.path ?? []
    if !tape.isAtEnd {
      var remarks = tape.passedRemarks()
      while let last = remarks.last, last.isSwitch, last.strandPath != path { remarks.removeLast() }
      carry(remarks)
    }
    guard let base = many?.strands[current]?.base, base > 0, path != told else { return }
    told = path
    journal.entries.append(JournalEntry(strand: path, of: frames[base - 1].ref))
  }

  /// Copies entries as they stand, and keeps in mind which strand they told last.
  mutating func carry(_ entries: [JournalEntry]) {
    guard !entries.isEmpty else { return }
    for entry in entries {
      switch entry.verb {
      case .at: told = entry.strandPath
      case .language: speaks(entry)
      // Whoever reads a journal begins anew after a back.
      case .back: told = []
      default: break
      }
    }
    journal.entries.append(contentsOf: entries)
  }

  /// The questions that wait in all strands, as a journal's last lines tell them.
  mutating func pendingEntries() -> [JournalEntry] {
    var entries: [JournalEntry] = []
    var last = told
    for strand in subtree(of: 0) {
      turn(toStrand: strand)
      guard let pending = journal.pending, let path = many?.strands[strand]?.path, !path.isEmpty
      else { continue }
      if path != last {
        entries.append(JournalEntry(strand: path, of: .unknown))
        last = path
      }
      entries.append(pending.entry)
    }
    return entries
  }
}

extension JournalEntry {
  /// Tells that what follows belongs to the strand that a child began.
  ///
  /// - Parameter path: the ids below the root down to the child.
  init(strand path: [StepID], of parent: FrameRef) {
    let above = path.dropLast().map { JSONValue.string($0.rawValue) }
    self.init(.at, path.last ?? "", in: parent, above.isEmpty ? .none : .json(.array(above)))
  }

  /// The ids below the root down to the child that an `at` entry names.
  var strandPath: [StepID] {
    var path: [StepID] = []
    if case .array(let above)? = payload.json {
      path = above.compactMap { $0.string.map { StepID($0) } }
    }
    return path + [id]
  }
}
