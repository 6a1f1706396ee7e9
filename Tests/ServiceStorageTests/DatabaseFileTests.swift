import FoundationEssentials
import GRDB
import Glibc
import ServiceBasics
import ServiceStorage
import TestSupport
import Testing

struct DatabaseFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static let contents = DatabaseContents(
    label: "Notes", applicationID: 0x4E4F_5445, migrator: migrator(["notes"]))

  private static func migrator(_ names: [String]) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    for name in names {
      migrator.registerMigration(name) { db in
        try db.execute(sql: "PRAGMA application_id = \(0x4E4F_5445)")
        try db.execute(sql: "CREATE TABLE \(name) (text TEXT)")
      }
    }
    return migrator
  }

  /// What SQLite says of each connection: 2 is `FULL`.
  private func durability(_ db: Database) throws -> String {
    let synchronous = try Int.fetchOne(db, sql: "PRAGMA synchronous") ?? -1
    let journal = try String.fetchOne(db, sql: "PRAGMA journal_mode") ?? ""
    let keys = try Int.fetchOne(db, sql: "PRAGMA foreign_keys") ?? -1
    return "\(synchronous) \(journal) \(keys)"
  }

  @Test func `every connection syncs each commit to the disk, and minds foreign keys`() throws {
    for _ in 0..<2 {
      let queue = try DatabaseFile.open(folder.file("a.sqlite"), for: Self.contents)
      #expect(try queue.inDatabase(durability) == "2 wal 1")
    }
    let pool = try DatabaseFile.openPool(folder.file("a.sqlite"), for: Self.contents)
    #expect(try pool.writeWithoutTransaction(durability) == "2 wal 1")
    #expect(try pool.read(durability) == "2 wal 1")
    #expect(try pool.makeSnapshot().read(durability) == "2 wal 1")
  }

  @Test func `what contradicts a file's rules is not told as trouble with the disk`() throws {
    let path = folder.file("a.sqlite")
    let queue = try DatabaseFile.open(path, for: Self.contents)
    let cause = #expect(throws: DatabaseError.self) {
      try queue.inDatabase { db in
        try db.execute(sql: "CREATE TABLE ones (one UNIQUE); INSERT INTO ones VALUES (1), (1)")
      }
    }
    let error = DatabaseFileError(try #require(cause), path: path)
    #expect(error.code == .storage)
    #expect(error.cause.contains("ones.one"))
    #expect(!error.advice.contains("room"))
  }

  @Test func `folder and files are made for the user alone`() throws {
    let path = folder.file("data/notes/a.sqlite")
    let queue = try DatabaseFile.open(path, for: Self.contents)
    try queue.inDatabase { try $0.execute(sql: "INSERT INTO notes VALUES ('x')") }
    for part in ["data", "data/notes"] { #expect(try mode(folder.file(part)) == 0o700) }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("data/notes"))
    #expect(names.sorted() == ["a.sqlite", "a.sqlite-shm", "a.sqlite-wal"])
    for name in names { #expect(try mode(folder.file("data/notes/\(name)")) == 0o600) }
  }

  @Test(arguments: [0o640, 0o604, 0o660, 0o644, 0o666] as [mode_t])
  func `a file that is open to others is refused before it is read`(mode: mode_t) throws {
    // No database, so that reading it would show.
    let path = try folder.write("no database", to: "a.sqlite", mode: mode)
    let error = try #require(failure(path))
    #expect(error.code == .notPrivate)
    #expect(error.path == path)
    #expect(error.advice == "Run chmod 600 on it.")
    #expect(error.causeCode == "file-open")
  }

  @Test func `what SQLite has beside a file gets the file's rights when that was closed`() throws {
    let path = folder.file("a.sqlite")
    let queue = try DatabaseFile.open(path, for: Self.contents)
    try queue.inDatabase { try $0.execute(sql: "INSERT INTO notes VALUES ('x')") }
    let names = ["a.sqlite", "a.sqlite-shm", "a.sqlite-wal"]
    for name in names { #expect(chmod(folder.file(name), 0o644) == 0) }
    #expect(failure(path)?.causeCode == "file-open")
    #expect(chmod(path, 0o600) == 0)
    #expect(failure(path) == nil)
    for name in names { #expect(try folder.mode(name) == 0o600) }
    withExtendedLifetime(queue) {}
  }

  @Test(arguments: [0o777, 0o775, 0o757, 0o1777] as [mode_t])
  func `a folder that others can change is refused, and nothing is made in it`(
    mode: mode_t
  ) throws {
    #expect(mkdir(folder.file("data"), 0o700) == 0)
    #expect(chmod(folder.file("data"), mode) == 0)
    let error = try #require(failure(folder.file("data/a.sqlite")))
    #expect(error.code == .notPrivate)
    #expect(error.cause.contains(folder.file("data")))
    #expect(error.advice.contains("chmod"))
    #expect(error.causeCode == "folder-open")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("data")) == [])
  }

  @Test func `what keeps a file from being made has codes for front ends, and words for logs`()
    throws
  {
    _ = try folder.write("", to: "file", mode: 0o600)
    for (path, cause, advice) in [
      ("/proc/flowline/a.sqlite", "folder-not-made", "folder-make"),
      (folder.file("file/a.sqlite"), "folder-is-file", "path-other"),
      (folder.file("file/below/a.sqlite"), "folder-not-made", "folder-make"),
    ] {
      let error = try #require(failure(path))
      #expect(error.causeCode == cause && error.adviceCode == advice)
      #expect(error.cause.hasPrefix("its folder ") && error.reason.words == error.cause)
    }
  }

  @Test func `files and folders of another user are refused`() throws {
    let file = foreign(try folder.write("", to: "a.sqlite"), otherwise: "/etc/passwd")
    #expect(mkdir(folder.file("data"), 0o700) == 0)
    let data = foreign(folder.file("data"), otherwise: "/usr")
    for path in [file, "\(data)/a.sqlite"] {
      let error = try #require(failure(path))
      #expect(error.code == .notPrivate)
      #expect(error.cause.contains("belongs to another user"))
    }
  }

  @Test func `what is no database, or another application's, is left as it is`() throws {
    let text = try folder.write(String(repeating: "no database ", count: 99), to: "notes.txt")
    try PrivateDatabase.make(folder.file("other.sqlite"), "CREATE TABLE photo (id INTEGER)")
    for path in [text, folder.file("other.sqlite")] {
      let before = try Data(contentsOf: URL(filePath: path))
      #expect(try #require(failure(path)).code == .foreign)
      #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }
  }

  @Test func `a file of a newer version is refused, one of an older is brought along`() throws {
    let path = folder.file("a.sqlite")
    let newer = DatabaseContents(
      label: "Notes", applicationID: Self.contents.applicationID,
      migrator: Self.migrator(["notes", "tags"]))
    _ = try DatabaseFile.open(path, for: Self.contents)
    let queue = try DatabaseFile.open(path, for: newer)
    #expect(try queue.inDatabase { try $0.tableExists("tags") })
    #expect(try #require(failure(path)).code == .tooNew)
  }

  @Test func `a log that a newer version wrote is like such a file, a damaged one is not`() {
    let newer = DatabaseFileError(
      SharedLogFailure(.newer, at: "orders", "a newer version made entry 2"), path: "/a.sqlite")
    #expect(newer.code == .tooNew && newer.path == "orders")
    #expect(newer.causeCode == "file-too-new" && newer.adviceCode == "file-newer")
    #expect(newer.cause == "a newer version made entry 2")
    let damaged = DatabaseFileError(
      SharedLogFailure(.damaged, at: "orders", "entry 2 cannot be read"), path: "/a.sqlite")
    #expect(damaged.code == .damaged && damaged.causeCode == "log-damaged")
    #expect(damaged.advice == "Restore it from a copy.")
  }

  @Test func `a database in memory has its tables`() throws {
    let queue = try DatabaseFile.openInMemory(for: Self.contents)
    #expect(try queue.inDatabase { try $0.tableExists("notes") })
  }

  private func failure(_ path: String) -> DatabaseFileError? {
    do throws(DatabaseFileError) {
      _ = try DatabaseFile.open(path, for: Self.contents)
      return nil
    } catch {
      return error
    }
  }
}

/// A database that was made by something else.
private enum PrivateDatabase {
  static func make(_ path: String, _ sql: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.inDatabase { try $0.execute(sql: sql) }
    try queue.close()
    chmod(path, 0o600)
  }
}
