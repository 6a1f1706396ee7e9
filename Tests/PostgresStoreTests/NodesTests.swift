import Flowline
import Foundation
import TestSupport
import Testing

@testable import FlowlinePostgres

/// What nodes that share a database do to each other, and what a call costs.
struct NodesTests {
  @Test(arguments: [1, 2, 4])
  func `no more connections are open than there may be`(count: Int) async throws {
    let trial = try await StoreTrial()
    let store = try await trial.store { $0.connections = count }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          try await store.note(KeptValue(shelf: "seen", name: "\(number)", bytes: []))
        }
        group.addTask { try await store.check() }
      }
      try await group.waitForAll()
    }
    #expect(store.calls.connections <= count)
  }

  @Test func `a session that nobody called is read with one statement`() async throws {
    let trial = try await StoreTrial()
    let key = SessionKey("ada", try await trial.store().keep().session)
    let store = try await trial.store()
    let before = store.calls
    let record = try await store.open(key)
    #expect(record.opened?.answers == 1)
    #expect(try await record.text() == "one\n")
    #expect(store.calls.statements - before.statements == 1)
    try await record.add("two\n", at: 2)
    #expect(store.calls.statements - before.statements == 2)
    #expect(try await record.text() == "one\ntwo\n")
  }

  @Test func `a node that only looks finds out that another went on`() async throws {
    let trial = try await StoreTrial()
    let record = try await trial.store(node: "one").keep()
    let other = try await trial.store(node: "other").open(SessionKey("ada", record.session))
    #expect(try await !record.isOvertaken())
    try await other.add("two\n", at: 2)
    #expect(try await record.isOvertaken())
    #expect(try await !other.isOvertaken())
    let rows = try await trial.rows("SELECT event, node, number FROM flowline_audit")
    #expect(rows.map { $0.text(0) } == ["taken over"])
    #expect(rows.map { $0.text(1) } == ["other"])
    #expect(rows.map { $0.int(2) } == [2])
  }

  @Test func `a node that has a session in memory alone finds out that another keeps it`()
    async throws
  {
    let trial = try await StoreTrial()
    let (one, other) = (try await trial.store(node: "one"), try await trial.store(node: "other"))
    let key = SessionKey("ada", UUID())
    let record = try await one.begin(key)
    #expect(try await !record.isOvertaken())
    let first = try await other.begin(key)
    try await first.add("one\n", at: 1)
    #expect(try await record.isOvertaken())
    #expect(try await !first.isOvertaken())
  }

  /// What a node reads of a bank is not synced: a standby that takes over may lack it.
  @Test(arguments: [
    JournalChange.append("answered here\n", isDurable: true, UUID()), .cut(to: 4, UUID()),
    .replace(with: "rebuilt here\n", UUID()),
  ])
  func `a change that was lost with a machine is not taken for one that another made since`(
    change: JournalChange
  ) async throws {
    let trial = try await StoreTrial()
    let record = try await trial.store(node: "one").keep()
    let before = try await trial.texts("SELECT attempt::text FROM flowline_session").first ?? nil
    try await record.add("read here\n", at: 2)
    try await trial.rows("DELETE FROM flowline_change WHERE number = 2")
    try await trial.rows(
      "UPDATE flowline_session SET last = 1, attempt = $1::uuid",
      .uuid(UUID(uuidString: before ?? "")))
    let other = try await trial.store(node: "other").open(SessionKey("ada", record.session))
    try await other.add("read there\n", at: 2)
    await expect(.overtaken) { try await record.change(change, at: 3, summary: .test) }
    try await other.add("answered there\n", at: 3)
    #expect(try await other.text() == "one\nread there\nanswered there\n")
  }

  @Test func `a session that was begun anew is not its namesake`() async throws {
    let trial = try await StoreTrial()
    let (store, key) = (try await trial.store(), SessionKey("ada", UUID()))
    let old = try await store.keep(key)
    try await store.remove(key)
    _ = try await trial.store().keep(key)
    await expect(.overtaken) { try await old.add("late\n", at: 2) }
    await expect(.overtaken) { _ = try await old.contents() }
    #expect(try await old.isOvertaken())
  }

  @Test func `a change whose connection is cut is in doubt, and is found out`() async throws {
    let trial = try await StoreTrial()
    let record = try await trial.store().keep()
    let holder = try await trial.holdingSessions()
    let attempt = UUID()
    let made = Task {
      try await record.change(
        .append("two\n", isDurable: true, attempt), at: 2, summary: .test)
    }
    try await eventually("it waits for the lock") { try await !trial.waiting().isEmpty }
    try await trial.rows(
      "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
        + "WHERE wait_event_type = 'Lock' AND datname = current_database()")
    await expect(.unknownOutcome) { try await made.value }
    await holder.end()
    let kept = try await record.contents()
    #expect(kept.number == 1 && kept.attempt != attempt)
    try await record.change(.append("two\n", isDurable: true, attempt), at: 2, summary: .test)
    #expect(try await record.contents().attempt == attempt)
  }

  @Test func `a change waits for another's only so long, and is not made`() async throws {
    let trial = try await StoreTrial()
    let record = try await trial.store { $0.lockTime = 0.05 }.keep()
    let holder = try await trial.holdingSessions()
    await expect(.busy) { try await record.add("two\n", at: 2) }
    await holder.end()
    #expect(try await record.contents().number == 1)
    try await record.add("two\n", at: 2)
  }

  @Test func `a database that answers nothing is given up`() async throws {
    let trial = try await StoreTrial()
    let key = SessionKey("ada", try await trial.store().keep().session)
    let store = try await trial.store { $0.answerTime = 2 }
    var record: (any JournalRecord)?
    // A busy machine may take as long as that itself.
    try await eventually("it is opened") {
      record = try? await store.open(key)
      return record != nil
    }
    let holder = try await trial.holdingSessions()
    await expect(.unknownOutcome) { try await record?.add("two\n", at: 2) }
    await holder.end()
  }

  @Test func `changes that are missing are noticed`() async throws {
    let trial = try await StoreTrial()
    let store = try await trial.store()
    let record = try await store.keep()
    for number in 2...4 { try await record.add("x\n", at: number) }
    try await trial.rows("DELETE FROM flowline_change WHERE number = 3")
    await expect(.unreadable) { _ = try await store.open(SessionKey("ada", record.session)) }
  }

  @Test func `tenants do not see each other`() async throws {
    let trial = try await StoreTrial()
    let (one, other) = (
      try await trial.store(tenant: "one"), try await trial.store(tenant: "other")
    )
    let key = SessionKey("ada", try await one.keep().session)
    #expect(try await other.find(key) == nil)
    await expect(.notFound) { _ = try await other.open(key) }
    await expect(.notFound) { try await other.remove(key) }
    await expect(.exists) { _ = try await other.begin(key) }
    #expect(try await other.removeAll(of: "ada") == 0)
    #expect(try await other.list(SessionQuery(of: nil)).items.isEmpty)
  }

  @Test func `two versions of the program work side by side`() async throws {
    let trial = try await StoreTrial()
    let old = try await trial.store()
    let record = try await old.keep()
    let more = PostgresMigration(
      version: PostgresMigration.all.count + 1, oldestWriter: 1,
      statements: ["ALTER TABLE flowline_session ADD COLUMN colour text"])
    var options = PostgresOptions(try PostgresAddress(trial.address))
    (options.openingTime, options.answerTime) = (600, 600)
    let new = try await PostgresJournalStore(
      options, tenant: "", node: "new", keys: nil, migrations: PostgresMigration.all + [more])
    try await new.open(SessionKey("ada", record.session)).add("two\n", at: 2)
    _ = try await old.keep()
    #expect(try await trial.store().list(SessionQuery(of: nil)).items.count == 2)
    await new.close()
    try await trial.rows("INSERT INTO flowline_schema VALUES (9, 9, now())")
    await expect(.newerVersion) { _ = try await trial.store() }
  }

  @Test func `many nodes open an empty database at once`() async throws {
    let trial = try await StoreTrial()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<6 {
        group.addTask {
          _ = try await trial.store(node: "\(number)").keep(SessionKey("ada", UUID()))
        }
      }
      try await group.waitForAll()
    }
    #expect(try await trial.store().list(SessionQuery(of: "ada")).items.count == 6)
  }

  @Test func `a store that is not reached says where it looked`() async throws {
    let options = PostgresOptions(try PostgresAddress("host=/nowhere dbname=x"))
    do {
      _ = try await PostgresJournalStore(options)
      Issue.record("it was opened")
    } catch let failure {
      #expect(failure.code == .unwritable)
      #expect(failure.reason.contains("/nowhere"), "\(failure)")
    }
    #expect(throws: PostgresAddress.Problem.self) { try PostgresAddress("postgres://a:b:c@/x?y") }
  }
}

/// Somebody who has all sessions locked.
struct LockHolder {
  let pool: PostgresPool
  let ending: Task<Void, Never>

  func end() async {
    _ = try? await pool.make(
      PostgresCall(
        "SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()"
      ))
    await ending.value
    await pool.close()
  }
}

extension StoreTrial {
  /// Who waits for a lock.
  func waiting() async throws -> [PostgresRow] {
    try await rows(
      "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    )
  }

  /// Locks all sessions until it is ended.
  func holdingSessions() async throws -> LockHolder {
    let holder = try TestServer.pool(of: address, answerTime: 700)
    let other = try TestServer.pool(of: address)
    let task = Task {
      _ = try? await holder.make(
        PostgresCall([
          .init("BEGIN"), .init("LOCK TABLE flowline_session IN EXCLUSIVE MODE"),
          .init("SELECT pg_sleep(600)::text"),
        ]))
      await holder.close()
    }
    try await eventually("it sleeps") {
      try await !rows(
        "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()"
      ).isEmpty
    }
    return LockHolder(pool: other, ending: task)
  }
}
