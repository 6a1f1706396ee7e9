import Dispatch
public import Flowline
public import FoundationEssentials
import GRDB
import Synchronization

/// Sessions of many users in one SQLite file, for a host.
///
/// Changes that come while others are being made durable share the next transaction, so that many
/// sessions' answers cost one sync of the medium; no thread waits but the database's own, and those of
/// `onServingThreads`. A change that need not be durable rides along with the next that must, or is written
/// without a sync shortly after.
/// Lists are read from columns and indexes that are written with each change, never from journals.
/// Several processes may use the file at once.
///
/// The file and the files beside it are for their owner alone (0600), and so is a folder that is made
/// for them (0700). A file that others can read, and a folder that they can change, are refused. What is
/// removed is overwritten in the file (`PRAGMA secure_delete`), and its log is
/// emptied: before ``removeAll(of:)`` returns, and shortly after ``remove(_:)``, unless another process
/// is reading just then; then as soon as it has. Copies of the file, and what a medium keeps of its own
/// accord, are not reached.
public final class SQLiteJournalStore: JournalStore {
  /// How much was written since the store was opened.
  public struct Writes: Sendable, Hashable {
    /// How many transactions there were.
    public internal(set) var transactions = 0
    /// How many of them were synced to the medium.
    public internal(set) var syncs = 0
    /// How many changes, removals and files shared them.
    public internal(set) var changes = 0
  }

  /// The path of the database file.
  public var path: String { file.path }
  let file: SQLiteFile
  let writer: GroupWriter
  private let now: @Sendable () -> Date
  private let lastMoment = Mutex(Int64.min)

  /// Opens a store, making its file and folder if need be.
  ///
  /// - Parameters:
  ///   - path: the file; a relative path begins at the current folder.
  ///   - timeout: how many seconds to wait for another process that is writing.
  ///   - delay: for how many seconds a change that need not be durable is held at the most.
  ///   - now: tells the time.
  /// - Throws: a `StoreFailure`: `busy` if others write all the time, `unreadable` if the file is
  ///   something else than such a store, `newerVersion` if a newer program made it, `openToOthers` if others
  ///   can read it or change its folder, `notAllowed` if it is another user's.
  public init(
    path: String, timeout: TimeInterval = 10, delay: TimeInterval = 0.1,
    now: @escaping @Sendable () -> Date = { Date() }
  ) throws(StoreFailure) {
    file = try SQLiteFile(path: path, timeout: timeout, JournalSchema.file)
    writer = GroupWriter(file, delay: delay)
    self.now = now
    do {
      try file.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA secure_delete = ON") }
    } catch {
      throw StoreFailure(error, at: file.path, otherwise: .unwritable)
    }
  }

