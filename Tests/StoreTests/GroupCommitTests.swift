import Flowline
import FoundationEssentials
import GRDB
import TestSupport
import Testing

@testable import FlowlineSQLite

/// Sessions of many users in one file.
struct GroupCommitTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func store() throws -> SQLiteJournalStore {
    try SQLiteJournalStore(path: "\(folder.path)/journals.sqlite")
  }

  private static let summary = SessionSummary(
    flow: "shop", version: 1, world: nil, started: nil, answers: 0, firstAnswers: [],
    standing: .unfinished(at: StepPath(["shop"])), isUnderWay: false)

  @Test func `changes that come at once share transactions, and each counts by itself`()
    async throws
  {
    let store = try store()
    let count = 300
    let made = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<count {
        group.addTask {
          do {
            let record = try await store.begin(SessionKey("ada", UUID()))
            // Every tenth comes at a number that is not the next.
            let at = number.isMultiple(of: 10) ? 2 : 1
            try await record.change(
              .append("x\n", isDurable: true, UUID()), at: at, summary: Self.summary)
            return true
          } catch {
            return false
          }
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(made == count * 9 / 10)
    let page = try await store.list(SessionQuery(of: "ada", limit: 1_000))
    #expect(page.items.count == made)
    #expect(store.writes.changes == count)
    #expect(store.writes.transactions < count, "nothing was shared")
  }

  @Test func `what is closed has been written, and takes nothing more`() async throws {
    let store = try store()
    let key = SessionKey("ada", UUID())
    let record = try await store.begin(key)
    for number in 1...50 {
      try await record.change(
        .append("\(number)\n", isDurable: false, UUID()), at: number, summary: Self.summary)
    }
    await store.close()
    await #expect(throws: StoreFailure.self) {
      try await record.change(
        .append("x\n", isDurable: true, UUID()), at: 51, summary: Self.summary)
    }
    let again = try await self.store().open(key).contents()
    #expect(again.number == 50)
    #expect(String(decoding: again.bytes, as: UTF8.self).hasSuffix("49\n50\n"))
  }

  @Test func `a full medium fails the change, and the next is made`() async throws {
    let store = try store()
    let key = SessionKey("ada", UUID())
    let record = try await store.begin(key)
    try await record.change(
      .append("one\n", isDurable: true, UUID()), at: 1, summary: Self.summary)
    func hinder(_ sql: String) async throws {
      try await store.file.pool.write { try $0.execute(sql: sql) }
    }
    try await hinder(
      """
      CREATE TRIGGER hinder BEFORE INSERT ON part
      BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END
      """)
    await #expect(throws: StoreFailure.self) {
      try await record.change(
        .append("two\n", isDurable: true, UUID()), at: 2, summary: Self.summary)
    }
    try await hinder("DROP TRIGGER hinder")
    try await record.change(
      .append("two\n", isDurable: true, UUID()), at: 2, summary: Self.summary)
    #expect(try await record.contents().number == 2)
  }

  @Test func `lists and what is due are read from indexes`() async throws {
    let store = try store()
    var plans: [String] = []
    for user in ["ada", nil] as [UserID?] {
      for standing in ["unfinished", nil] where user != nil || standing != nil {
        for newestFirst in [true, false] {
          let query = SessionQuery(
            of: user, changedBefore: .distantFuture, newestFirst: newestFirst)
          let statement = ListStatement(query, standing, PageEnd(changed: 1, number: 1))
          plans += try await store.file.pool.read { db in
            try Row.fetchAll(
              db, sql: "EXPLAIN QUERY PLAN \(statement.sql)",
              arguments: statement.arguments + [10]
            ).map { $0["detail"] as String }
          }
        }
      }
    }
    #expect(plans.allSatisfy { $0.contains("USING INDEX") }, "\(plans)")
    #expect(!plans.contains { $0.contains("TEMP B-TREE") }, "\(plans)")
  }

  @Test func `another kind of file is left alone`() async throws {
    _ = try SQLiteStore(path: "\(folder.path)/sessions.sqlite")
    #expect(throws: StoreFailure.self) {
      try SQLiteJournalStore(path: "\(folder.path)/sessions.sqlite")
    }
  }
}
