import Flowline
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FlowlineSQLite

/// What the store of a database does to its file.
struct SQLiteStoreTests {
  private let folder: TemporaryFolder
  private let path: String
  private let session = UUID()

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("state/sessions.sqlite")
  }

  @discardableResult
  private func keep(_ text: String) throws -> SQLiteStore {
    let store = try SQLiteStore(path: path)
    let record = try store.begin(session)
    try record.append(text, isDurable: true)
    record.close()
    return store
  }

  /// Does something to the file behind the store's back.
  private func tamper(_ sql: String) throws {
    try DatabaseQueue(path: path).writeWithoutTransaction { try $0.execute(sql: sql) }
  }

  @Test func `rule 13: a write returns when it has reached the medium`() throws {
    let database = try StoreDatabase(path: path, timeout: 1)
    // FULL: the log is synced at each commit.
    #expect(try database.write { try sql("PRAGMA synchronous", $0) } == "2")
    #expect(try database.write { try sql("PRAGMA journal_mode", $0) } == "wal")
  }

  private func sql(_ text: String, _ db: Database) throws -> String? {
    try String.fetchOne(db, sql: text)
  }

  @Test func `the folder and all files are for their owner alone`() throws {
    let store = try keep("one\n")
    let record = try store.open(session)
    #expect(try folder.mode("state") == 0o700)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("state")).sorted()
    #expect(names == ["", "-owners", "-shm", "-wal"].map { "sessions.sqlite\($0)" })
    for name in names { #expect(try folder.mode("state/\(name)") == 0o600, "\(name)") }
    record.close()
  }

  @Test func `a file that others can read is refused until one command has closed it`() throws {
    let store = try keep("one\n")
    // Somebody has it open, so that what SQLite has beside it is there, too.
    let record = try store.open(session)
    defer { record.close() }
    let names = ["", "-shm", "-wal"].map { "state/sessions.sqlite\($0)" }
    for name in names { #expect(chmod(folder.file(name), 0o644) == 0) }
    let failure = #expect(throws: StoreFailure.self) { _ = try SQLiteStore(path: path) }
    #expect(failure?.code == .openToOthers && failure?.place == path)
    #expect(failure?.reason == "other users can read it. Run chmod 600 on it.")
    #expect(chmod(path, 0o600) == 0)
    _ = try SQLiteStore(path: path)
    for name in names { #expect(try folder.mode(name) == 0o600, "\(name)") }
  }

  @Test func `a folder that others can change takes no store`() throws {
    mkdir(folder.file("state"), 0o700)
    chmod(folder.file("state"), 0o775)
    let failure = #expect(throws: StoreFailure.self) { _ = try SQLiteStore(path: path) }
    #expect(failure?.code == .openToOthers && failure?.place == folder.file("state"))
    #expect(failure?.reason.contains("Run chmod go-w") == true)
    #expect(try folder.names(in: "state") == [])
  }

  @Test func `a file or folder of another user is refused`() throws {
    let other = foreign(try folder.write("", to: "other.sqlite"), otherwise: "/etc/passwd")
    expect(.notAllowed) { _ = try SQLiteStore(path: other) }
  }

  @Test(arguments: [
    "INSERT INTO session (id, changed) SELECT id, 1 FROM session",
    "UPDATE session SET id = 'NOBODY'",
    "UPDATE session SET changed = 'now'",
    "INSERT INTO part SELECT session, number, x'00' FROM part",
    "UPDATE part SET bytes = x''",
    "UPDATE part SET number = 0",
    "UPDATE part SET session = 77",
    "INSERT INTO setAside VALUES (77, 1, x'00')",
  ])
  func `the schema refuses what must not be`(sql: String) throws {
    let store = try keep("one\n")
    #expect(throws: DatabaseError.self) { try tamper(sql) }
    let record = try store.open(session)
    #expect(try record.contents() == Array("one\n".utf8))
    record.close()
  }

  @Test func `a number is never given again`() throws {
    let store = try keep("one\n")
    let before = try number()
    try store.remove(session)
    try keep("two\n")
    #expect(try number() > before)
  }

  private func number() throws -> Int64 {
    try DatabaseQueue(path: path).read {
      try #require(try Int64.fetchOne($0, sql: "SELECT max(number) FROM session"))
    }
  }

  @Test func `the database of another application is left as it is`() throws {
    let other = folder.file("other.sqlite")
    try DatabaseQueue(path: other).write { try $0.execute(sql: "CREATE TABLE precious (x)") }
    chmod(other, 0o600)
    let before = try Data(contentsOf: URL(fileURLWithPath: other))
    expect(.unreadable) { _ = try SQLiteStore(path: other) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == before)
    let text = try folder.write(
      "no database at all, but long enough for its head to be read by anybody who looks for it",
      to: "text")
    expect(.unreadable) { _ = try SQLiteStore(path: text) }
  }

  @Test func `a store that a newer version made is left to it`() throws {
    try keep("one\n")
    try tamper("INSERT INTO grdb_migrations VALUES ('the year 2040')")
    expect(.newerVersion) { _ = try SQLiteStore(path: path) }
  }

  @Test func `words that mean something to SQLite are names like others`() throws {
    _ = try SQLiteStore(path: folder.file(":memory:"))
    #expect(try folder.names().contains(":memory:"))
  }

  @Test func `says so where another process is writing all the time`() throws {
    let store = try keep("one\n")
    let impatient = try SQLiteStore(path: path, timeout: 0.01)
    let record = try impatient.open(session)
    var open = Configuration()
    open.allowsUnsafeTransactions = true
    let writer = try DatabaseQueue(path: path, configuration: open)
    try writer.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    expect(.busy) { try record.append("two\n", isDurable: true) }
    try writer.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    expect(.closed) { try record.append("two\n", isDurable: true) }
    record.close()
    let again = try store.open(session)
    #expect(try again.contents() == Array("one\n".utf8))
    again.close()
  }

  @Test func `rule 24: a full medium ends the session and loses nothing durable`() async throws {
    let result = try await StoreProbe.run("sqlite", path, "fill", session.uuidString, "300000")
    let taken = try #require(result.lines.first?.split(separator: " ").first.flatMap { Int($0) })
    #expect(result.lines == ["\(taken) unwritable", "again closed"], "\(result.errors)")
    let record = try SQLiteStore(path: path).open(session)
    #expect(
      String(decoding: try record.contents(), as: UTF8.self)
        == (0..<taken).map { "line \($0)\n" }.joined())
    record.close()
  }

  @Test func `rule 24: a record goes on when there is room again, and nothing is lost`()
    async throws
  {
    let result = try await StoreProbe.run("sqlite", path, "recover", session.uuidString, "300000")
    #expect(
      result.lines == ["full unwritable", "recovering in vain unwritable", "whole"],
      "\(result.lines) \(result.errors)")
  }

  @Test func `rule 13: what was durable outlives a process that is killed`() async throws {
    try keep("one\n")
    let result = try await StoreProbe.run("sqlite", path, "die", session.uuidString)
    #expect(result.lines == ["dying"] && result.status == SIGKILL)
    let record = try SQLiteStore(path: path).open(session)
    #expect(try record.contents() == Array("one\ndurable\n".utf8))
    record.close()
  }

  @Test(
    arguments: [
      (.SQLITE_FULL, .noSpace), (.SQLITE_READONLY, .notAllowed), (.SQLITE_BUSY, .busy),
      (.SQLITE_IOERR_FSYNC, .notSynced), (.SQLITE_IOERR_WRITE, .unwritable),
      (.SQLITE_CORRUPT, .unreadable),
    ] as [(ResultCode, StoreFailure.Code)])
  func `an error of SQLite's has a code`(error: ResultCode, code: StoreFailure.Code) {
    let failure = StoreFailure(
      DatabaseError(resultCode: error, message: "so it was"), at: "here", otherwise: .unwritable)
    #expect(failure == StoreFailure(code, at: "here", "so it was"))
  }

  @Test func `a file that may not be written says so`() async throws {
    try keep("one\n")
    chmod(folder.path, 0o755)
    chmod(folder.file("state"), 0o755)
    let result = try await StoreProbe.run("sqlite", path, "nobody", session.uuidString)
    #expect(result.status == 1 && result.lines.isEmpty)
    #expect(result.errors.hasPrefix("unreadable ") || result.errors.hasPrefix("not-allowed "))
  }

  @Test func `rows are added, not written anew`() throws {
    let store = try keep("one\n")
    let record = try store.open(session)
    for _ in 0..<3 { try record.append("more\n", isDurable: true) }
    try record.append("held\n", isDurable: false)
    try record.append("back\n", isDurable: true)
    record.close()
    let parts = try DatabaseQueue(path: path).read {
      try String.fetchAll($0, sql: "SELECT CAST(bytes AS TEXT) FROM part ORDER BY number")
    }
    #expect(parts == ["one\n", "more\n", "more\n", "more\n", "held\nback\n"])
  }
}
