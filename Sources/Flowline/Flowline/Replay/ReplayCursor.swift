/// A journal that is being replayed: what has not been taken from it yet.
///
/// Entries are matched by step and by the flow they belong to, the first that was not taken being
/// the next occurrence; their position counts for nothing.
struct ReplayCursor: SharedAtFirst {
  static let unchanged = CopyOnWriteBox(ReplayCursor())

  private(set) var entries: [JournalEntry]
  private var isTaken: [Bool]
  /// Everything before it is taken, or has been carried over.
  private(set) var cursor = 0
  /// No entry before it feeds the flow any more.
  private var inputCursor = 0
  /// Every entry before it is taken, has been carried over, or tells a branch.
  private var nextCursor = 0
  /// The lines the entries came from; empty for a journal that was never text.
  let lines: [Int]
  /// Entries that feed the flow and were not taken yet.
  private(set) var inputsLeft = 0
  /// Writes among them that were begun.
  private(set) var commitsLeft = 0
  /// The entry that the flow took last.
  private(set) var lastTaken: Int?
  /// The entry that was taken just now.
  private(set) var latest: Int?
  /// What a migration took out.
  private(set) var isDropped: Set<Int> = []
  /// Replies that the flow cannot read any more.
  private(set) var unread = UnreadReplies()
  /// Starts of flows that a migration renamed.
  private(set) var isRenamed: Set<Int> = []
  /// Answers to questions that are newer than the journal.
  private var inserted = InsertedAnswers()
  /// Whether loads and commits were recorded, so that a missing one is a change of the flow.
  private(set) var hasEffects: Bool
  /// Whether waits were recorded, so that a missing one is a change of the flow.
  private(set) var tellsWaits: Bool
  /// Whether it has events from outside.
  private(set) var hasEvents = false
  /// The question that its record ends with; nil if there is none, or something came behind it.
  private var pending: PendingEntry?
  /// Whether it has an entry by which something was left.
  private(set) var hasCancels = false
  /// Whether it has something that was set aside, or gone back from.
  private(set) var setsAside = false
  /// Where entries are that do not come in the order they are wanted; made when it is needed.
  private var index: ReplayIndex?
  /// How many children of each flow have a start that was not taken; made when it is needed.
  private var startsLeft: [FrameRef: Int]?

  /// Makes a cursor at the beginning.
  ///
  /// - Parameters:
  ///   - entries: the entries of a journal.
  ///   - lines: the line of each entry in its script, counted from 1; empty for a journal that was
  ///     never text.
  ///   - isWhole: whether it has all that happened, loads and commits included.
  ///   - pending: the question that its record ends with.
  init(
    _ entries: [JournalEntry] = [], lines: [Int] = [], isWhole: Bool = false,
    endingWith pending: PendingEntry? = nil
  ) {
    self.entries = entries
    self.lines = lines
    self.pending = pending
    isTaken = Array(repeating: false, count: entries.count)
    hasEffects = isWhole
    tellsWaits = isWhole
    for index in entries.indices {
      let verb = entries[index].verb
      guard !entries[index].isUndone else {
        setsAside = true
        continue
      }
      if verb.isInput { inputsLeft += 1 }
      if verb.isEffect { hasEffects = true }
      switch verb {
      case .wait: tellsWaits = true
      case .event: hasEvents = true
      case .commit: commitsLeft += 1
      case .cancel: hasCancels = true
      case .aside: setsAside = true
      default: break
      }
    }
  }

  var isAtEnd: Bool { cursor >= entries.count }

  func isTaken(_ index: Int) -> Bool { isTaken[index] }

  /// The script's line an entry came from.
  func line(of index: Int) -> Int? { index < lines.count ? lines[index] : nil }

  // MARK: - Matching

  /// Whether an entry is of a flow, or may be: a script need not tell its flows.
  func fits(_ entry: JournalEntry, in frame: FrameRef) -> Bool {
    entry.frame == frame || entry.frame == .unknown || place(of: entry) != nil
  }

  /// The ids below the root that a script says an entry happens under, if it does not tell its
  /// flows but only the children at once.
  func place(of entry: JournalEntry) -> [StepID]? {
    guard let index = entry.frame.index, index < entries.count, entries[index].verb == .at
    else { return nil }
    return entries[index].branchPath
  }

