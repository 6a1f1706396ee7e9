import FoundationEssentials

/// Writes a session's journal to its record as it grows.
///
/// The record always has a beginning of the journal's text. Lines are added; if a rebuilt journal
/// says something else than the record does (the flow was changed), the record is replaced and what
/// it had is set aside.
///
/// `@unchecked`: what is made of the journal is made by the session's owner; what is known of the
/// record is touched by the one batch that is under way.
final class JournalKeeper: @unchecked Sendable {
  /// What the store is handed at once.
  struct Batch: Sendable {
    enum Contents: Sendable {
      /// Lines behind those that it has.
      case lines(String, isDurable: Bool)
      /// The whole text, of which it has a beginning, or not.
      case whole(String)
      /// Lines behind all that it has, of which the session knows only a beginning by now.
      case behind(String)
    }

    let contents: Contents
    /// What lists tell of the session then; nil for a store that reads the record for that.
    let summary: SessionSummary?
  }

  private let record: any JournalRecord
  /// Kept until the record is closed.
  private var use: RecordUse?
  private var telling = JournalTelling()
  /// The first answers that lists tell; those of `told` entries.
  private var firstAnswers: [JSONValue] = []
  /// How many entries were told.
  private var told = 0
  /// How many bytes the text has that was told or read.
  private(set) var length: Int
  /// Whether nothing was told yet.
  private var isNew: Bool
  /// Whether the journal may say something else than the record does.
  private var isUnsure: Bool
  /// What was told to be held.
  private var toldHeld: [HeldEffect]

  /// How many batches the record has, by its own count.
  private var number: Int
  private var digest = TextDigest()
  /// The attempt that made the last of them; nil if that is not known.
  private var lastAttempt: UUID?
  /// What the record tells to be held.
  private var keptHeld: [HeldEffect]
  /// The attempt of which nobody could say what became of it.
  private var doubtful: UUID?
  /// Whether the record is to be read before it is compared.
  private var isToBeRead: Bool
  /// How many bytes of the record were whole lines when it was opened.
  private var wholeLength: Int?

  /// Makes a keeper of a new session, or of one that is rebuilt from a journal read from the record.
  ///
  /// - Parameters:
  ///   - record: the record.
  ///   - use: that it is this session's.
  ///   - journal: what was read from it; nil for a new session.
  ///   - held: what the record tells to be held.
  init(
    _ record: any JournalRecord, for use: RecordUse?, of journal: Journal?, held: [HeldEffect]
  ) {
    self.record = record
    self.use = use
    (toldHeld, keptHeld) = (held, held)
    isNew = journal == nil
    isUnsure = journal != nil
    isToBeRead = journal != nil
    wholeLength = journal?.textLength
    length = journal?.textLength ?? 0
    guard let read = journal?.record else {
      number = 0
      return
    }
    (number, lastAttempt) = (read.number, read.attempt)
    // What was read just now need not be read again, unless a last line was cut off.
    guard read.length == wholeLength else { return }
    (digest, isToBeRead, wholeLength) = (read.digest, false, nil)
  }

  // MARK: - What is to be written

  /// The session went back: its journal is made anew.
  func rewound() { isUnsure = true }

  /// The record failed, and is to be tried again: nobody knows what it has.
  func reopen() {
    isUnsure = true
    isToBeRead = true
  }

  func close() {
    record.close()
    // Another session may have the record once it is closed, and not before.
    use = nil
  }

  /// What is to be written of a journal; nil if the record has all of it.
  ///
  /// - Parameters:
  ///   - journal: what has happened.
  ///   - isAsking: whether a question waits for an answer.
  ///   - answers: how many of its answers are valid.
  ///   - held: what waits for a person's word, see ``SessionSummary/held``; nil for what was told before.
  ///   - isDurable: whether the lines must be durable.
  ///   - forms: the recorded forms of its values.
  func batch(
    of journal: Journal, isAsking: Bool, answers: Int, held: [HeldEffect]?, isDurable: Bool,
    _ forms: RecordedForms
  ) -> Batch? {
    let held = held ?? toldHeld
    if isUnsure {
      telling = JournalTelling(journal.head.format)
      (told, length) = (0, 0)
      firstAnswers = []
    }
    var lines = isUnsure || isNew ? journal.head.text + "\n" : ""
    for entry in journal.entries[told...] {
      var entry = entry
      if case .datum = entry.payload { entry.payload = forms.resolved(entry.payload) }
      telling.tell(entry) { lines += $0.line }
      if firstAnswers.count < 3, entry.isStandingAnswer, let answer = entry.tellingAnswer {
        firstAnswers.append(answer)
      }
    }
    told = journal.entries.count
    if let pending = journal.pending { telling.tell(pending.entry) { lines += $0.line } }
    length += lines.utf8.count
    // A record that is read for what lists tell cannot tell what is held.
    let isSynchronous = record is SynchronousRecord
    let isHeldNews = !isSynchronous && held != toldHeld
    defer { (isUnsure, isNew, toldHeld) = (false, false, held) }
    guard isUnsure || isHeldNews || !lines.isEmpty else { return nil }
    return Batch(
      contents: isUnsure ? .whole(lines) : .lines(lines, isDurable: isDurable),
      summary: isSynchronous
        ? nil : summary(of: journal, isAsking: isAsking, answers: answers, held: held, forms))
  }

