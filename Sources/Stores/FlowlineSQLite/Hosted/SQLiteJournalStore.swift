public import Flowline
public import FoundationEssentials
import GRDB

/// Sessions of many users in one SQLite file, for a host.
///
/// Changes that come while others are being made durable share the next transaction, so that many
/// sessions' answers cost one sync of the medium. No thread waits but the database's own. Lists are read
/// from columns that are written with each change. Several processes may use the file at once.
public final class SQLiteJournalStore: JournalStore {
  let file: SQLiteFile
  let writer: GroupWriter
  let now: @Sendable () -> Date

  /// Opens a store, making its file and folder if need be.
  ///
  /// What is removed is overwritten in the file (`PRAGMA secure_delete`).
  ///
  /// - Parameters:
  ///   - path: the file; a relative path begins at the current folder.
  ///   - timeout: how many seconds to wait for another process that is writing.
  ///   - now: tells the time.
  /// - Throws: a `StoreFailure`: `busy` if others write all the time, `unreadable` if the file is
  ///   something else than such a store.
  public init(
    path: String, timeout: TimeInterval = 10, now: @escaping @Sendable () -> Date = { Date() }
  ) throws(StoreFailure) {
    file = try SQLiteFile(path: path, timeout: timeout, JournalSchema.schema, "Journals")
    writer = GroupWriter(file)
    self.now = now
    do {
      try file.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA secure_delete = ON") }
    } catch {
      throw StoreFailure(error, at: file.path, otherwise: .unwritable)
    }
  }

  /// Takes no more changes, and returns once those there are have been written.
  public func close() async { await writer.close() }

  /// How many transactions there were, and how many changes shared them.
  public var writes: (transactions: Int, changes: Int) {
    let counts = writer.counts
    return (counts.transactions, counts.writes)
  }

  /// A record of a session that has no row; the row is added with its first change.
  public func begin(_ session: SessionKey) async throws(StoreFailure) -> any JournalRecord {
    let isTaken = try await read { db in
      try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM session WHERE id = ?)",
        arguments: [session.session.bytes]) ?? false
    }
    guard !isTaken else {
      throw StoreFailure(.exists, at: file.place(of: session.session), "it has a row")
    }
    return SQLiteJournalRecord(session, in: self)
  }

  /// The record of a session that has a row.
  public func open(_ session: SessionKey) async throws(StoreFailure) -> any JournalRecord {
    guard try await find(session) != nil else { throw noRow(of: session) }
    return SQLiteJournalRecord(session, in: self)
  }

  /// Reads a session's row.
  public func find(_ session: SessionKey) async throws(StoreFailure) -> StoredSession? {
    try await read { db in
      try GRDB.Row.fetchOne(
        db, sql: "SELECT id, user, changed, summary FROM session WHERE id = ? AND user = ?",
        arguments: [session.session.bytes, session.user.rawValue]
      ).flatMap { StoredRow($0)?.item.session }
    }
  }

  /// Says when a session is due.
  public func schedule(
    _ session: SessionKey, at moment: Date?
  ) async throws(StoreFailure) {
    try await writer.write { db in
      try db.execute(
        sql: "UPDATE session SET due = ? WHERE id = ? AND user = ?",
        arguments: [moment?.microseconds, session.session.bytes, session.user.rawValue])
    }
  }

  /// Reads the sessions that are due, from their index.
  public func due(by moment: Date, limit: Int) async throws(StoreFailure) -> [SessionKey] {
    try await read { db in
      try GRDB.Row.fetchAll(
        db,
        sql: "SELECT id, user FROM session WHERE due IS NOT NULL AND due <= ? ORDER BY due LIMIT ?",
        arguments: [moment.microseconds, limit]
      ).compactMap { row in
        UUID(bytes: row[0]).map { SessionKey(UserID(row[1] as String), $0) }
      }
    }
  }

  /// Deletes a session's row, and all that is kept with it.
  public func remove(_ session: SessionKey) async throws(StoreFailure) {
    let missing = noRow(of: session)
    try await writer.write { db in
      try db.execute(
        sql: "DELETE FROM session WHERE id = ? AND user = ?",
        arguments: [session.session.bytes, session.user.rawValue])
      guard db.changesCount > 0 else { throw missing }
    }
  }

  /// Deletes a user's rows, and all that is kept with them.
  public func removeAll(of user: UserID) async throws(StoreFailure) -> Int {
    let count = try await read { db in
      try Int.fetchOne(
        db, sql: "SELECT count(*) FROM session WHERE user = ?", arguments: [user.rawValue]) ?? 0
    }
    try await writer.write { db in
      try db.execute(sql: "DELETE FROM session WHERE user = ?", arguments: [user.rawValue])
    }
    return count
  }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(StoreFailure) -> Value {
    do {
      return try await file.pool.read(body)
    } catch {
      throw StoreFailure(error, at: file.path, otherwise: .unreadable)
    }
  }

  private func noRow(of session: SessionKey) -> StoreFailure {
    StoreFailure(
      .notFound, at: file.place(of: session.session), "the user has no session of this id")
  }
}