  /// Takes the first entry of a verb for a step of a flow.
  mutating func take(
    _ verb: JournalEntry.Verb, or other: JournalEntry.Verb? = nil, for id: StepID,
    in frame: FrameRef
  ) -> JournalEntry? {
    takeFirst(verb, or: other, for: id, in: frame).map { entries[$0] }
  }

  /// Takes the first entry of a verb, or of another, for a step of a flow.
  ///
  /// Returns its index.
  mutating func takeFirst(
    _ verb: JournalEntry.Verb, or other: JournalEntry.Verb?, for id: StepID, in frame: FrameRef
  ) -> Int? {
    guard !isAtEnd else { return nil }
    // Nearly always it is the next.
    if !isTaken[cursor], isOf(verb, or: other, id, frame, at: cursor) {
      take(at: cursor)
      return cursor
    }
    let found = first([verb] + (other.map { [$0] } ?? []), for: id, in: frame)
    if let found { take(at: found) }
    return found
  }

  /// Whether an entry is of a verb, for a step of a flow.
  ///
  /// Looked at in place: a copy costs more.
  @inline(__always)
  private func isOf(
    _ verb: JournalEntry.Verb, or other: JournalEntry.Verb?, _ id: StepID, _ frame: FrameRef,
    at index: Int
  ) -> Bool {
    (entries[index].verb == verb || entries[index].verb == other) && entries[index].id == id
      && !entries[index].isUndone
      && (entries[index].frame == frame || fits(entries[index], in: frame))
  }

  /// The index of the first entry of some verbs for a step of a flow.
  mutating func first(
    _ verbs: [JournalEntry.Verb], for id: StepID, in frame: FrameRef
  ) -> Int? {
    var lookup = index.take() ?? ReplayIndex(entries, from: cursor)
    defer { index = lookup }
    return verbs.compactMap { lookup.first($0, id, in: frame) { isTaken[$0] } }.min()
  }

  /// Takes an entry that the caller found by itself.
  mutating func take(at index: Int) {
    isTaken[index] = true
    latest = index
    lastTaken = max(index, lastTaken ?? 0)
    if entries[index].verb.isInput { inputsLeft -= 1 }
    switch entries[index].verb {
    case .commit: commitsLeft -= 1
    case .enter: startsLeft?[entries[index].frame, default: 1] -= 1
    default: break
    }
  }

  /// Whether the start of a child of a flow was recorded, and not taken yet.
  mutating func hasStart(in flow: FrameRef) -> Bool {
    guard flow != .unknown else { return false }
    let left = startsLeft ?? countStartsLeft()
    startsLeft = left
    return left[flow, default: 0] > 0
  }

  private func countStartsLeft() -> [FrameRef: Int] {
    var left: [FrameRef: Int] = [:]
    for index in entries.indices[min(cursor, entries.count)...]
    where entries[index].verb == .enter && !isTaken[index] && !entries[index].isUndone {
      left[entries[index].frame, default: 0] += 1
    }
    return left
  }

  /// The flow cannot read a reply that it took.
  ///
  /// - Returns: whether it is the first such reply.
  mutating func couldNotRead(at index: Int) -> Bool { unread.add(index, of: entries) }

  /// Where an entry is among those of which ``fates(below:isExpected:refused:)`` tells, once a reply could not
  /// be read; nil if it does not tell of it.
  func placeOfFate(of index: Int) -> Int? {
    entries[index].hasFate ? unread.placeOfFate(of: index) : nil
  }

  /// The first entry that feeds the flow and was not taken.
  mutating func nextInput() -> Int? {
    guard inputsLeft > 0 else { return nil }
    inputCursor = max(inputCursor, cursor)
    while inputCursor < entries.count {
      if !isTaken[inputCursor], entries[inputCursor].verb.isInput, !entries[inputCursor].isUndone {
        return inputCursor
      }
      inputCursor += 1
    }
    return nil
  }

  /// The next entry of all, the telling of its branch apart; nil if it is only remembered.
  mutating func next() -> Int? {
    nextCursor = max(nextCursor, cursor)
    while nextCursor < entries.count,
      isTaken[nextCursor] || entries[nextCursor].verb == .at && !entries[nextCursor].isUndone
    {
      nextCursor += 1
    }
    guard nextCursor < entries.count, !entries[nextCursor].isUndone,
      !entries[nextCursor].verb.isRemark
    else { return nil }
    return nextCursor
  }

