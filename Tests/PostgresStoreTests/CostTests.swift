import Flowline
import TestSupport
import Testing

@testable import FlowlinePostgres

/// What an answer costs the database, by the database's own counts.
@Suite(.serialized) struct CostTests {
  /// The answers that are counted.
  private static let answers = 200
  /// A line of 37 bytes, as most answers are.
  private static let answer = "answer shop.name \"a hippopotamus\" 12\n"

  @Test func `an answer is one transaction, waits for one sync and writes little to the log`()
    async throws
  {
    let (store, record) = try await opened()
    // Its statement is prepared.
    try await record.add(Self.answer, at: 2)
    let before = try await Counts(of: store)
    for number in 3..<3 + Self.answers { try await record.add(Self.answer, at: number) }
    let after = try await Counts(of: store)
    // What others have done might not be counted yet.
    #expect(store.calls.connections == 2)
    // The counting's own may be counted the next time.
    #expect(
      (Self.answers...Self.answers + Counts.own).contains(after.transactions - before.transactions))
    #expect(after.statements - before.statements == Self.answers + Counts.own)
    // 1.00 each. The log's writer makes at most one sync in ten seconds of its own, and may spare an answer
    // one: a few of them on a slow machine.
    #expect((98...102).contains((after.syncs - before.syncs) * 100 / Self.answers))
    // PostgreSQL 15 writes 380; one more index on what changes would add 250.
    #expect((after.logBytes - before.logBytes) / Self.answers <= 450)
    #expect(after.pageImages == before.pageImages)
    #expect(after.updates - before.updates == Self.answers)
    // All but those that leave a full page, of which there is one here.
    #expect((after.updatesInPlace - before.updatesInPlace) * 100 / Self.answers >= 95)
  }

  @Test func `what need not be durable waits for no sync`() async throws {
    let (store, record) = try await opened()
    try await record.add(Self.answer, at: 2, isDurable: false)
    let before = try await Counts(of: store)
    for number in 3..<3 + Self.answers {
      try await record.add(Self.answer, at: number, isDurable: false)
    }
    let after = try await Counts(of: store)
    #expect(store.calls.connections == 2)
    // The counting's own may be counted the next time.
    #expect(
      (Self.answers...Self.answers + Counts.own).contains(after.transactions - before.transactions))
    // Those of the log's writer, which has ten seconds for each.
    #expect((after.syncs - before.syncs) * 100 / Self.answers <= 5)
    #expect((after.logBytes - before.logBytes) / Self.answers <= 450)
  }

  /// A store, and a session in it that has begun.
  private func opened() async throws -> (PostgresJournalStore, any JournalRecord) {
    let store = try await StoreTrial(on: .counting).store()
    let record = try await store.keep()
    // What a connection did is counted at the latest before it is gone.
    try await eventually("the connection that made the database is gone") {
      try await store.pool.rows(
        "SELECT pid FROM pg_stat_activity WHERE datname = 'postgres'", []
      ).isEmpty
    }
    return (store, record)
  }
}

/// What a server has counted so far.
private struct Counts {
  /// How many calls, each of one statement, the counting makes between two counts.
  static let own = 3

  /// What the store says it has asked.
  let statements: Int
  let transactions: Int
  let syncs: Int
  let logBytes: Int
  let pageImages: Int
  let updates: Int
  let updatesInPlace: Int

  /// Counts what a store has done whose calls are made one after the other, so that it has one connection for
  /// what is durable and one for what is not.
  init(of store: PostgresJournalStore) async throws {
    for durability in [PostgresPool.Durability.durable, .relaxed] {
      // What this connection has done is counted before it answers.
      _ = try await store.pool.make(
        PostgresCall("SELECT pg_stat_force_next_flush()::text"), durability)
    }
    let sql = """
      SELECT d.xact_commit, w.wal_sync, w.wal_bytes::bigint, w.wal_fpi, t.n_tup_upd, t.n_tup_hot_upd
      FROM pg_stat_database d, pg_stat_wal w, pg_stat_user_tables t
      WHERE d.datname = current_database() AND t.relname = 'flowline_session_timeless'
      """
    let row = try await store.pool.rows(sql, []).first
    let numbers = try (0..<6).map { column in Int(try #require(row?.int(column))) }
    statements = store.calls.statements
    transactions = numbers[0]
    syncs = numbers[1]
    logBytes = numbers[2]
    pageImages = numbers[3]
    updates = numbers[4]
    updatesInPlace = numbers[5]
  }
}
