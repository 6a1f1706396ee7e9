/// A journal that is being replayed: what has not been taken from it yet.
///
/// Entries are matched by step and by the flow they belong to, the first that was not taken
/// standing for the next occurrence; their position counts for nothing.
struct Tape: Sendable {
  private(set) var entries: [JournalEntry]
  private var isTaken: [Bool]
  /// Everything before it is taken, or has been carried over.
  private(set) var cursor = 0
  /// The lines the entries came from; empty for a journal that was never text.
  let lines: [Int]
  /// Entries that feed the flow and were not taken yet.
  private(set) var inputsLeft = 0
  /// The entry that the flow took last.
  private(set) var lastTaken: Int?
  /// What a migration took out.
  private(set) var isDropped: Set<Int> = []
  /// Answers to questions that are newer than the journal.
  private var inserted: [(step: StepID, frame: FrameRef, answer: JSONValue)] = []
  /// Whether loads and commits were recorded, so that a missing one is a change of the flow.
  private(set) var hasEffects: Bool

  /// Makes a tape.
  ///
  /// - Parameter isWhole: whether it has all that happened, loads and commits included.
  init(_ entries: [JournalEntry] = [], lines: [Int] = [], isWhole: Bool = false) {
    self.entries = entries
    self.lines = lines
    isTaken = Array(repeating: false, count: entries.count)
    inputsLeft = entries.count { $0.isInput && !$0.isUndone }
    hasEffects = isWhole || entries.contains { $0.isEffect && !$0.isUndone }
  }

  var isAtEnd: Bool { cursor >= entries.count }

  func isTaken(_ index: Int) -> Bool { isTaken[index] }

  /// Whether an entry is of a flow, or may be: a script need not tell its flows.
  @inline(__always)
  private func fits(_ entry: JournalEntry, in frame: FrameRef) -> Bool {
    entry.frame == frame || entry.frame == .unknown || place(of: entry) != nil
  }

  /// The ids below the root that a script says an entry happens under, where it does not tell its
  /// flows but only the children at once.
  func place(of entry: JournalEntry) -> [StepID]? {
    guard let index = entry.frame.index, index < entries.count, entries[index].verb == .at
    else { return nil }
    return entries[index].strandPath
  }

  /// Takes the first entry of a verb for a step of a flow.
  mutating func take(
    _ verb: JournalEntry.Verb, or other: JournalEntry.Verb? = nil, for id: StepID,
    in frame: FrameRef
  ) -> (index: Int, entry: JournalEntry)? {
    var index = cursor
    while index < entries.count {
      let entry = entries[index]
      if (entry.verb == verb || entry.verb == other), entry.id == id, !isTaken[index],
        !entry.isUndone, fits(entry, in: frame)
      {
        take(at: index)
        return (index, entry)
      }
      index += 1
    }
    return nil
  }

  /// Takes the start of a child flow, and the presentation it came at where that is known. A step
  /// whose answer is next is a screen and has none, which spares a search at every question.
  mutating func takeEntering(
    _ id: StepID, in frame: FrameRef
  ) -> (ref: FrameRef, presentation: Int?, version: Int)? {
    guard !isAtEnd else { return nil }
    if entries[cursor].verb == .answer, entries[cursor].id == id { return nil }
    guard let (index, entry) = take(.enter, for: id, in: frame) else { return nil }
    let presentation = Int(entry.presentation)
    return (.entered(at: index), presentation < 0 ? nil : presentation, entry.enteredVersion)
  }

  /// Leaves out what was read and written, so that it is read and written anew.
  mutating func leaveOutEffects() {
    for index in entries.indices where entries[index].isEffect && !entries[index].isUndone {
      if !isTaken[index] { inputsLeft -= 1 }
      entries[index].isUndone = true
      isTaken[index] = true
    }
    hasEffects = false
  }

  /// Forgets which presentations the entries belong to: those of another session count otherwise.
  mutating func forgetPresentations() {
    for index in entries.indices { entries[index].presentation = -1 }
  }

  /// The start of a flow in the record.
  typealias Entering = (ref: FrameRef, presentation: Int?, version: Int)

  /// Takes the starts of children at once, in one go.
  mutating func takeEnterings(
    of ids: Set<StepID>, in frame: FrameRef
  ) -> [StepID: Entering] {
    var found: [StepID: Entering] = [:]
    var index = cursor
    while index < entries.count, found.count < ids.count {
      let entry = entries[index]
      if entry.verb == .enter, !isTaken[index], !entry.isUndone, ids.contains(entry.id),
        fits(entry, in: frame), found[entry.id] == nil
      {
        take(at: index)
        let presentation = Int(entry.presentation)
        found[entry.id] = (
          .entered(at: index), presentation < 0 ? nil : presentation, entry.enteredVersion
        )
      }
      index += 1
    }
    return found
  }

  /// Takes an entry that the caller found by itself.
  mutating func take(at index: Int) {
    isTaken[index] = true
    lastTaken = max(index, lastTaken ?? 0)
    if entries[index].isInput { inputsLeft -= 1 }
  }

  /// The first entry that feeds the flow and was not taken, with its index.
  var nextInput: (index: Int, entry: JournalEntry)? {
    guard inputsLeft > 0 else { return nil }
    return entries[cursor...].indices.lazy
      .filter { !isTaken[$0] && entries[$0].isInput && !entries[$0].isUndone }
      .first.map { ($0, entries[$0]) }
  }

