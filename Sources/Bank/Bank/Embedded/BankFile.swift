import FoundationEssentials
package import GRDB

/// Opens the SQLite file of an embedded bank, making it and its folder if need be.
///
/// The folder is made for the user alone (0700), and so is the file (0600).
package enum BankFile {
  /// What a file is for, and what is in it.
  package struct Contents: Sendable {
    /// What GRDB calls the connection.
    let label: String
    /// Marks the file as ours: four letters.
    let applicationID: Int32
    /// Makes the tables; the first migration writes the mark.
    let migrator: DatabaseMigrator

    package init(label: String, applicationID: Int32, migrator: DatabaseMigrator) {
      self.label = label
      self.applicationID = applicationID
      self.migrator = migrator
    }

    /// A bank's books.
    static let bank = Contents(
      label: "Bank", applicationID: BankSchema.applicationID, migrator: BankSchema.migrator)
  }

  package static func open(
    path: String, for contents: Contents = .bank
  ) throws(BankError) -> DatabaseQueue {
    let path = absolute(path)
    try makeFolder(of: path)
    makePrivateFile(path)
    do {
      let queue = try DatabaseQueue(
        path: path, configuration: configuration(path: path, contents))
      try queue.inDatabase(switchToWriteAheadLog)
      try migrate(queue, path: path, contents)
      return queue
    } catch {
      throw BankError(error, path: path)
    }
  }

  /// Opens the file for many readers at once beside one writer.
  static func openPool(path: String) throws(BankError) -> DatabasePool {
    // Makes and migrates the file first, with all the care that this takes.
    let path = try open(path: path).path
    do {
      let pool = try DatabasePool(path: path, configuration: configuration(path: path, .bank))
      // A pool sets `NORMAL` after our own preparation.
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      return pool
    } catch {
      throw BankError(error, path: path)
    }
  }

  /// SQLite gives words such as `:memory:` and `file:` a meaning; an absolute path is but a path.
  package static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
  }

  static func openInMemory() throws(BankError) -> DatabaseQueue {
    do {
      let queue = try DatabaseQueue(configuration: configuration(path: ":memory:", .bank))
      try migrate(queue, path: ":memory:", .bank)
      return queue
    } catch {
      throw BankError(error, path: ":memory:")
    }
  }

  private static func configuration(path: String, _ contents: Contents) -> Configuration {
    var configuration = Configuration()
    configuration.label = contents.label
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(10)
    configuration.prepareDatabase { db in
      try refuseStrangers(db, path: path, contents)
      // What was answered must outlive a power cut; `NORMAL` would not promise that.
      try db.execute(sql: "PRAGMA synchronous = FULL")
    }
    return configuration
  }

  /// SQLite does not wait for others when it switches, so that waiting for them comes in between:
  /// an exclusive transaction does wait, as long as the busy timeout says.
  private static func switchToWriteAheadLog(_ db: Database) throws {
    var attempts = 100
    while true {
      attempts -= 1
      do {
        return try db.execute(sql: "PRAGMA journal_mode = WAL")
      } catch let error as DatabaseError
        where error.resultCode == .SQLITE_BUSY && attempts > 0
      {
        try db.execute(sql: "BEGIN EXCLUSIVE; COMMIT")
      }
    }
  }

  /// Runs before anything is written, so that somebody else's database is left as it is.
  private static func refuseStrangers(
    _ db: Database, path: String, _ contents: Contents
  ) throws {
    // The migrator makes its own table before the first migration marks the file as ours.
    let objects =
      try Int.fetchOne(
        db, sql: "SELECT count(*) FROM sqlite_master WHERE tbl_name <> 'grdb_migrations'") ?? 0
    let isOurs = try Int32.fetchOne(db, sql: "PRAGMA application_id") == contents.applicationID
    guard objects == 0 || isOurs else {
      throw BankError.notABank(path: path, cause: "it is a database of another application")
    }
  }

  private static func migrate(
    _ queue: DatabaseQueue, path: String, _ contents: Contents
  ) throws {
    // Two processes may make the same bank at once; the one that loses finds it made.
    var attempts = 3
    while true {
      attempts -= 1
      do {
        try queue.inDatabase { db in
          guard try !contents.migrator.hasBeenSuperseded(db) else {
            throw BankError.storage(
              path: path, cause: "a newer version made it", advice: "Use that version.")
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

  private static func makeFolder(of path: String) throws(BankError) {
    let folder = (URL(filePath: path).deletingLastPathComponent()).path
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw .storage(
        path: path, cause: "its folder cannot be made",
        advice: "Make the folder \(folder) writable, or name another file.")
    }
  }

  /// Makes an empty file that others cannot read, where there is none; SQLite takes it as new.
  ///
  /// It is made under another name and linked, since opening and closing the file itself would
  /// drop the locks that another connection of this process holds on it. Where this does not
  /// work, SQLite makes the file, or says why it cannot.
  private static func makePrivateFile(_ path: String) {
    let files = FileManager.default
    guard !files.fileExists(atPath: path) else { return }
    let draft = "\(path).\(UUID().uuidString).new"
    guard
      files.createFile(atPath: draft, contents: nil, attributes: [.posixPermissions: 0o600])
    else { return }
    try? files.linkItem(atPath: draft, toPath: path)
    try? files.removeItem(atPath: draft)
  }
}

extension BankError {
  /// The error of a transaction that could not be made durable. After an error of the disk it may be
  /// there all the same when the file is read again; a full disk has not taken it.
  package init(ofCommit error: any Error, path: String) {
    guard let error = error as? DatabaseError, error.resultCode == .SQLITE_IOERR else {
      self.init(error, path: path)
      return
    }
    self = .outcomeUnknown(cause: "\(path): \(error.message ?? "disk I/O error")")
  }

  /// The error of whatever went wrong with a bank's file.
  package init(_ error: any Error, path: String) {
    switch error {
    case let error as BankError: self = error
    case let error as DatabaseError where error.resultCode == .SQLITE_NOTADB:
      self = .notABank(path: path, cause: error.message ?? "it is not a database")
    case let error as DatabaseError where error.resultCode == .SQLITE_BUSY:
      self = .unavailable(cause: "another process holds \(path)")
    case let error as DatabaseError:
      self = .storage(path: path, cause: error.message ?? "\(error.resultCode)")
    default:
      self = .storage(
        path: path, cause: "\(error)",
        advice: "The file may be damaged. Restore it, or move it away to begin a new bank.")
    }
  }
}
