import Flowline
import FoundationEssentials
import GRDB
import TestSupport
import Testing

@testable import FlowlineSQLite

/// Changes of many sessions that share transactions.
struct GroupCommitTests {
  private let trial: JournalTrial

  init() throws { trial = try JournalTrial() }

  @Test func `changes that come while others are written share a transaction`() async throws {
    let store = try trial.store()
    var records: [any JournalRecord] = []
    for _ in 0..<40 { records.append(try await store.begin(SessionKey("ada", UUID()))) }
    let before = store.writes
    try await trial.whileAnotherWrites { end in
      let made = try await withThrowingTaskGroup(of: Bool.self) { group in
        for (index, record) in records.enumerated() {
          group.addTask {
            do throws(StoreFailure) {
              // Every tenth comes at a number that is not the next: it is overtaken alone.
              try await record.add("x\n", at: index % 10 == 9 ? 2 : 1)
              return true
            } catch {
              #expect(error.code == .overtaken)
              return false
            }
          }
        }
        // One waits for the other process, all others for that one.
        try await eventually("they wait") { store.writer.queued == records.count - 1 }
        try end()
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(made == 36)
    }
    #expect(store.writes.transactions - before.transactions == 2)
    #expect(store.writes.syncs - before.syncs == 2)
    #expect(store.writes.changes - before.changes == 36)
    #expect(try await store.list(SessionQuery(of: "ada", limit: 99)).items.count == 36)
  }

  @Test func `a question that is shown rides along with the next answer of anybody`() async throws {
    let store = try trial.store()
    let shown = try await store.begin(SessionKey("ada", UUID()))
    try await shown.add("one\n", at: 1, isDurable: false)
    try await shown.add("two\n", at: 2, isDurable: false)
    #expect(store.writes.transactions == 0)
    #expect(store.writer.queued == 2)
    _ = try await store.keep(SessionKey("eve", UUID()))
    #expect(store.writes == .init(transactions: 1, syncs: 1, changes: 3))
    #expect(store.writer.queued == 0)
    try await shown.add("three\n", at: 3)
    #expect(store.writes == .init(transactions: 2, syncs: 2, changes: 4))
    #expect(try await shown.text() == "one\ntwo\nthree\n")
    #expect(store.writes.transactions == 2, "nothing was held, but something was written")
  }

  @Test func `a question that nobody answers is written soon, and not synced`() async throws {
    let store = try trial.store(delay: 0)
    let record = try await store.begin(SessionKey("ada", UUID()))
    try await record.add("one\n", at: 1, isDurable: false)
    let other = try trial.file()
    try await eventually("it is written") {
      try await other.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM session") } == 1
    }
    try await eventually("it is counted") { store.writes.transactions > 0 }
    #expect(store.writes.syncs == 0)
  }

  @Test func `nobody waits who only reads`() async throws {
    let store = try trial.store()
    let record = try await store.keep()
    try await trial.whileAnotherWrites { end in
      async let change: Void = record.add("two\n", at: 2)
      try await eventually("it is being written") { store.writes.transactions == 1 }
      let other = try await store.open(SessionKey("ada", record.session))
      #expect(try await other.text() == "one\n")
      #expect(try await store.list(SessionQuery(of: "ada")).items.count == 1)
      #expect(try await store.due(by: .distantFuture, limit: 9).isEmpty)
      try end()
      try await change
    }
    #expect(try await record.text() == "one\ntwo\n")
  }

  @Test func `rule 13: nothing is told before it has reached the medium`() async throws {
    let store = try trial.store()
    for isDurable in [false, true] {
      let record = try await store.begin(SessionKey("ada", UUID()))
      try await record.add("one\n", at: 1, isDurable: isDurable)
      _ = try await record.contents()
      // FULL: the log is synced at each commit.
      let level = try await store.file.pool.writeWithoutTransaction {
        try Int.fetchOne($0, sql: "PRAGMA synchronous")
      }
      #expect(level == 2, "after a change, \(isDurable)")
    }
  }

  @Test func `what is closed has been written, and takes nothing more`() async throws {
    let store = try trial.store()
    let key = SessionKey("ada", UUID())
    let record = try await store.begin(key)
    for number in 1...50 { try await record.add("\(number)\n", at: number, isDurable: false) }
    await store.close()
    for isDurable in [true, false] {
      let failure = await #expect(throws: StoreFailure.self) {
        try await record.add("x\n", at: 51, isDurable: isDurable)
      }
      #expect(failure?.code == .closed)
    }
    let failure = await #expect(throws: StoreFailure.self) { _ = try await store.find(key) }
    #expect(failure?.code == .closed)
    let again = try await trial.store().open(key).contents()
    #expect(again.number == 50)
    #expect(String(decoding: again.bytes, as: UTF8.self).hasSuffix("49\n50\n"))
  }

  @Test func `more than share a transaction come to the next`() async throws {
    let store = try trial.store()
    let record = try await store.begin(SessionKey("ada", UUID()))
    let count = GroupWriter.most + 10
    for number in 1...count { try await record.add("x\n", at: number, isDurable: false) }
    await store.close()
    #expect(store.writes.transactions == 2)
    #expect(
      try await trial.store().open(SessionKey("ada", record.session)).contents().number == count)
  }
}
