import Flowline
import FoundationEssentials
import Synchronization

/// The record of a session of a host, in a PostgreSQL database.
final class PostgresJournalRecord: JournalRecord {
  private struct State {
    var isClosed = false
    /// Whether the session has a row for certain.
    var isBegun: Bool
    /// Whether nobody knows what became of the last change.
    var isDoubtful = false
    /// The attempts that the row may have if nobody else changed it: of the last change that is known here,
    /// and of those that are being made.
    var attempts: Set<UUID> = []
    /// The attempt that made the last change that is known here.
    var lastAttempt: UUID?
    /// The node that made the last change, as far as it is known here.
    var lastNode: String?
    /// How often the session may have been scheduled when it was certainly not due; nil if it may be.
    var schedulesWhenNotDue: Int?
    /// What was read when the record was opened, until it is asked for or changed.
    var read: KeptJournal?
    /// Files that are kept before the session has a row.
    var newFiles: [FileDigest: [UInt8]] = [:]
  }

  let key: SessionKey
  /// The session's summary as lists show it, read when the record was opened; nil for a new one.
  let opened: StoredSession?
  private let store: PostgresJournalStore
  /// Which session of this id it is.
  private let epoch: Int64
  private let state: Mutex<State>

  /// The record of a session that is to be begun.
  init(_ key: SessionKey, in store: PostgresJournalStore) {
    self.key = key
    self.store = store
    epoch = Int64.random(in: .min ... .max)
    opened = nil
    state = Mutex(State(isBegun: false))
  }

  /// The record of a session that was read.
  init(_ key: SessionKey, _ read: ReadSession, in store: PostgresJournalStore) {
    self.key = key
    self.store = store
    epoch = read.head.epoch
    opened = read.stored
    state = Mutex(
      State(
        isBegun: true, attempts: [read.head.attempt], lastAttempt: read.head.attempt,
        lastNode: read.head.node, read: read.kept))
  }

  var session: UUID { key.session }

  // MARK: - Reading

  func contents() async throws(StoreFailure) -> KeptJournal {
    try check()
    if let read = state.withLock({ $0.read.take() }) { return read }
    return try await readAnew()
  }

  private func readAnew() async throws(StoreFailure) -> KeptJournal {
    let (isBegun, isDoubtful) = state.withLock { ($0.isBegun, $0.isDoubtful) }
    guard let read = try await store.read(key, isDoubtful: isDoubtful), read.head.epoch == epoch
    else {
      // Nothing found is never a new session.
      guard !isBegun else { throw overtaken("the session is gone") }
      return KeptJournal(bytes: [], number: 0, attempt: nil)
    }
    state.withLock { state in
      state.isBegun = true
      state.isDoubtful = false
      state.schedulesWhenNotDue = nil
      (state.attempts, state.lastAttempt) = ([read.head.attempt], read.head.attempt)
      state.lastNode = read.head.node
    }
    return read.kept
  }

  // MARK: - Changing

  func change(
    _ change: JournalChange, at number: Int, summary: SessionSummary
  ) async throws(StoreFailure) {
    try check()
    try await store.pool.whole { () async throws(StoreFailure) in
      state.withLock { state in
        // One that is in doubt stays among them.
        state.attempts.insert(change.attempt)
        if summary.isUnderWay { state.schedulesWhenNotDue = nil }
      }
      let schedules = store.schedules.count(of: key)
      try await make(change, at: number, summary)
      state.withLock { state in
        (state.attempts, state.lastAttempt) = ([change.attempt], change.attempt)
        state.schedulesWhenNotDue = summary.isUnderWay ? nil : schedules
      }
    }
  }

  func isOvertaken() async throws(StoreFailure) -> Bool {
    let before = state.withLock { $0.attempts }
    // Also of a session that is not kept here yet: another node may have begun it as well.
    let head = try await store.head(of: key)
    // A change of our own that was made meanwhile is no other's.
    let own = before.union(state.withLock { $0.attempts })
    return head.map { $0.epoch != epoch || !own.contains($0.attempt) } ?? isBegun
  }

  private var isBegun: Bool { state.withLock { $0.isBegun } }

  /// Whether the session may be due.
  ///
  /// By another node, which has an older copy of it, it may be still; then it is taken up for nothing.
  private var mayBeDue: Bool {
    state.withLock { $0.schedulesWhenNotDue } != store.schedules.count(of: key)
  }

