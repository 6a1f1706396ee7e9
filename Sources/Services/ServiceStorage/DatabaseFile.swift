import FoundationEssentials
public import GRDB
import Glibc
public import ServiceBasics

/// Opens SQLite files that outlive a power cut and are for one user alone.
///
/// The folder is made for the user alone (0700) and so is the file (0600). What exists already is
/// refused if it belongs to another user, if others can change the folder, or if the file grants
/// them any right: all that is looked at before SQLite reads a byte.
public enum DatabaseFile {
  /// Opens a file with one connection, and makes it and its folder if need be.
  ///
  /// - Parameters:
  ///   - path: the file; a relative path begins at the current folder.
  ///   - contents: the file's kind and its migrations.
  ///   - waiting: how long an access blocks its thread until other processes are done with the file.
  /// - Returns: the connection, migrated.
  /// - Throws: a `DatabaseFileError` if the file cannot be used, is something else, or is newer
  ///   than the program.
  public static func open(
    _ path: String, for contents: DatabaseContents, waiting: Duration = usualWait
  ) throws(DatabaseFileError) -> DatabaseQueue {
    let path = absolute(path)
    try prepare(path)
    do {
      let configuration = configuration(path, contents, waiting)
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.inDatabase(switchToWriteAheadLog)
      try migrate(queue, path, contents)
      return queue
    } catch {
      throw DatabaseFileError(error, path: path)
    }
  }

  /// How long is waited for other processes, if nothing else is said.
  public static let usualWait = Duration.seconds(10)

  /// Opens a file for many readers at once beside one writer.
  ///
  /// - Parameters:
  ///   - path: the file; a relative path begins at the current folder.
  ///   - contents: the file's kind and its migrations.
  /// - Returns: the connections, migrated.
  /// - Throws: a `DatabaseFileError` if the file cannot be used, is something else, or is newer
  ///   than the program.
  public static func openPool(
    _ path: String, for contents: DatabaseContents
  ) throws(DatabaseFileError) -> DatabasePool {
    // Makes and migrates the file first, with all the care that this takes.
    let path = try open(path, for: contents).path
    do {
      let pool = try DatabasePool(path: path, configuration: configuration(path, contents))
      // A pool sets `NORMAL` after our own preparation.
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      return pool
    } catch {
      throw DatabaseFileError(error, path: path)
    }
  }

  /// Makes a database that ends with its connection.
  public static func openInMemory(
    for contents: DatabaseContents
  ) throws(DatabaseFileError) -> DatabaseQueue {
    let path = ":memory:"
    do {
      let queue = try DatabaseQueue(configuration: configuration(path, contents))
      try migrate(queue, path, contents)
      return queue
    } catch {
      throw DatabaseFileError(error, path: path)
    }
  }

  /// The absolute path of a file.
  ///
  /// SQLite reads words such as `:memory:` and `file:` in a way of its own, but not if they begin
  /// with a slash.
  public static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
  }
}

extension DatabaseFile {
  private static func prepare(_ path: String) throws(DatabaseFileError) {
    do throws(PrivacyError) {
      let folder = URL(filePath: path).deletingLastPathComponent().path
      try PrivateFolder.prepare(folder, rule: .listable)
      try PrivateFile.prepare(path)
    } catch {
      throw DatabaseFileError(error, path: path)
    }
    // SQLite would open it for reading, and leave files beside it that cannot be written either.
    guard access(path, W_OK) == 0 else {
      throw DatabaseFileError(
        .storage, path, cause: CodedText("file-not-writable", "you may not write it"),
        advice: "Run chmod 600 on it, or see that the file system can be written.")
    }
  }

  private static func configuration(
    _ path: String, _ contents: DatabaseContents, _ wait: Duration = usualWait
  ) -> Configuration {
    var configuration = Configuration()
    configuration.label = contents.label
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(wait / .seconds(1))
    configuration.prepareDatabase { db in
      try refuseForeign(db, path, contents)
      // What was answered must outlive a power cut; `NORMAL` would not promise that.
      try db.execute(sql: "PRAGMA synchronous = FULL")
    }
    return configuration
  }

  /// Runs before anything is written, so that the database of another application is left as it is.
  private static func refuseForeign(
    _ db: Database, _ path: String, _ contents: DatabaseContents
  ) throws {
    // The migrator makes its own table before the first migration marks the file as ours.
    let objects =
      try Int.fetchOne(
        db, sql: "SELECT count(*) FROM sqlite_master WHERE tbl_name <> 'grdb_migrations'") ?? 0
    let isOurs = try Int32.fetchOne(db, sql: "PRAGMA application_id") == contents.applicationID
    guard objects == 0 || isOurs else {
      throw DatabaseFileError.foreign(
        path, CodedText("file-of-another", "it is a database of another application"))
    }
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

  private static func migrate(
    _ queue: DatabaseQueue, _ path: String, _ contents: DatabaseContents
  ) throws {
    // Two processes may make the same file at once; the one that loses finds it made.
    var attempts = 3
    while true {
      attempts -= 1
      do {
        try queue.inDatabase { db in
          guard try !contents.migrator.hasBeenSuperseded(db) else {
            throw DatabaseFileError(
              .tooNew, path, cause: CodedText("file-too-new", "a newer version made it"),
              advice: CodedText("file-newer", "Use that version."))
          }
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