  /// What is to be written of events that came while a journal is rebuilt.
  ///
  /// - Parameters:
  ///   - events: the events.
  ///   - journal: all that the record has, and the events.
  ///   - isAsking: whether a question waits for an answer.
  func batch(of events: [JournalEntry], behind journal: Journal, isAsking: Bool) -> Batch {
    var telling = JournalTelling(journal.head.format)
    var lines = ""
    for event in events { telling.tell(event) { lines += $0.line } }
    length += lines.utf8.count
    let answers = journal.entries.lazy.filter(\.isStandingAnswer)
    return Batch(
      contents: .behind(lines),
      summary: record is SynchronousRecord
        ? nil
        : SessionSummary(
          of: journal, asked: nil, isAsking: isAsking, started: journal.head.environment.now,
          answers: answers.count,
          firstAnswers: Array(answers.compactMap(\.tellingAnswer).prefix(3)), held: toldHeld))
  }

  private func summary(
    of journal: Journal, isAsking: Bool, answers: Int, held: [HeldEffect], _ forms: RecordedForms
  ) -> SessionSummary {
    var journal = journal
    // Of the entries' values only a result is told; for it alone the journal is copied.
    if let last = journal.entries.last, last.verb == .finish, case .datum = last.payload {
      journal.entries[journal.entries.count - 1].payload = forms.resolved(last.payload)
    }
    return SessionSummary(
      of: journal, asked: journal.pending?.entry, isAsking: isAsking,
      started: journal.head.environment.now, answers: answers, firstAnswers: firstAnswers,
      held: held)
  }

  // MARK: - Writing

  /// Hands a batch to the store.
  ///
  /// Not while the session is owned.
  ///
  /// - Parameters:
  ///   - batch: the lines, and whether they must be durable.
  ///   - executor: runs the call outside of the session.
  ///   - done: is called with nil once the store has it, from any thread.
  func keep(
    _ batch: Batch, on executor: OutsideExecutor,
    _ done: @escaping @Sendable (StoreFailure?) -> Void
  ) {
    if let record = record as? SynchronousRecord {
      // Nothing to wait for, so no task is made.
      return done(Result { () throws(StoreFailure) in try keep(batch, in: record.base) }.failure)
    }
    Task(executorPreference: executor) {
      do throws(StoreFailure) {
        try await self.keep(batch)
        done(nil)
      } catch {
        done(error)
      }
    }
  }

  private func keep(_ batch: Batch, in record: any SessionRecord) throws(StoreFailure) {
    switch batch.contents {
    case .lines(let lines, let isDurable):
      try record.append(lines, isDurable: isDurable)
      digest.add(lines)
    case .behind(let lines):
      let written = digest.adding(lines)
      if isToBeRead { try read(record) }
      // What is tried again may have been written before.
      guard digest != written else { return }
      try record.append(lines, isDurable: true)
      digest.add(lines)
    case .whole(let text):
      if isToBeRead { try read(record) }
      switch comparison(with: text) {
      case .same: break
      case .begins(let rest): try record.append(rest, isDurable: true)
      case .differs: try record.replace(with: text)
      }
      know(text)
    }
  }

  private func read(_ record: any SessionRecord) throws(StoreFailure) {
    try record.recover()
    let contents = try record.contents()
    let length = adopt(contents)
    if contents.count > length { try record.cut(to: length) }
  }