  private func make(
    _ change: JournalChange, at number: Int, _ summary: SessionSummary
  ) async throws(StoreFailure) {
    state.withLock { $0.read = nil }
    switch change {
    case .append(let lines, let isDurable, _):
      if number == 1 {
        try await begin(Array(lines.utf8), change.attempt, summary)
      } else {
        let sql = SessionStatements.append(
          takesOver: takesOver, changesDue: summary.isUnderWay || mayBeDue)
        let values = try await values(change.attempt, at: number, Array(lines.utf8), summary)
        try await make(
          sql, values + [lastAttempt], isDurable ? .durable : .relaxed, at: number)
      }
    case .cut(let length, _):
      let old = try await contents(before: number)
      try await rewrite(Array(old.prefix(max(0, length))), nil, change.attempt, at: number, summary)
    case .replace(let text, _):
      let old = try await contents(before: number)
      try await rewrite(Array(text.utf8), old, change.attempt, at: number, summary)
    }
  }

  /// What the changes before a number are; they are not changed any more.
  private func contents(before number: Int) async throws(StoreFailure) -> [UInt8] {
    let known = state.withLock { $0.lastAttempt }
    let kept = try await readAnew()
    // The last that was made here may have been lost, and another node have made one of its number.
    guard kept.number == number - 1, kept.attempt == known else {
      throw overtaken("change \(number) is not the next")
    }
    return kept.bytes
  }

  private func rewrite(
    _ text: [UInt8], _ aside: [UInt8]?, _ attempt: UUID, at number: Int, _ summary: SessionSummary
  ) async throws(StoreFailure) {
    let envelope = try await envelope()
    let setAside = try aside.map { bytes throws(StoreFailure) in
      try envelope.close(bytes, at: place(.setAside, "\(number)"))
    }
    let values = try await values(attempt, at: number, text, summary)
    let sql = SessionStatements.rewrite(takesOver: takesOver)
    try await make(sql, values + [lastAttempt, .bytes(setAside)], .durable, at: number)
  }

  private func begin(
    _ lines: [UInt8], _ attempt: UUID, _ summary: SessionSummary
  ) async throws(StoreFailure) {
    guard !state.withLock({ $0.isBegun }) else { throw overtaken("change 1 is not the next") }
    let files = state.withLock { $0.newFiles }
    let month = SessionMonth(of: session)
    // A part that another node dropped is made once more; a key that was destroyed, too.
    for isLast in [false, true] {
      try await store.schema.prepare(month)
      let (envelope, keyID) = try await store.ownerKeys.envelope(of: key.user, making: true)
      let values = try values(attempt, at: 1, lines, summary, envelope)
      var statements = [
        store.statement(
          SessionStatements.begin(withKey: keyID != nil), of: key,
          values + (keyID.map { [.uuid($0)] } ?? []))
      ]
      for (digest, bytes) in files {
        statements.append(try keeping(bytes, as: digest, envelope))
      }
      do throws(PostgresFailure) {
        let count = try await store.pool.make(PostgresCall(statements)).first?.count ?? 0
        if count == 0, keyID != nil, !isLast {
          store.ownerKeys.forget(key.user)
          continue
        }
        guard count > 0 else { throw PostgresFailure(kind: .refused("23505"), reason: "") }
        break
      } catch {
        // The month got a part just now, or there is none for it.
        if error.kind == .refused("23514"), !isLast {
          store.schema.forget(month)
          continue
        }
        if error.kind == .refused("23505") { throw overtaken("change 1 is not the next") }
        throw failure(error)
      }
    }
    state.withLock { state in
      (state.isBegun, state.lastNode) = (true, store.node)
      for digest in files.keys { state.newFiles[digest] = nil }
    }
  }

  private func make(
    _ sql: String, _ values: [PostgresValue], _ durability: PostgresPool.Durability, at number: Int
  ) async throws(StoreFailure) {
    let statement = store.statement(sql, of: key, values)
    let count: Int
    do throws(PostgresFailure) {
      count = try await store.change(session, by: statement, durability)
    } catch {
      throw failure(error)
    }
    guard count == 1 else { throw overtaken("change \(number) is not the next") }
    state.withLock { $0.lastNode = store.node }
  }

  // MARK: - Parameters

  private func values(
    _ attempt: UUID, at number: Int, _ lines: [UInt8], _ summary: SessionSummary
  ) async throws(StoreFailure) -> [PostgresValue] {
    try values(attempt, at: number, lines, summary, await envelope())
  }

