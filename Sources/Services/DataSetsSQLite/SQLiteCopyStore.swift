public import DataSets
public import FoundationEssentials
import GRDB
import Glibc
import ServiceStorage
import Synchronization

/// Copies of data sets in an SQLite file, for one user of the computer alone.
///
/// The file is opened when it is first needed, and several processes may use it at once. It is only a
/// convenience: a file that is damaged is replaced, one that is something else is left as it is, and
/// either way the service is asked.
public final class SQLiteCopyStore: CopyStore {
  /// The file, which need not exist yet.
  public let path: String

  /// How large a copy may be, in bytes.
  public let limit: Int

  private let now: @Sendable () -> Date
  private let onNote: (@Sendable (CopyNote) -> Void)?
  private let state = Mutex(State())

  private struct State {
    var queue: DatabaseQueue?
    /// Why the file is not tried again.
    var refusal: CopyNote?
    var notes: [CopyNote] = []
  }

  /// Names a folder that holds the copies of one service alone.
  ///
  /// - Parameters:
  ///   - folder: its path; made for the user alone (0700) when the file is first needed.
  ///   - limit: how large a copy may be, in bytes.
  ///   - now: the time, for the first ticket of a new file: later than those of one that was lost.
  ///   - onNote: called at once, on any thread, if a copy cannot be read or kept.
  public init(
    folder: String, limit: Int = 16 << 20, now: @escaping @Sendable () -> Date = { Date() },
    onNote: (@Sendable (CopyNote) -> Void)? = nil
  ) {
    path = DatabaseFile.absolute("\(folder)/copies.sqlite")
    self.limit = limit
    self.now = now
    self.onNote = onNote
  }

  /// What kept copies from being read or kept so far, oldest first, each once.
  public var notes: [CopyNote] { state.withLock { $0.notes } }

  /// Takes a note, once.
  public func note(_ note: CopyNote) {
    let isNew = state.withLock { state in
      guard !state.notes.contains(note), state.notes.count < 100 else { return false }
      state.notes.append(note)
      return true
    }
    if isNew { onNote?(note) }
  }
}

extension SQLiteCopyStore {
  /// The next ticket.
  public func takeTicket() -> Int64? {
    write { db in try self.takeTicket(db) } ?? nil
  }

  private func takeTicket(_ db: Database) throws -> Int64? {
    let first = Int64(max(0, now().timeIntervalSince1970) * 1_000_000)
    return try Int64.fetchOne(
      db,
      sql: """
        INSERT INTO tickets (id, last) VALUES (1, ?)
        ON CONFLICT (id) DO UPDATE SET last = last + 1 RETURNING last
        """, arguments: [first])
  }

  /// The copy of what a user read.
  public func copy(of scope: DataSetScope, for user: String) -> StoredCopy? {
    let found = read { db -> (CopyRow, Int64?)? in
      guard let row = try CopyRow.find(scope, user, in: db) else { return nil }
      return (row, try Self.lastMark(of: scope, for: user, in: db))
    }
    guard let (row, mark) = found ?? nil else { return nil }
    guard let copy = row.copy else {
      note(CopyNote(.damaged, path: path, cause: "the digest of the \(scope.kind) is wrong"))
      write { db in try CopyRow.remove(scope, user, in: db) }
      return nil
    }
    return StoredCopy(copy, isStale: mark.map { $0 > copy.ticket } ?? false)
  }

  /// The ticket of the last mark.
  public func lastMark(of scope: DataSetScope, for user: String?) -> Int64? {
    read { db in try Self.lastMark(of: scope, for: user, in: db) } ?? nil
  }

  private static func lastMark(
    of scope: DataSetScope, for user: String?, in db: Database
  ) throws -> Int64? {
    try Int64.fetchOne(
      db,
      sql: """
        SELECT max(ticket) FROM (
          SELECT ticket FROM marks WHERE user = ifnull(?, user) AND kind = ? AND subject = ?
          UNION ALL SELECT ticket FROM marksForAll WHERE kind = ? AND subject = ?
          UNION ALL SELECT lastRemoval FROM tickets)
        """,
      arguments: [user, scope.kind, scope.column, scope.kind, scope.column])
  }

  /// Keeps a copy, unless a newer one is there.
  public func keep(
    _ copy: NewCopy, of scope: DataSetScope, for user: String, readWith credential: String?
  ) {
    guard copy.json.count <= limit else {
      return note(
        CopyNote(
          .tooLarge, path: path,
          cause: "the \(scope.kind) have \(copy.json.count) bytes of at most \(limit)"))
    }
    write { db in
      if let credential {
        let known = try String.fetchOne(
          db, sql: "SELECT user FROM users WHERE credential = ?", arguments: [credential])
        guard known == user else { return }
      }
      try CopyRow(copy, scope, user).keep(in: db)
    }
  }

