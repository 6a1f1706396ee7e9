extension Session {
  /// Makes the journal durable before anything follows from it (rule 13).
  ///
  /// Returns whether it is. Where it is not, the session is to end as failed: nothing may be shown,
  /// written outside or told to anybody as if it had been.
  @inline(never)
  func keepAhead() -> Bool {
    guard keeper != nil else { return !(breakdown is StoreFailure) }
    // What a rebuilding has not come to is durable already.
    guard machine.tape.isAtEnd else { return true }
    do throws(StoreFailure) {
      var journal = machine.journal
      // Which of the questions of children at once is current means nothing.
      if machine.isMany { journal.pending = nil }
      try keeper?.keep(journal)
      return true
    } catch {
      keeper?.close()
      keeper = nil
      collapse(error)
      return false
    }
  }
}

/// Writes a session's journal to its record as it grows.
///
/// The record always has a beginning of the journal's text. Lines are added; where a rebuilt journal
/// says something else than the record does (the flow was changed), the record is replaced and what
/// it had is set aside.
final class JournalKeeper {
  private let record: any SessionRecord
  private var telling = JournalTelling()
  /// How many entries the record has.
  private var kept = 0
  private var digest = TextDigest()
  /// Whether the journal may say something else than the record does.
  private var isUnsure = false
  private var tornLength: Int?

  /// Makes a keeper of a new session, or of one that is rebuilt from a journal read from the record.
  init(_ record: any SessionRecord, of journal: Journal?) {
    self.record = record
    isUnsure = journal != nil
    tornLength = journal?.textLength
  }

  /// The session went back: its journal is made anew.
  func rewound() { isUnsure = true }

  func close() { record.close() }

  func keep(_ journal: Journal) throws(StoreFailure) {
    if isUnsure { return try reconcile(journal) }
    let isDurable = journal.entries[kept...].contains(where: \.mustLast)
    let lines = (digest.length == 0 ? journal.head.text + "\n" : "") + news(of: journal)
    guard !lines.isEmpty else { return }
    try record.append(lines, isDurable: isDurable)
    digest.add(lines)
  }

  /// The lines that were not told yet.
  private func news(of journal: Journal) -> String {
    var lines = ""
    for entry in journal.entries[kept...] { telling.tell(entry) { lines += $0.line } }
    kept = journal.entries.count
    if let pending = journal.pending { telling.tell(pending.entry) { lines += $0.line } }
    return lines
  }

  /// Tells the whole journal and finds out whether the record has its beginning.
  private func reconcile(_ journal: Journal) throws(StoreFailure) {
    if let length = tornLength { try adopt(length) }
    telling = JournalTelling()
    kept = 0
    let text = journal.head.text + "\n" + news(of: journal)
    if let rest = digest.rest(of: text) {
      if !rest.isEmpty { try record.append(rest, isDurable: true) }
    } else {
      try record.replace(with: text)
    }
    digest = TextDigest()
    digest.add(text)
    isUnsure = false
  }

  /// Takes over what the record has, without a last line that was cut off.
  private func adopt(_ length: Int) throws(StoreFailure) {
    tornLength = nil
    let contents = try record.contents()
    if contents.count > length { try record.cut(to: length) }
    digest.add(contents.prefix(length))
  }
}

/// Tells whether a text begins with another that is not kept: by its length and an FNV-1a hash.
struct TextDigest {
  private(set) var length = 0
  private var hash = StableHash()

  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add($0) }
  }

  mutating func add(_ bytes: some Collection<UInt8>) {
    hash.add(bytes)
    length += bytes.count
  }

  /// What a text has behind the text that was added; nothing where it begins otherwise.
  func rest(of text: String) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.count >= length else { return nil }
    var beginning = TextDigest()
    beginning.add(bytes.prefix(length))
    guard beginning.hash.value == hash.value else { return nil }
    return String(decoding: bytes.dropFirst(length), as: UTF8.self)
  }
}

extension JournalEntry {
  /// Whether it must be durable before anything follows from it. A load that was lost is read again;
  /// a refusal and a question tell only what was tried.
  fileprivate var mustLast: Bool {
    switch verb {
    case .answer, .back, .language, .cancel, .commit, .done, .finish, .cancelled, .failed, .aside,
      .fail:
      true
    case .at, .load, .enter, .leave, .abandon, .show, .refuse: false
    }
  }
}
