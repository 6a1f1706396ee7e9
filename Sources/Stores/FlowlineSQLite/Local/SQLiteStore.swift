public import Flowline
public import FoundationEssentials
import GRDB

/// Keeps sessions in one SQLite file, for programs with very many of them.
///
/// The file and the files beside it are for their owner alone (0600), and so is a folder that is
/// made for them (0700). A file that others can read, and a folder that they can change, are refused.
/// An answer is a row that is added, and costs one sync; every thousand pages
/// SQLite moves what was added to its place, for two or three more. A process that has a session
/// open holds a lock on a byte of the file `PATH-owners`, which the system releases when the
/// process dies.
public struct SQLiteStore: SessionStore {
  /// The path of the database file.
  public let path: String
  private let database: StoreDatabase

  /// Opens a store, making its file and folder if need be.
  ///
  /// - Parameters:
  ///   - path: the file; a relative path begins at the current folder.
  ///   - timeout: how many seconds to wait for another process that is writing.
  /// - Throws: a `StoreFailure`: `busy` if others write all the time, `unreadable` if the file is
  ///   something else than a store, `newerVersion` if a newer program made it, `openToOthers` if others can
  ///   read it or change its folder, `notAllowed` if it is another user's.
  public init(path: String, timeout: TimeInterval = 10) throws(StoreFailure) {
    database = try StoreDatabase(path: path, timeout: timeout)
    self.path = database.path
  }

  /// Makes a record for a session that has no row; the row is added with the first line that is
  /// kept.
  public func begin(_ session: UUID) throws(StoreFailure) -> any SessionRecord {
    guard try number(of: session) == nil else {
      throw StoreFailure(.exists, at: database.place(of: session), "it has a row")
    }
    return SQLiteRecord(of: session, in: database)
  }

  /// Opens the session's row and holds its lock.
  public func open(_ session: UUID) throws(StoreFailure) -> any SessionRecord {
    let number = try own(session)
    let record = SQLiteRecord(of: session, in: database, owning: number)
    try record.open()
    return record
  }

  /// Reads the rows: the session that was changed last comes first.
  public func sessions(limit: Int?) throws(StoreFailure) -> [StoredSession] {
    try database.read { db in
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT number, id, changed FROM session ORDER BY changed DESC, number DESC LIMIT ?
          """,
        arguments: [limit ?? -1])
      var sessions: [StoredSession] = []
      while let row = try rows.next() {
        guard let session = UUID(text: row[1]) else { continue }
        let number: Int64 = row[0]
        sessions.append(
          StoredSession(
            session, record: try db.contents(of: number),
            changed: Date(timeIntervalSince1970: Double(row[2] as Int64) / 1_000_000),
            isInUse: database.owners.isTaken(number)))
      }
      return sessions
    }
  }

  /// Deletes the session's row and its lines.
  public func remove(_ session: UUID) throws(StoreFailure) {
    let number = try own(session)
    defer { database.owners.release(number) }
    try database.write { db in
      try db.execute(sql: "DELETE FROM session WHERE number = ?", arguments: [number])
    }
  }

  private func number(of session: UUID) throws(StoreFailure) -> Int64? {
    try database.read { db in try db.number(of: session) }
  }

  /// Takes the ownership of a session that is there.
  private func own(_ session: UUID) throws(StoreFailure) -> Int64 {
    let place = database.place(of: session)
    guard let number = try number(of: session) else {
      throw StoreFailure(.notFound, at: place, "it has no row")
    }
    guard try database.owners.take(number) else {
      throw StoreFailure(.inUse, at: place, "another process holds its lock")
    }
    do throws(StoreFailure) {
      // It may have been removed before it was owned; a number is never given again.
      guard try self.number(of: session) == number else {
        throw StoreFailure(.notFound, at: place, "it was removed")
      }
      return number
    } catch {
      database.owners.release(number)
      throw error
    }
  }
}