  /// Takes no more changes, writes those there are, and closes the file.
  public func close() async {
    await writer.close()
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { [file] in
        // What cannot be closed now is closed when nobody has it any more.
        try? file.pool.close()
        continuation.resume()
      }
    }
  }

  /// Reads, and writes if the last that was to be written could not be.
  ///
  /// So a full medium is noticed with the first change that it has no room for.
  public func check() async throws(StoreFailure) {
    _ = try await find(SessionKey("", .nilUUID))
    if writer.isFailing { try await writer.tryWriting() }
  }

  /// How much was written.
  public var writes: Writes { writer.counts }

  // MARK: - Sessions

  /// A record of a session that has no row; the row is added with its first change.
  public func begin(_ session: SessionKey) async throws(StoreFailure) -> any JournalRecord {
    let isTaken = try await read { db in
      try Bool.fetchOne(
        db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM session WHERE id = ?)"),
        arguments: [session.session.bytes]) ?? false
    }
    guard !isTaken else {
      throw StoreFailure(.exists, at: file.place(of: session.session), "it has a row")
    }
    return SQLiteJournalRecord(session, isBegun: false, in: self)
  }

  /// The record of a session that has a row.
  public func open(_ session: SessionKey) async throws(StoreFailure) -> any JournalRecord {
    try await writer.settle(session)
    guard try await read({ db in try db.number(of: session) }) != nil else {
      throw noRow(of: session)
    }
    return SQLiteJournalRecord(session, isBegun: true, in: self)
  }

  /// Reads a session's row.
  public func find(_ session: SessionKey) async throws(StoreFailure) -> StoredSession? {
    try? await writer.settle(session)
    return try await read { db in
      try GRDB.Row.fetchOne(
        db.cachedStatement(
          sql: "SELECT \(SessionRow.columns) FROM session WHERE id = ? AND user = ?"),
        arguments: [session.session.bytes, session.user.bytes]
      ).flatMap { SessionRow($0)?.item.session }
    }
  }

  /// Deletes a session's row, and all that is kept with it.
  public func remove(_ session: SessionKey) async throws(StoreFailure) {
    let missing = noRow(of: session)
    try await writer.write(.erasure(isUrgent: false), of: session) { db, _ in
      try db.cachedStatement(sql: "DELETE FROM session WHERE id = ? AND user = ?")
        .execute(arguments: [session.session.bytes, session.user.bytes])
      guard db.changesCount > 0 else { throw missing }
    }
  }

  /// Deletes a user's rows, and all that is kept with them.
  public func removeAll(of user: UserID) async throws(StoreFailure) -> Int {
    let count = Counter()
    try await writer.write(.erasure(isUrgent: true)) { db, _ in
      try db.execute(sql: "DELETE FROM session WHERE user = ?", arguments: [user.bytes])
      count.value.withLock { $0 = db.changesCount }
    }
    return count.value.withLock { $0 }
  }

  private final class Counter: Sendable {
    let value = Mutex(0)
  }

  private func noRow(of session: SessionKey) -> StoreFailure {
    StoreFailure(
      .notFound, at: file.place(of: session.session), "the user has no session of this id")
  }

  // MARK: - Sessions that wait for a moment

  /// Says when a session is due.
  public func schedule(
    _ session: SessionKey, at moment: Date?
  ) async throws(StoreFailure) {
    try await writer.write(.other, of: session) { db, _ in
      try db.cachedStatement(sql: "UPDATE session SET due = ? WHERE id = ? AND user = ?")
        .execute(
          arguments: [moment?.microseconds, session.session.bytes, session.user.bytes])
    }
  }

  /// Says when a session is due, if its last change is the one that is named.
  public func schedule(
    _ session: SessionKey, at moment: Date?, after attempt: UUID
  ) async throws(StoreFailure) -> Bool {
    let count = Counter()
    try await writer.write(.other, of: session) { db, _ in
      try db.cachedStatement(
        sql: "UPDATE session SET due = ? WHERE id = ? AND user = ? AND attempt = ?"
      ).execute(
        arguments: [
          moment?.microseconds, session.session.bytes, session.user.bytes, attempt.bytes,
        ])
      count.value.withLock { $0 = db.changesCount }
    }
    return count.value.withLock { $0 } > 0
  }

  static let dueStatement =
    "SELECT id, user FROM session WHERE due IS NOT NULL AND due <= ? ORDER BY due LIMIT ?"

  /// Reads the sessions that are due, from their index.
  public func due(by moment: Date, limit: Int) async throws(StoreFailure) -> [SessionKey] {
    await writer.settle(of: nil)
    return try await read { db in
      try GRDB.Row.fetchAll(
        db.cachedStatement(sql: Self.dueStatement), arguments: [moment.microseconds, limit]
      ).compactMap { row in
        UUID(bytes: row[0]).map { SessionKey(UserID(bytes: row[1]), $0) }
      }
    }
  }

  // MARK: - How much is kept

  static func usageStatements(ofUser isOfUser: Bool) -> (unfinished: String, fileBytes: String) {
    (
      "SELECT count(*) FROM session WHERE \(isOfUser ? "user = ? AND " : "")standing = 'unfinished'",
      isOfUser
        ? """
        SELECT coalesce(sum(bytes), 0) FROM session CROSS JOIN fileBytes
        ON fileBytes.session = session.number WHERE user = ?
        """ : "SELECT coalesce(sum(bytes), 0) FROM fileBytes"
    )
  }

  /// Counts in indexes: it costs the user's sessions, or all that are unfinished or have files.
  public func usage(of user: UserID?) async throws(StoreFailure) -> StoreUsage? {
    await writer.settle(of: user)
    let statements = Self.usageStatements(ofUser: user != nil)
    return try await read { db in
      let arguments = StatementArguments(user.map { [$0.bytes] } ?? [])
      func number(_ sql: String) throws -> Int {
        try Int.fetchOne(db.cachedStatement(sql: sql), arguments: arguments) ?? 0
      }
      return StoreUsage(
        unfinished: try number(statements.unfinished), fileBytes: try number(statements.fileBytes))
    }
  }

  // MARK: - Reading

  /// Reads on a thread that may wait: this one, or one of the database's.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(StoreFailure) -> Value {
    let result: Result<Value, any Error> = await withCheckedContinuation { continuation in
      if MediumThreads.shared.isOneHere {
        continuation.resume(
          returning: Result { try MediumThreads.shared.wait { try file.pool.read(body) } })
      } else {
        file.pool.asyncRead { db in continuation.resume(returning: Result { try body(db.get()) }) }
      }
    }
    do {
      return try result.get()
    } catch {
      let failure = StoreFailure(error, at: file.path, otherwise: .unavailable)
      // A file that was open and cannot be now is not damaged by that.
      let isAway = (error as? DatabaseError)?.resultCode == .SQLITE_CANTOPEN
      throw isAway ? StoreFailure(.unavailable, at: file.path, failure.reason) : failure
    }
  }

  /// When a change is made: later than all before it, so that lists have one order.
  func moment() -> Int64 {
    lastMoment.withLock { last in
      last = max(now().microseconds, last &+ 1)
      return last
    }
  }
}

extension SQLiteJournalStore.Writes {
  mutating func add(_ batch: [GroupedWrite], _ ends: [GroupedWrite.End]) {
    transactions += 1
    if batch.contains(where: \.isDurable) { syncs += 1 }
    changes += zip(batch, ends).count { write, end in
      end.isMade && write.kind != .barrier
    }
  }
}
