public import FoundationEssentials
import Synchronization

/// Sessions in the memory of this process, shared by everybody who opens them: for tests of what
/// several nodes do, and as the least store there can be.
public final class MemoryJournalStore: JournalStore {
  fileprivate struct Kept {
    var text = ""
    var number = 0
    var attempt: UUID?
    var setAside: [String] = []
    var summary: SessionSummary?
    var changed = Date()
    /// Counts the changes of the store, so that no two sessions were changed last at once.
    var order = 0
    var due: Date?
    var files = MemoryFiles()
  }

  fileprivate struct State {
    var sessions: [SessionKey: Kept] = [:]
    var changes = 0
  }

  private let state = Mutex(State())
  private let now: @Sendable () -> Date

  /// Makes an empty store.
  ///
  /// - Parameter now: tells the time.
  public init(now: @escaping @Sendable () -> Date = { Date() }) { self.now = now }

  /// The text of a session; nil if there is none.
  public func text(of session: SessionKey) -> String? {
    state.withLock { $0.sessions[session]?.text }
  }

  /// What was replaced, the oldest first.
  public func setAside(of session: SessionKey) -> [String] {
    state.withLock { $0.sessions[session]?.setAside ?? [] }
  }

  // MARK: - The store

  /// Makes a record of a session that nobody has.
  public func begin(_ session: SessionKey) async throws(StoreFailure) -> any JournalRecord {
    let isTaken = state.withLock { $0.sessions.keys.contains { $0.session == session.session } }
    guard !isTaken else {
      throw StoreFailure(.exists, at: "\(session.session)", "there is a session of this id")
    }
    return Record(session, in: self)
  }

  /// Makes a record of a session that is kept.
  public func open(_ session: SessionKey) async throws(StoreFailure) -> any JournalRecord {
    guard try await find(session) != nil else { throw .noSession(session) }
    return Record(session, in: self)
  }

  /// The summary of a session.
  public func find(_ session: SessionKey) async throws(StoreFailure) -> StoredSession? {
    state.withLock { $0.sessions[session]?.stored(session) }
  }

  /// Looks through all sessions: it costs their number.
  public func list(_ query: SessionQuery) async throws(StoreFailure) -> SessionPage {
    let end = query.after.flatMap { Int($0) }
    if query.after != nil, end == nil {
      throw StoreFailure(.unknownPage, at: "memory", "no page ends like this")
    }
    let found = state.withLock { state in
      state.sessions.compactMap { key, kept -> (order: Int, item: SessionPage.Item)? in
        guard let stored = kept.stored(key), query.takes(key, stored) else { return nil }
        return (kept.order, SessionPage.Item(key, stored))
      }
    }
    let sorted = found.sorted { query.newestFirst ? $0.order > $1.order : $0.order < $1.order }
    let rest = sorted.drop { found in
      end.map { query.newestFirst ? found.order >= $0 : found.order <= $0 } ?? false
    }
    let page = rest.prefix(max(1, query.limit))
    return SessionPage(
      page.map(\.item), next: page.count < rest.count ? page.last.map { "\($0.order)" } : nil)
  }

  /// Notes when a session is to be taken up.
  public func schedule(_ session: SessionKey, at moment: Date?) async throws(StoreFailure) {
    state.withLock { $0.sessions[session]?.due = moment }
  }

  /// Notes when a session is to be taken up, if its last change is the one that is named.
  public func schedule(
    _ session: SessionKey, at moment: Date?, after attempt: UUID
  ) async throws(StoreFailure) -> Bool {
    state.withLock { state in
      guard state.sessions[session]?.attempt == attempt else { return false }
      state.sessions[session]?.due = moment
      return true
    }
  }

  /// Looks through all sessions.
  public func due(by moment: Date, limit: Int) async throws(StoreFailure) -> [SessionKey] {
    state.withLock { state in
      state.sessions
        .compactMap { key, kept in kept.due.map { (key: key, due: $0) } }
        .filter { $0.due <= moment }
        .sorted { $0.due < $1.due }
        .prefix(limit).map(\.key)
    }
  }

  /// Looks through all sessions.
  public func usage(of user: UserID?) async throws(StoreFailure) -> StoreUsage? {
    let kept = state.withLock { state in
      state.sessions.filter { user == nil || $0.key.user == user }.map(\.value)
    }
    return StoreUsage(
      unfinished: kept.count(where: { $0.summary?.standing.kind == .unfinished }),
      fileBytes: kept.reduce(0) { $0 + $1.files.byteCount })
  }

  /// Forgets a session.
  public func remove(_ session: SessionKey) async throws(StoreFailure) {
    guard state.withLock({ $0.sessions.removeValue(forKey: session) }) != nil else {
      throw .noSession(session)
    }
  }

  /// Forgets a user's sessions.
  public func removeAll(of user: UserID) async throws(StoreFailure) -> Int {
    state.withLock { state in
      let count = state.sessions.count
      state.sessions = state.sessions.filter { $0.key.user != user }
      return count - state.sessions.count
    }
  }

  // MARK: - Records

