import Flowline
import FoundationEssentials
import GRDB

/// What a SQLite file of ours is: who reads it, and its tables.
struct SQLiteSchema: Sendable {
  /// Marks the file, see `PRAGMA application_id`.
  let applicationID: Int32
  /// Makes the tables.
  let migrator: DatabaseMigrator
}

/// An open SQLite file of ours, whose writes are durable when they return.
final class SQLiteFile: Sendable {
  let path: String
  let pool: DatabasePool
  /// For how many seconds others that are writing are waited for.
  let timeout: TimeInterval

  init(
    path: String, timeout: TimeInterval, _ schema: SQLiteSchema, _ label: String
  ) throws(StoreFailure) {
    // SQLite gives words such as `:memory:` and `file:` a meaning; an absolute path is but a path.
    let path =
      path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
    self.path = path
    self.timeout = timeout
    do {
      try Self.makeFolder(of: path)
      Self.makePrivateFile(path)
      let configuration = Self.configuration(path, timeout, schema, label)
      try Self.prepare(DatabaseQueue(path: path, configuration: configuration), path, schema)
      pool = try DatabasePool(path: path, configuration: configuration)
      // GRDB makes it `NORMAL`, with which a power cut may take the last answers.
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    } catch {
      throw StoreFailure(error, at: path, otherwise: .unreadable)
    }
  }

  /// How failures name a session.
  func place(of session: UUID) -> String { "\(path)#\(session.uuidString.lowercased())" }

  // MARK: - Opening

  private static func configuration(
    _ path: String, _ timeout: TimeInterval, _ schema: SQLiteSchema, _ label: String
  ) -> Configuration {
    var configuration = Configuration()
    configuration.label = label
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(timeout)
    configuration.prepareDatabase { db in try refuseStrangers(db, path, schema) }
    return configuration
  }

  /// Runs before anything is written, so that somebody else's database is left as it is.
  private static func refuseStrangers(
    _ db: Database, _ path: String, _ schema: SQLiteSchema
  ) throws {
    // The migrator makes its own table before the first migration marks the file as ours.
    let objects =
      try Int.fetchOne(
        db, sql: "SELECT count(*) FROM sqlite_master WHERE tbl_name <> 'grdb_migrations'") ?? 0
    let isOurs = try Int32.fetchOne(db, sql: "PRAGMA application_id") == schema.applicationID
    guard objects == 0 || isOurs else {
      throw StoreFailure(.unreadable, at: path, "it is a database of another application")
    }
  }

  private static func prepare(
    _ queue: DatabaseQueue, _ path: String, _ schema: SQLiteSchema
  ) throws {
    try queue.inDatabase(switchToWriteAheadLog)
    // Two processes may make the same store at once; the one that loses finds it made.
    var attempts = 3
    while true {
      attempts -= 1
      do {
        guard try !queue.inDatabase(schema.migrator.hasBeenSuperseded) else {
          throw StoreFailure(.newerVersion, at: path, "a newer version made it; use that version")
        }
        try schema.migrator.migrate(queue)
        return try queue.close()
      } catch let error as DatabaseError where attempts > 0 {
        guard [.SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_BUSY].contains(error.resultCode) else {
          throw error
        }
      }
    }
  }

  /// SQLite does not wait for others when it switches, so that waiting for them comes in between:
  /// an exclusive transaction does wait, as long as the timeout says.
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

  private static func makeFolder(of path: String) throws {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    guard !FileManager.default.fileExists(atPath: folder) else { return }
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw StoreFailure(.notAllowed, at: folder, "the folder cannot be made")
    }
  }

  /// Makes an empty file that others cannot read, where there is none; SQLite takes it as new.
  ///
  /// It is made under another name and linked, since opening and closing the file itself would drop
  /// the locks that another connection of this process holds on it. Where this does not work, SQLite
  /// makes the file, or says why it cannot.
  private static func makePrivateFile(_ path: String) {
    let files = FileManager.default
    guard !files.fileExists(atPath: path) else { return }
    let draft = "\(path).\(UUID().uuidString).new"
    guard files.createFile(atPath: draft, contents: nil, attributes: [.posixPermissions: 0o600])
    else { return }
    try? files.linkItem(atPath: draft, toPath: path)
    try? files.removeItem(atPath: draft)
  }
}
