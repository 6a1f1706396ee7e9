import Flowline
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FlowlineSQLite

/// What the store for hosts does to its file.
struct SQLiteJournalStoreTests {
  private let trial: JournalTrial

  init() throws { trial = try JournalTrial() }

  @Test func `what is due is read from an index`() async throws {
    let store = try trial.store()
    let plan = try await store.plan(SQLiteJournalStore.dueStatement, [1, 1])
    #expect(plan == ["SEARCH session USING INDEX sessionDue (due>? AND due<?)"])
  }

  @Test func `finding, changing and reading a session scans no table`() async throws {
    let store = try trial.store()
    for sql in [
      "SELECT \(SessionRow.columns) FROM session WHERE id = ?1 AND user = ?2",
      "UPDATE session SET last = 1 WHERE id = ?1 AND user = ?2 AND last = 0",
      "SELECT bytes FROM part WHERE session = ?1 ORDER BY number",
      "SELECT bytes FROM file WHERE session = ?1 AND digest = ?2",
      SQLiteJournalStore.usageStatements(ofUser: true).unfinished.replacing("?", with: "?1"),
      SQLiteJournalStore.usageStatements(ofUser: true).fileBytes.replacing("?", with: "?1"),
      SQLiteJournalStore.usageStatements(ofUser: false).unfinished,
      "DELETE FROM session WHERE user = ?2",
    ] {
      let arguments = Array(["a", "b"].prefix(["?1", "?2"].count(where: sql.contains)))
      let plan = try await store.plan(
        sql.contains("?1") ? sql : sql.replacing("?2", with: "?1"), StatementArguments(arguments))
      #expect(plan.allSatisfy { $0.hasPrefix("SEARCH") }, "\(sql): \(plan)")
    }
  }

  @Test(arguments: [true, false])
  func `what is removed is in no file any more`(isAll: Bool) async throws {
    let store = try trial.store()
    let words = ["hippopotamus", "rhinoceros", "crocodile"]
    let record = try await store.begin(SessionKey("ada", UUID()))
    let file = FileContents(Array(String(repeating: words[2], count: 2_000).utf8), named: "a")
    try await record.files?.keep(file.bytes, as: file.file.digest)
    try await record.add("\(words[0])\n", at: 1)
    try await record.change(.replace(with: "\(words[1])\n", UUID()), at: 2, summary: .empty)
    let left = try await store.keep(SessionKey("eve", UUID()))
    #expect(words.allSatisfy(isInFiles), "what is looked for is not written like this")
    if isAll {
      #expect(try await store.removeAll(of: "ada") == 1)
    } else {
      try await store.remove(SessionKey("ada", record.session))
      // It may be told before its log is emptied, which closing the store does.
      await store.close()
    }
    #expect(!words.contains(where: isInFiles))
    let again = try await trial.store().open(SessionKey("eve", left.session))
    #expect(try await again.text() == "one\n")
  }

  @Test func `a log that somebody reads is emptied when they have done`() async throws {
    let store = try trial.store(delay: 0)
    let record = try await store.begin(SessionKey("ada", UUID()))
    try await record.add("hippopotamus\n", at: 1)
    let reader = try trial.file()
    try await reader.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN")
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM session") == 1)
    }
    #expect(try await store.removeAll(of: "ada") == 1)
    #expect(isInFiles("hippopotamus"), "it was gone although somebody was reading it")
    try await reader.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    try await eventually("it is gone") { !isInFiles("hippopotamus") }
  }

  private func isInFiles(_ word: String) -> Bool {
    ["", "-wal"].contains { suffix in
      guard let data = FileManager.default.contents(atPath: trial.path + suffix) else {
        return false
      }
      return data.range(of: Data(word.utf8)) != nil
    }
  }

  @Test func `the folder and all files are for their owner alone`() async throws {
    let store = try trial.store()
    _ = try await store.keep()
    #expect(try trial.folder.mode("state") == 0o700)
    let names = try FileManager.default.contentsOfDirectory(atPath: trial.folder.file("state"))
    #expect(names.sorted() == ["", "-shm", "-wal"].map { "journals.sqlite\($0)" })
    for name in names { #expect(try trial.folder.mode("state/\(name)") == 0o600, "\(name)") }
  }

  @Test func `a file that others can read is refused, with what to do`() async throws {
    try await trial.store().close()
    #expect(chmod(trial.path, 0o644) == 0)
    let failure = #expect(throws: StoreFailure.self) { _ = try trial.store() }
    #expect(failure?.code == .openToOthers && failure?.place == trial.path)
    #expect(failure?.description == "\(trial.path): other users can read it. Run chmod 600 on it.")
    #expect(chmod(trial.path, 0o600) == 0)
    try await trial.store().close()
  }

  @Test(arguments: [
    "INSERT INTO session SELECT NULL, id, 'eve', 1, attempt, flow, standing, world, started, "
      + "changed, answers, due, summary, minute FROM session",
    "UPDATE session SET id = 'short'", "UPDATE session SET last = 0",
    "UPDATE session SET attempt = x'00'", "UPDATE session SET summary = 'no JSON'",
    "UPDATE session SET changed = 'now'",
    "INSERT INTO part SELECT session, number, x'00' FROM part", "UPDATE part SET bytes = x''",
    "UPDATE part SET number = 0", "UPDATE part SET session = 77",
    "INSERT INTO setAside VALUES (77, 1, x'00')", "INSERT INTO file VALUES (1, 'md5:1', x'00')",
  ])
  func `the schema refuses what must not be`(sql: String) async throws {
    let store = try trial.store()
    let record = try await store.keep()
    #expect(throws: DatabaseError.self) { try trial.tamper(sql) }
    #expect(try await record.text() == "one\n")
  }

  @Test func `a summary that cannot be read is told as damage`() async throws {
    let store = try trial.store()
    let record = try await store.keep()
    try trial.tamper("UPDATE session SET summary = '{}'")
    let found = try await store.find(SessionKey("ada", record.session))
    #expect(found?.standing.kind == .damaged)
    #expect(try await store.list(SessionQuery(of: "ada")).items.map(\.session) == [found])
  }

  @Test func `a number is never given again, and no moment comes twice`() async throws {
    let store = try SQLiteJournalStore(path: trial.path) { Date(timeIntervalSince1970: 1) }
    var keys: [SessionKey] = []
    for _ in 0..<5 { keys.append(SessionKey("ada", try await store.keep().session)) }
    let page = try await store.list(SessionQuery(of: "ada"))
    #expect(page.items.map(\.key) == keys.reversed())
    #expect(Set(page.items.map(\.session.changed)).count == 5)
    let last = keys[4]
    let before = try await store.file.pool.read { try $0.number(of: last) }
    try await store.remove(last)
    _ = try await store.keep(last)
    let after = try await store.file.pool.read { try $0.number(of: last) }
    #expect(try #require(before) < #require(after))
  }

  @Test func `another kind of file is left alone, and so is a newer one`() async throws {
    _ = try SQLiteStore(path: trial.path)
    expect(.unreadable) { _ = try trial.store() }
    let other = try JournalTrial()
    try await other.store().close()
    try other.tamper("INSERT INTO grdb_migrations VALUES ('of the future')")
    expect(.newerVersion) { _ = try other.store() }
  }
}