  private func values(
    _ attempt: UUID, at number: Int, _ lines: [UInt8], _ summary: SessionSummary,
    _ envelope: Envelope
  ) throws(StoreFailure) -> [PostgresValue] {
    let rest = try envelope.close(
      Array(summary.rest.utf8), at: place(.summary, "\(number)"))
    let bytes = try envelope.close(lines, at: place(.change, "\(number)"))
    return [
      .int(epoch), .int(Int64(number) - 1), .int(Int64(number)), .uuid(attempt), .text(store.node),
      .text(summary.flow?.rawValue), .text(summary.standing.kind.rawValue), .text(summary.world),
      .int(summary.started?.microseconds), .int(Int64(summary.answers)), .bool(summary.isUnderWay),
      .bytes(rest), .bytes(bytes),
    ]
  }

  private func envelope() async throws(StoreFailure) -> Envelope {
    try await store.ownerKeys.envelope(of: key.user, making: true).0
  }

  private func place(_ kind: Envelope.Kind, _ name: String) -> Envelope.Place {
    Envelope.Place(tenant: store.tenant, key: key, epoch: epoch, kind: kind, name: name)
  }

  private var lastAttempt: PostgresValue { .uuid(state.withLock { $0.lastAttempt }) }

  private var takesOver: Bool {
    state.withLock { $0.lastNode != nil && $0.lastNode != store.node }
  }

  // MARK: - Failures

  private func failure(_ error: PostgresFailure) -> StoreFailure {
    if error.kind == .unknown { state.withLock { $0.isDoubtful = true } }
    return StoreFailure(error)
  }

  private func overtaken(_ reason: String) -> StoreFailure {
    StoreFailure(.overtaken, at: store.place(of: key), reason)
  }

  private func check() throws(StoreFailure) {
    guard !state.withLock({ $0.isClosed }) else {
      throw StoreFailure(.closed, at: store.place(of: key), "the record was closed")
    }
  }

  func close() { state.withLock { $0.isClosed = true } }

  // MARK: - Files

  var files: (any KeptFiles)? { Files(record: self) }

  /// The session's files: rows beside its own, in memory until there is one.
  private struct Files: KeptFiles {
    let record: PostgresJournalRecord

    func keep(_ bytes: [UInt8], as digest: FileDigest) async throws(StoreFailure) {
      try await record.keep(bytes, as: digest)
    }

    func bytes(of digest: FileDigest) async throws(StoreFailure) -> [UInt8]? {
      try await record.bytes(of: digest)
    }
  }

  private func keep(_ bytes: [UInt8], as digest: FileDigest) async throws(StoreFailure) {
    let isNew = state.withLock { state in
      if !state.isBegun { state.newFiles[digest] = bytes }
      return !state.isBegun
    }
    if isNew { return }
    // Durable with the answer that names it, which comes behind.
    let call = PostgresCall([try keeping(bytes, as: digest, await envelope())])
    guard try await store.make(call, .relaxed).first?.rows.first?.int(0) == 1 else {
      throw StoreFailure(.notFound, at: store.place(of: key), "the session was removed")
    }
  }

  private func keeping(
    _ bytes: [UInt8], as digest: FileDigest, _ envelope: Envelope
  ) throws(StoreFailure) -> PostgresCall.Statement {
    let sealed = try envelope.close(bytes, at: place(.file, digest.description))
    return store.statement(
      SessionStatements.keepFile, of: key,
      [.int(epoch), .text(digest.description), .bytes(sealed), .int(Int64(bytes.count))])
  }

  private func bytes(of digest: FileDigest) async throws(StoreFailure) -> [UInt8]? {
    if let bytes = state.withLock({ $0.newFiles[digest] }) { return bytes }
    let statement = store.statement(
      SessionStatements.file, of: key, [.text(digest.description)])
    let rows = try await store.makeReading(PostgresCall([statement])).last?.rows
    guard let sealed = rows?.first?.bytes(0) else { return nil }
    let envelope = try await store.ownerKeys.envelope(of: key.user, making: false).0
    guard let bytes = envelope.open(sealed, at: place(.file, digest.description)) else {
      let refusal = envelope.refusal(of: sealed)
      throw StoreFailure(refusal.code, at: store.place(of: key), "a file \(refusal.text)")
    }
    return bytes
  }
}