  /// Marks data as stale.
  public func markStale(_ scopes: [DataSetScope], for user: String?) {
    write { db in
      let ticket = try self.takeTicket(db)
      for scope in scopes {
        if let user {
          try db.execute(
            sql: "INSERT OR REPLACE INTO marks (user, kind, subject, ticket) VALUES (?, ?, ?, ?)",
            arguments: [user, scope.kind, scope.column, ticket])
        } else {
          try db.execute(
            sql: "INSERT OR REPLACE INTO marksForAll (kind, subject, ticket) VALUES (?, ?, ?)",
            arguments: [scope.kind, scope.column, ticket])
        }
      }
    }
  }

  /// The user a credential speaks for.
  public func user(of credential: String) -> String? {
    read { db in
      try String.fetchOne(
        db, sql: "SELECT user FROM users WHERE credential = ?", arguments: [credential])
    } ?? nil
  }

  /// Keeps which user a credential speaks for, and forgets all but the latest credentials.
  public func learn(_ user: String, speaksThrough credential: String) {
    write { db in
      try db.execute(
        sql: "INSERT OR REPLACE INTO users (credential, user, ticket) VALUES (?, ?, ?)",
        arguments: [credential, user, try self.takeTicket(db)])
      try db.execute(
        sql: """
          DELETE FROM users WHERE credential NOT IN (
            SELECT credential FROM users ORDER BY ticket DESC LIMIT 64)
          """)
    }
  }

  /// Removes the copies of a user, also from the free parts of the file.
  ///
  /// If that does not work, the file is removed.
  public func removeCopies(of user: String?) {
    state.withLock { $0.refusal = nil }
    do throws(CopyNote) {
      let queue = try opened()
      removeRows(of: user, from: queue)
    } catch {
      note(error)
      if error.code == .damaged { removeFile() }
    }
  }

  /// Removes the rows of a user; if they cannot be removed, the file.
  private func removeRows(of user: String?, from queue: DatabaseQueue) {
    do {
      try queue.writeWithoutTransaction { db in
        try db.inTransaction {
          try self.deleteRows(of: user, db)
          return .commit
        }
        // What was removed is still in the log of writes. Who reads just now keeps it there until
        // they have read.
        try? db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      }
    } catch {
      note(CopyNote(error, path: path))
      removeFile()
    }
  }

  private func deleteRows(of user: String?, _ db: Database) throws {
    let ticket = try takeTicket(db)
    try db.execute(sql: "UPDATE tickets SET lastRemoval = ?", arguments: [ticket])
    for table in ["copies", "marks", "users"] {
      try db.execute(
        sql: "DELETE FROM \(table) WHERE user = ifnull(?, user)", arguments: [user])
    }
  }
}

extension SQLiteCopyStore {
  private func read<Result>(_ work: (Database) throws -> Result) -> Result? {
    use { queue in try queue.read(work) }
  }

  @discardableResult
  private func write<Result>(_ work: (Database) throws -> Result) -> Result? {
    use { queue in try queue.write(work) }
  }

  /// Does something with the file; returns nil, with a note, if that does not work.
  private func use<Result>(_ work: (DatabaseQueue) throws -> Result) -> Result? {
    do throws(CopyNote) {
      let queue = try opened()
      do {
        return try work(queue)
      } catch {
        throw CopyNote(error, path: path)
      }
    } catch {
      note(error)
      if error.code == .damaged { removeFile() }
      return nil
    }
  }

  private func opened() throws(CopyNote) -> DatabaseQueue {
    try state.withLock { state throws(CopyNote) in
      if let queue = state.queue { return queue }
      if let refusal = state.refusal { throw refusal }
      OldCopyFiles.remove(in: String(path.dropLast("/copies.sqlite".count)))
      do {
        let queue = try DatabaseFile.open(path, for: CopySchema.contents)
        // What is removed is overwritten, too.
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA secure_delete = ON") }
        state.queue = queue
        return queue
      } catch {
        let note = CopyNote(error, path: path)
        if note.isFinal { state.refusal = note }
        throw note
      }
    }
  }

  /// Removes a file that cannot be used any more, so that a new one takes its place.
  private func removeFile() {
    state.withLock { state in
      state.queue = nil
      for suffix in ["-wal", "-shm", ""] { unlink(path + suffix) }
    }
  }
}

extension DataSetScope {
  /// The subject as it is in the tables.
  var column: String { subject ?? "" }
}