  /// The next entry of all, if something was left by it.
  mutating func nextCancel() -> Int? {
    guard hasCancels, let next = next(), entries[next].verb == .cancel else { return nil }
    return next
  }

  // MARK: - Carrying over

  /// Moves over what is taken or only remembered, and returns what must be carried over.
  mutating func passed() -> [JournalEntry] {
    var carried: [JournalEntry] = []
    while cursor < entries.count {
      if isTaken[cursor] {
        cursor += 1
      } else if entries[cursor].isUndone || entries[cursor].verb.isRemark {
        carried.append(entries[cursor])
        cursor += 1
      } else {
        break
      }
    }
    return carried
  }

  /// Moves over what is only remembered before the next entry, and the telling of its branch, and
  /// returns both.
  mutating func passedRemarks() -> [JournalEntry] {
    var carried: [JournalEntry] = []
    while cursor < entries.count {
      let entry = entries[cursor]
      guard entry.isUndone || entry.isRemark || entry.verb == .at else { break }
      carried.append(entry)
      cursor += 1
    }
    return carried
  }

  // MARK: - Changing the record

  /// An event came while the journal is replayed: it is put behind all that the journal has, as if the journal
  /// had been read with it.
  mutating func add(event: JournalEntry) {
    // The question that was put before comes before it, as in a session that runs.
    for entry in [pending.take()?.entry, event] {
      guard let entry else { continue }
      entries.append(entry)
      isTaken.append(false)
    }
    hasEvents = true
  }

  /// How many events waits have taken that the flow has not come to again.
  ///
  /// - Parameter name: the events' name; nil for those of all names.
  func eventsTakenLater(of name: StepID? = nil) -> Int {
    guard hasEvents, !isAtEnd else { return 0 }
    return entries.indices[cursor...].count { index in
      let entry = entries[index]
      return !isTaken[index] && entry.tookEvent && name ?? entry.id == entry.id
    }
  }

  /// Leaves out what was read and written, so that it is read and written anew.
  mutating func leaveOutEffects() {
    for index in entries.indices where entries[index].isEffect && !entries[index].isUndone {
      if !isTaken[index] {
        inputsLeft -= 1
        if entries[index].verb == .commit { commitsLeft -= 1 }
      }
      entries[index].isUndone = true
      isTaken[index] = true
    }
    hasEffects = false
  }

  /// Forgets which presentations the entries belong to: those of another session count otherwise.
  mutating func forgetPresentations() {
    for index in entries.indices { entries[index].presentation = -1 }
  }

  /// The entries of a flow's step that were not taken yet.
  func indices(of step: StepID, in frame: FrameRef) -> [Int] {
    entries.indices.filter {
      entries[$0].id == step && !isTaken[$0]
        && (entries[$0].frame == frame || entries[$0].frame == .unknown)
    }
  }

  /// Carries out what a migration changes.
  mutating func apply(_ edits: [ReplayEdit]) {
    for edit in edits {
      switch edit {
      case .rename(let at, let step):
        entries[at].id = step
        if entries[at].verb == .enter { isRenamed.insert(at) }
      case .replace(let at, let payload): entries[at].payload = .json(payload)
      case .drop(let at):
        isTaken[at] = true
        isDropped.insert(at)
        if entries[at].isInput, !entries[at].isUndone {
          inputsLeft -= 1
          if entries[at].verb == .commit { commitsLeft -= 1 }
        }
      case .insert(let step, let frame, let answer):
        inserted.add(answer, to: step, in: frame)
      }
    }
    index = nil
  }

  /// Whether there is an answer to a question that is newer than the journal.
  func hasInserted(_ step: StepID, in frame: FrameRef) -> Bool {
    inputsLeft > 0 && inserted.has(step, in: frame)
  }

  /// Whether there may be an answer to any such question.
  var hasAnyInserted: Bool { !inserted.isEmpty }

  /// The answer to a question that is newer than the journal, if the journal continues behind it.
  mutating func takeInserted(_ step: StepID, in frame: FrameRef) -> JSONValue? {
    inputsLeft > 0 ? inserted.take(step, in: frame) : nil
  }
}