  /// Moves over what is taken or only remembered, and returns what must be carried over.
  mutating func passed() -> [JournalEntry] {
    var carried: [JournalEntry] = []
    while cursor < entries.count {
      let entry = entries[cursor]
      if isTaken[cursor] {
        cursor += 1
      } else if entry.isUndone || entry.isRemark {
        carried.append(entry.remembered)
        cursor += 1
      } else {
        break
      }
    }
    return carried
  }

  /// Moves over what is only remembered before the next entry, and the telling of its strand, and
  /// returns both.
  mutating func passedRemarks() -> [JournalEntry] {
    var carried: [JournalEntry] = []
    while cursor < entries.count {
      let entry = entries[cursor]
      guard entry.isUndone || entry.isRemark || entry.verb == .at else { break }
      carried.append(entry.verb == .at ? entry : entry.remembered)
      cursor += 1
    }
    return carried
  }

  /// What was not taken and must not be lost, each with its step's path below the root.
  struct Left {
    var answers: [(path: [StepID], value: JSONValue)] = []
    /// Writes, each with its reply where it had one.
    var commits: [(path: [StepID], intent: JSONValue, reply: JournalEntry?)] = []
  }

  var left: Left {
    var left = Left()
    for index in indicesLeft {
      let entry = entries[index]
      let path = entries.path(of: entry)
      switch entry.verb {
      case .answer: left.answers.append((path, entry.payload.json ?? .null))
      case .commit:
        let reply = indicesLeft.first {
          $0 > index && entries[$0].id == entry.id && entries[$0].frame == entry.frame
            && (entries[$0].verb == .done || entries[$0].verb == .fail)
        }
        left.commits.append((path, entry.payload.json ?? .null, reply.map { entries[$0] }))
      default: break
      }
    }
    return left
  }

  private var indicesLeft: [Int] {
    entries[min(cursor, entries.count)...].indices
      .filter { !isTaken[$0] && !entries[$0].isUndone && entries[$0].isInput }
  }

  /// What is only remembered of the rest, in order, and whose it is.
  var remarksLeft: [JournalEntry] {
    var rest: [JournalEntry] = []
    for index in entries[min(cursor, entries.count)...].indices where !isTaken[index] {
      let entry = entries[index]
      guard entry.isUndone || entry.isRemark || entry.verb == .at else { continue }
      // Only the last telling of a strand before an entry counts.
      if rest.last?.isSwitch ?? false, entry.verb == .at { rest.removeLast() }
      rest.append(entry.remembered)
    }
    if rest.last?.isSwitch ?? false { rest.removeLast() }
    return rest
  }

  /// The script's line an entry came from.
  func line(of index: Int) -> Int? {
    index < lines.count ? lines[index] : nil
  }
}

/// What a migration may do.
extension Tape {
  /// The entries of a flow's step that were not taken yet.
  func indicesOf(_ step: StepID, in frame: FrameRef) -> [Int] {
    entries.indices.filter {
      entries[$0].id == step && !isTaken[$0]
        && (entries[$0].frame == frame || entries[$0].frame == .unknown)
    }
  }

  mutating func rename(_ index: Int, to step: StepID) { entries[index].id = step }

  mutating func setPayload(_ payload: Payload, of index: Int) { entries[index].payload = payload }

  /// Takes an entry out of the record; it is not carried over.
  mutating func drop(_ index: Int) {
    isTaken[index] = true
    isDropped.insert(index)
    if entries[index].isInput, !entries[index].isUndone { inputsLeft -= 1 }
  }

  mutating func insert(_ answer: JSONValue, for step: StepID, in frame: FrameRef) {
    inserted.append((step, frame, answer))
  }

  /// Whether there is an answer to a question that is newer than the journal.
  func hasInserted(_ step: StepID, in frame: FrameRef) -> Bool {
    inputsLeft > 0
      && inserted.contains { $0.step == step && ($0.frame == frame || frame == .unknown) }
  }

  /// The answer to a question that is newer than the journal, where the journal goes on behind it.
  mutating func takeInserted(_ step: StepID, in frame: FrameRef) -> JSONValue? {
    guard !inserted.isEmpty, inputsLeft > 0,
      let index = inserted.firstIndex(where: {
        $0.step == step && ($0.frame == frame || frame == .unknown)
      })
    else { return nil }
    return inserted.remove(at: index).answer
  }
}

extension [JournalEntry] {
  /// The ids below the root down to an entry's step, as far as the entries tell them.
  func path(of entry: JournalEntry) -> [StepID] {
    var ids = [entry.id]
    var frame = entry.frame
    while let index = frame.index, index < count {
      ids.append(self[index].id)
      frame = self[index].frame
    }
    return ids.reversed()
  }
}

extension JournalEntry {
  /// The entry without its place, for a journal in which other entries stand before it.
  var remembered: JournalEntry {
    var entry = self
    entry.frame = .unknown
    return entry
  }

  /// Whether the entry tells the strand of those that follow, and was not gone back from.
  var isSwitch: Bool { verb == .at && !isUndone }

  /// Whether the entry tells the end of a flow that was started by another, and still stands.
  var isLeaving: Bool { !isUndone && (verb == .leave || verb == .abandon) }

  /// Whether the entry only tells what was tried.
  var isRemark: Bool {
    verb == .refuse || verb == .back || verb == .show || verb == .aside || verb == .language
  }

  /// Whether the entry feeds the flow: without it, the flow would stop there.
  var isInput: Bool {
    switch verb {
    case .answer, .cancel, .load, .commit, .done, .fail: true
    default: false
    }
  }

  /// Whether something was written outside, or was about to be.
  var isWrite: Bool { verb == .commit || verb == .done }

  var isEffect: Bool {
    switch verb {
    case .load, .commit, .done, .fail: true
    default: false
    }
  }
}
