import Flowline
import FoundationEssentials
import GRDB
import Synchronization

/// The record of a session of a host, in a SQLite file.
///
/// Lines that need not be durable are written soon, and in order with what follows them: whoever handed
/// them over does not wait.
final class SQLiteJournalRecord: JournalRecord {
  private struct State {
    /// Why lines that nobody waited for could not be written; the next change fails for it.
    var failure: StoreFailure?
    /// Files that are kept before the session has a row.
    var newFiles: [FileDigest: [UInt8]] = [:]
    var hasRow = false
  }

  let key: SessionKey
  private let store: SQLiteJournalStore
  private let state = Mutex(State())

  init(_ key: SessionKey, in store: SQLiteJournalStore) {
    self.key = key
    self.store = store
  }

  var session: UUID { key.session }

  var files: (any KeptFiles)? { SQLiteJournalFiles(record: self) }

  func contents() async throws(StoreFailure) -> KeptJournal {
    // What was handed over before is written before it is read.
    try await store.writer.write { _ in }
    let key = key
    return try await store.read { db in
      guard
        let row = try GRDB.Row.fetchOne(
          db, sql: "SELECT number, last, attempt FROM session WHERE id = ? AND user = ?",
          arguments: [key.session.bytes, key.user.rawValue])
      else { return KeptJournal(bytes: [], number: 0, attempt: nil) }
      return KeptJournal(
        bytes: try db.journal(of: row[0]), number: row[1], attempt: UUID(bytes: row[2]))
    }
  }

  func change(
    _ change: JournalChange, at number: Int, summary: SessionSummary
  ) async throws(StoreFailure) {
    if let failure = state.withLock({ $0.failure.take() }) { throw failure }
    let files = state.withLock { state in
      defer { (state.newFiles, state.hasRow) = ([:], true) }
      return state.newFiles
    }
    let row = ChangedRow(
      key: key, number: number, summary: summary, now: store.now(), place: store.file.path)
    let work: GroupWriter.Work = { db in
      let session = try row.write(change, in: db)
      for (digest, bytes) in files { try db.keep(bytes, as: digest, of: session) }
    }
    if case .append(_, isDurable: false, _) = change {
      store.writer.add(work) { [self] failure in
        if let failure { state.withLock { $0.failure = failure } }
      }
    } else {
      try await store.writer.write(work)
    }
  }

  func close() {}

  // MARK: - Files

  /// Keeps a file until the session has a row; false if it has one already.
  func keepUntilBegun(_ bytes: [UInt8], as digest: FileDigest) -> Bool {
    state.withLock { state in
      guard !state.hasRow else { return false }
      state.newFiles[digest] = bytes
      return true
    }
  }

  func newFile(_ digest: FileDigest) -> [UInt8]? { state.withLock { $0.newFiles[digest] } }

  func keepFile(_ bytes: [UInt8], as digest: FileDigest) async throws(StoreFailure) {
    let (key, missing) = (key, noRow)
    let isKept = try await store.read { db in try db.number(of: key) != nil }
    if !isKept, keepUntilBegun(bytes, as: digest) { return }
    try await store.writer.write { db in
      guard let number = try db.number(of: key) else { throw missing }
      try db.keep(bytes, as: digest, of: number)
    }
  }

  func file(_ digest: FileDigest) async throws(StoreFailure) -> [UInt8]? {
    if let bytes = newFile(digest) { return bytes }
    let key = key
    return try await store.read { db in
      guard let number = try db.number(of: key) else { return nil }
      return try Data.fetchOne(
        db, sql: "SELECT bytes FROM file WHERE session = ? AND digest = ?",
        arguments: [number, digest.description]
      ).map { Array($0) }
    }
  }

  private var noRow: StoreFailure {
    StoreFailure(.notFound, at: store.file.place(of: key.session), "the session was removed")
  }
}

/// The files of a session of a host.
private struct SQLiteJournalFiles: KeptFiles {
  let record: SQLiteJournalRecord

  func keep(_ bytes: [UInt8], as digest: FileDigest) async throws(StoreFailure) {
    try await record.keepFile(bytes, as: digest)
  }

  func bytes(of digest: FileDigest) async throws(StoreFailure) -> [UInt8]? {
    try await record.file(digest)
  }
}

/// A session's row after a change.
private struct ChangedRow: Sendable {
  let key: SessionKey
  let number: Int
  let summary: SessionSummary
  let now: Date
  let place: String

  /// Makes the change, if its number is the next.
  ///
  /// Returns the number of the session's row.
  func write(_ change: JournalChange, in db: Database) throws -> Int64 {
    let session = try row(change, in: db)
    switch change {
    case .append(let lines, _, _): try db.add(Data(lines.utf8), at: number, of: session)
    case .cut(let length, _):
      let bytes = try db.journal(of: session).prefix(length)
      try db.execute(sql: "DELETE FROM part WHERE session = ?", arguments: [session])
      try db.add(Data(bytes), at: number, of: session)
    case .replace(let text, _):
      try db.execute(
        sql: "INSERT INTO setAside (session, number, bytes) VALUES (?, ?, ?)",
        arguments: [session, number, Data(try db.journal(of: session))])
      try db.execute(sql: "DELETE FROM part WHERE session = ?", arguments: [session])
      try db.add(Data(text.utf8), at: number, of: session)
    }
    return session
  }

  private func row(_ change: JournalChange, in db: Database) throws -> Int64 {
    let due = summary.isUnderWay ? (now + SessionSummary.timeUnderWay).microseconds : nil
    let values: StatementArguments = [
      number, change.attempt.bytes, summary.flow?.rawValue, summary.standing.kind.rawValue,
      now.microseconds, due, summary.json.text,
    ]
    if number == 1 {
      try db.execute(
        sql: """
          INSERT INTO session (last, attempt, flow, standing, changed, due, summary, id, user)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
          """, arguments: values + [key.session.bytes, key.user.rawValue])
      guard db.changesCount == 1 else { throw overtaken }
      return db.lastInsertedRowID
    }
    let found = try Int64.fetchOne(
      db,
      sql: """
        UPDATE session SET last = ?, attempt = ?, flow = ?, standing = ?, changed = ?, due = ?,
        summary = ? WHERE id = ? AND user = ? AND last = ? RETURNING number
        """, arguments: values + [key.session.bytes, key.user.rawValue, number - 1])
    guard let found else { throw overtaken }
    return found
  }

  private var overtaken: StoreFailure {
    StoreFailure(.overtaken, at: place, "change \(number) of \(key.session) is not the next")
  }
}

extension Database {
  fileprivate func number(of key: SessionKey) throws -> Int64? {
    try Int64.fetchOne(
      self, sql: "SELECT number FROM session WHERE id = ? AND user = ?",
      arguments: [key.session.bytes, key.user.rawValue])
  }

  fileprivate func journal(of session: Int64) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let parts = try Data.fetchCursor(
      self, sql: "SELECT bytes FROM part WHERE session = ? ORDER BY number", arguments: [session])
    while let part = try parts.next() { bytes += part }
    return bytes
  }

  fileprivate func add(_ bytes: Data, at number: Int, of session: Int64) throws {
    try execute(
      sql: "INSERT INTO part (session, number, bytes) VALUES (?, ?, ?)",
      arguments: [session, number, bytes])
  }

  fileprivate func keep(_ bytes: [UInt8], as digest: FileDigest, of session: Int64) throws {
    try execute(
      sql: "INSERT INTO file (session, digest, bytes) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
      arguments: [session, digest.description, Data(bytes)])
  }
}