  fileprivate func kept(of session: SessionKey) -> KeptJournal {
    let kept = state.withLock { $0.sessions[session] } ?? Kept()
    return KeptJournal(bytes: Array(kept.text.utf8), number: kept.number, attempt: kept.attempt)
  }

  /// The id of a session's last change; nil if there is none, or the session was removed.
  fileprivate func attempt(of session: SessionKey) -> UUID? {
    state.withLock { $0.sessions[session]?.attempt }
  }

  fileprivate func files(of session: SessionKey) -> MemoryFiles? {
    state.withLock { $0.sessions[session]?.files }
  }

  fileprivate func change(
    _ change: JournalChange, at number: Int, of session: SessionKey, _ summary: SessionSummary,
    files: MemoryFiles
  ) throws(StoreFailure) {
    let moment = now()
    let isMade = state.withLock { state in
      let last = state.sessions[session]?.number
      // A session that was removed is not begun again by a change that comes late.
      guard number == (last ?? 0) + 1, last != nil || !state.has(session.session) else {
        return false
      }
      // Taken out, so that its text is lengthened in place.
      var kept = state.sessions.removeValue(forKey: session) ?? Kept(files: files)
      switch change {
      case .append(let lines, _, _): kept.text += lines
      case .cut(let length, _):
        kept.text = String(decoding: kept.text.utf8.prefix(length), as: UTF8.self)
      case .replace(let text, _):
        kept.setAside.append(kept.text)
        kept.text = text
      }
      state.changes += 1
      (kept.number, kept.attempt) = (number, change.attempt)
      (kept.summary, kept.changed, kept.order) = (summary, moment, state.changes)
      kept.due = summary.isUnderWay ? moment + SessionSummary.timeUnderWay : nil
      state.sessions[session] = kept
      return true
    }
    guard isMade else {
      throw StoreFailure(
        .overtaken, at: "\(session.session)", "change \(number) is not the next")
    }
  }

  private final class Record: JournalRecord {
    private let key: SessionKey
    private let store: MemoryJournalStore
    /// The files of a session that is not kept yet.
    private let newFiles = MemoryFiles()
    private let isClosed = Mutex(false)
    /// The id of the last change that was made or read here; nil if there is none.
    ///
    /// The store's lock is taken inside of this one, never around it.
    private let known: Mutex<UUID?>

    init(_ key: SessionKey, in store: MemoryJournalStore) {
      self.key = key
      self.store = store
      known = Mutex(store.attempt(of: key))
    }

    var session: UUID { key.session }

    var files: (any KeptFiles)? { Files(record: self) }

    func contents() async throws(StoreFailure) -> KeptJournal {
      try check()
      return known.withLock { known in
        let kept = store.kept(of: key)
        known = kept.attempt
        return kept
      }
    }

    func isOvertaken() async throws(StoreFailure) -> Bool {
      try check()
      // In the lock, so that a change of this record's own is no other's. By its id: a session that was removed
      // and begun anew may have come as far.
      return known.withLock { $0 != store.attempt(of: key) }
    }

    func change(
      _ change: JournalChange, at number: Int, summary: SessionSummary
    ) async throws(StoreFailure) {
      try check()
      try known.withLock { known throws(StoreFailure) in
        try store.change(change, at: number, of: key, summary, files: newFiles)
        known = change.attempt
      }
    }

    func close() { isClosed.withLock { $0 = true } }

    private func check() throws(StoreFailure) {
      guard !isClosed.withLock({ $0 }) else {
        throw StoreFailure(.closed, at: "\(session)", "the record was closed")
      }
    }

    /// The files of the session, and those that were kept before its first change.
    private struct Files: KeptFiles {
      let record: Record

      func keep(_ bytes: [UInt8], as digest: FileDigest) {
        (record.store.files(of: record.key) ?? record.newFiles).keep(bytes, as: digest)
      }

      func bytes(of digest: FileDigest) -> [UInt8]? {
        record.store.files(of: record.key)?.bytes(of: digest) ?? record.newFiles.bytes(of: digest)
      }
    }
  }
}

extension MemoryJournalStore.State {
  fileprivate func has(_ session: UUID) -> Bool {
    sessions.keys.contains { $0.session == session }
  }
}

extension MemoryJournalStore.Kept {
  fileprivate func stored(_ key: SessionKey) -> StoredSession? {
    summary.map { StoredSession(key.session, $0, changed: changed, isInUse: false) }
  }
}

extension SessionQuery {
  /// Whether a session is one of those that are listed, on whichever page.
  func takes(_ key: SessionKey, _ session: StoredSession) -> Bool {
    (user == nil || user == key.user) && (flow == nil || flow == session.flow)
      && standings.contains(session.standing.kind)
      && changedBefore.map { session.changed < $0 } ?? true
  }
}

extension SessionSummary {
  /// After how many seconds without a change a session in which something is under way is taken to have
  /// been left in the middle.
  public static let timeUnderWay: TimeInterval = 60
}

extension StoreFailure {
  static func noSession(_ session: SessionKey) -> StoreFailure {
    StoreFailure(.notFound, at: "\(session.session)", "the user has no session of this id")
  }
}