  private func keep(_ batch: Batch) async throws(StoreFailure) {
    guard let summary = batch.summary else { return }
    switch batch.contents {
    case .lines(let lines, let isDurable):
      try await append(lines, isDurable: isDurable, summary)
      digest.add(lines)
    case .behind(let lines):
      let written = digest.adding(lines)
      if isToBeRead { try await read(before: summary) }
      // What is tried again may have been written before.
      guard digest != written else { return }
      try await append(lines, isDurable: true, summary)
      digest.add(lines)
    case .whole(let text):
      if isToBeRead { try await read(before: summary) }
      switch comparison(with: text) {
      case .same where summary.held == keptHeld: break
      case .same: try await append("", isDurable: true, summary)
      case .begins(let rest): try await append(rest, isDurable: true, summary)
      case .differs: try await attempt(summary) { id in .replace(with: text, id) }
      }
      know(text)
    }
  }

  private func read(before summary: SessionSummary) async throws(StoreFailure) {
    let kept = try await readAfterDoubt()
    let length = adopt(kept.bytes)
    guard kept.bytes.count > length else { return }
    try await attempt(summary) { id in .cut(to: length, id) }
  }

  private func append(
    _ lines: String, isDurable: Bool, _ summary: SessionSummary
  ) async throws(StoreFailure) {
    try await attempt(summary) { id in .append(lines, isDurable: isDurable, id) }
  }

  /// How often something is tried whose outcome the store does not know.
  private static let tries = 3

  /// Changes the record under an id of its own.
  ///
  /// If nobody knows what became of it, the record is read: what stands there under the id is this
  /// change, and nothing there is tried again.
  private func attempt(
    _ summary: SessionSummary, _ change: (UUID) -> JournalChange
  ) async throws(StoreFailure) {
    // By itself a UUID opens the system's device of random numbers each time.
    var numbers = SystemRandomNumberGenerator()
    let id = UUID.random(using: &numbers)
    let change = change(id)
    for turn in 1... {
      let next = number + 1
      do throws(StoreFailure) {
        try await record.change(change, at: next, summary: summary)
        (number, lastAttempt, keptHeld) = (next, id, summary.held)
        return
      } catch {
        // Tried again, it may find its own number taken: an earlier try arrived late.
        guard error.code == .unknownOutcome || error.code == .overtaken && turn > 1 else {
          throw error
        }
        doubtful = id
        guard turn < Self.tries else { throw error }
      }
      _ = try await readAfterDoubt(isTrying: true)
      guard number != next else {
        keptHeld = summary.held
        return
      }
    }
  }

  /// Reads the record, and finds out what became of an attempt that is in doubt.
  ///
  /// - Parameter isTrying: whether the attempt is being made: somebody waits to hear what became of it.
  /// - Throws: ``StoreFailure/Code/overtaken`` if another node continued the session, which is its own now;
  ///   ``StoreFailure/Code/unknownOutcome`` if it may have done so behind the attempt.
  private func readAfterDoubt(isTrying: Bool = false) async throws(StoreFailure) -> KeptJournal {
    let kept = try await record.contents()
    if let doubtful, kept.number == number + 1, kept.attempt == doubtful {
      (number, lastAttempt) = (number + 1, doubtful)
    }
    // A change that was taken may have been lost, and another node have made one in its place.
    guard kept.number == number, lastAttempt == nil || lastAttempt == kept.attempt else {
      // Behind more than one change there is no telling whose the first was.
      let isKnown = !isTrying || kept.number <= number + 1
      throw StoreFailure(
        isKnown ? .overtaken : .unknownOutcome, at: "\(record.session)", "another node went on")
    }
    (doubtful, lastAttempt) = (nil, kept.attempt)
    return kept
  }

  // MARK: - What the record has

  /// Takes over what the record has, without a last line that was cut off.
  ///
  /// Returns how much that is.
  private func adopt(_ contents: [UInt8]) -> Int {
    let lastLine = contents.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let length = min(wholeLength.take() ?? lastLine, contents.count)
    digest = TextDigest()
    // The journal's text has no mark; the record keeps it.
    digest.add(contents.prefix(length).withoutByteOrderMark)
    isToBeRead = false
    return length
  }

  private enum Comparison {
    case same
    case begins(rest: String)
    case differs
  }

  private func comparison(with text: String) -> Comparison {
    guard let rest = digest.rest(of: text) else { return .differs }
    return rest.isEmpty ? .same : .begins(rest: rest)
  }

  private func know(_ text: String) {
    digest = TextDigest()
    digest.add(text)
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
