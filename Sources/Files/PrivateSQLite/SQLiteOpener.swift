import FoundationEssentials
package import GRDB
import Glibc
import PrivateFiles

#if !SQLite
  // Said before the module that is missing, which names no trait.
  #error("What keeps SQLite files needs the trait SQLite: .package(…, traits: [\"SQLite\"])")
#endif

/// Opens SQLite files that outlive a power cut and are for one user alone.
///
/// The folder is made for the user alone (0700) and so is the file (0600). What exists already is
/// refused if it belongs to another user, if others can change the folder, or if the file grants
/// them any right: all that is looked at before SQLite reads a byte.
package enum SQLiteOpener {
  /// Opens a file with one connection, and makes it and its folder if need be.
  ///
  /// - Parameters:
  ///   - path: the file's absolute path.
  ///   - contents: the file's kind and its migrations.
  ///   - waiting: how long an access blocks its thread until other processes are done with the file.
  /// - Returns: the connection, migrated.
  package static func open(
    _ path: String, for contents: SQLiteContents, waiting: Duration
  ) throws(SQLiteFault) -> DatabaseQueue {
    try prepare(path)
    do {
      let configuration = configuration(contents, waiting)
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.inDatabase(switchToWriteAheadLog)
      try migrate(queue, contents)
      return queue
    } catch {
      throw SQLiteFault(error)
    }
  }

  /// Opens a file for many readers at once beside one writer.
  ///
  /// - Parameters:
  ///   - path: the file's absolute path.
  ///   - contents: the file's kind and its migrations.
  ///   - waiting: how long an access blocks its thread until other processes are done with the file.
  /// - Returns: the connections, migrated.
  package static func openPool(
    _ path: String, for contents: SQLiteContents, waiting: Duration
  ) throws(SQLiteFault) -> DatabasePool {
    // Makes and migrates the file first, with all the care that this takes.
    let queue = try open(path, for: contents, waiting: waiting)
    do {
      try queue.close()
      let pool = try DatabasePool(path: path, configuration: configuration(contents, waiting))
      // A pool sets `NORMAL` after our own preparation, with which a power cut may take the last commits.
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      return pool
    } catch {
      throw SQLiteFault(error)
    }
  }

  /// Makes a database that ends with its connection.
  package static func openInMemory(
    for contents: SQLiteContents
  ) throws(SQLiteFault) -> DatabaseQueue {
    do {
      let queue = try DatabaseQueue(configuration: configuration(contents, .zero))
      try migrate(queue, contents)
      return queue
    } catch {
      throw SQLiteFault(error)
    }
  }

  /// The absolute path of a file.
  ///
  /// SQLite reads words such as `:memory:` and `file:` in a way of its own, but not if they begin
  /// with a slash.
  package static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
  }
}

extension SQLiteOpener {
  /// What SQLite has beside a file, with the file's contents in it.
  ///
  /// It gets the file's rights when it is made, and keeps them when those of the file are changed.
  private static let companions = ["-wal", "-shm", "-journal"]

  private static func prepare(_ path: String) throws(SQLiteFault) {
    do throws(PrivacyError) {
      try PrivateFolder.prepare(PrivateFolder.containing(path), rule: .listable)
      try PrivateFile.prepare(path)
    } catch {
      throw .notPrivate(error)
    }
    // SQLite would open it for reading, and leave files beside it that cannot be written either.
    guard access(path, W_OK) == 0 else { throw .notWritable(FileFault(errno, at: path)) }
    for companion in companions {
      do throws(FileFault) {
        try PrivateFile.takeFromOthers(path + companion)
      } catch {
        throw .notWritable(FileFault(error.code, at: path))
      }
    }
  }

  private static func configuration(
    _ contents: SQLiteContents, _ wait: Duration
  ) -> Configuration {
    var configuration = Configuration()
    configuration.label = contents.label
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(wait / .seconds(1))
    configuration.prepareDatabase { db in
      try refuseForeign(db, contents)
      // What was answered must outlive a power cut; `NORMAL` would not promise that.
      try db.execute(sql: "PRAGMA synchronous = FULL")
    }
    return configuration
  }

  /// Runs before anything is written, so that the database of another application is left as it is.
  private static func refuseForeign(_ db: Database, _ contents: SQLiteContents) throws {
    // The migrator makes its own table before the first migration marks the file as ours.
    let objects =
      try Int.fetchOne(
        db, sql: "SELECT count(*) FROM sqlite_master WHERE tbl_name <> 'grdb_migrations'") ?? 0
    let isOurs = try Int32.fetchOne(db, sql: "PRAGMA application_id") == contents.applicationID
    guard objects == 0 || isOurs else { throw SQLiteFault.foreign }
  }

  /// SQLite does not wait for others when it switches, so that waiting for them comes in between: an
  /// exclusive transaction does wait, as long as the busy timeout says.
  private static func switchToWriteAheadLog(_ db: Database) throws {
    var attempts = 100
    while true {
      attempts -= 1
      do {
        return try db.execute(sql: "PRAGMA journal_mode = WAL")
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && attempts > 0 {
        try db.execute(sql: "BEGIN EXCLUSIVE; COMMIT")
      }
    }
  }

  private static func migrate(_ queue: DatabaseQueue, _ contents: SQLiteContents) throws {
    // Two processes may make the same file at once; the one that loses finds it made.
    var attempts = 3
    while true {
      attempts -= 1
      do {
        guard try !queue.inDatabase(contents.migrator.hasBeenSuperseded) else {
          throw SQLiteFault.newer
        }
        return try contents.migrator.migrate(queue)
      } catch let error as DatabaseError where attempts > 0 {
        guard [.SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_BUSY].contains(error.resultCode) else {
          throw error
        }
      }
    }
  }
}
