import Flowline
import Foundation
import TestSupport
import Testing

@testable import FlowlinePostgres

/// Changes of several sessions that the database makes in one transaction.
struct SharedTransactionTests {
  /// So many sessions, of which each is changed while others hold them all back.
  private static let count = 6

  @Test func `they are kept together, and one that comes too late keeps none of them back`()
    async throws
  {
    let trial = try await StoreTrial()
    let (store, records) = try await sessions(in: trial)
    try await trial.store(node: "other").open(SessionKey("ada", records[4].session))
      .add("elsewhere\n", at: 2)
    let before = store.calls
    let changes = try await gathered(records, at: store, in: trial)
    for (index, change) in changes.enumerated() {
      if index == 4 {
        await expect(.overtaken) { try await change.value }
      } else {
        try await change.value
        #expect(try await records[index].text() == "one\ntwo\n")
      }
    }
    #expect(try await records[4].isOvertaken())
    #expect(
      store.calls.transactions - before.transactions - Self.count == ChangeGroups.few + 1,
      "besides what was read of each session")
    // A row has the number of the transaction that made it.
    let sharing = try await trial.rows(
      "SELECT count(*) FROM flowline_change WHERE number = 2 GROUP BY xmin ORDER BY 1")
    #expect(sharing.map { $0.int(0) } == [1, 1, 1, 1, 2])
  }

  @Test func `if the database refuses one, the others are kept all the same`() async throws {
    let trial = try await StoreTrial()
    let (store, records) = try await sessions(in: trial)
    // No text of the database has this byte.
    let refused = SessionSummary(
      flow: "a\0b", version: 1, world: nil, started: nil, answers: 1, firstAnswers: [],
      standing: .finished("done"), isUnderWay: false)
    let changes = try await gathered(records, at: store, in: trial, [3: refused])
    for (index, change) in changes.enumerated() {
      if index == 3 {
        await #expect(throws: StoreFailure.self) { try await change.value }
        #expect(try await records[index].text() == "one\n")
      } else {
        try await change.value
        #expect(try await records[index].text() == "one\ntwo\n")
      }
    }
  }

  @Test func `if its connection is cut, each of them is in doubt, and is found out`() async throws {
    let trial = try await StoreTrial()
    let (store, records) = try await sessions(in: trial)
    let changes = try await gathered(records, at: store, in: trial) {
      // The first ones, and the transaction that comes behind them.
      for count in [ChangeGroups.few, 1] {
        try await eventually("they wait for the lock") {
          try await trial.waiting().count == count
        }
        try await trial.rows(
          "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
            + "WHERE wait_event_type = 'Lock' AND datname = current_database()")
        try await eventually("no more wait for others") { store.durableChanges.waiting == 0 }
      }
    }
    for (change, record) in zip(changes, records) {
      await expect(.unknownOutcome) { try await change.value }
      #expect(try await record.contents().number == 1)
      try await record.add("two\n", at: 2)
    }
  }

  // MARK: - Helpers

  private func sessions(
    in trial: StoreTrial
  ) async throws -> (PostgresJournalStore, [any JournalRecord]) {
    let store = try await trial.store { $0.patience = 600 }
    var records: [any JournalRecord] = []
    for _ in 0..<Self.count { records.append(try await store.keep()) }
    return (store, records)
  }

  /// Changes sessions while all are held: the first changes go on their way, and the others gather.
  ///
  /// - Parameters:
  ///   - records: the sessions.
  ///   - store: keeps them.
  ///   - trial: the database.
  ///   - summaries: what lists are told of some of them, by their places.
  ///   - act: is done while all wait.
  /// - Returns: the changes, once the sessions are held no longer.
  private func gathered(
    _ records: [any JournalRecord], at store: PostgresJournalStore, in trial: StoreTrial,
    _ summaries: [Int: SessionSummary] = [:], _ act: () async throws -> Void = {}
  ) async throws -> [Task<Void, any Error>] {
    let holder = try await trial.holdingSessions()
    var changes: [Task<Void, any Error>] = []
    for (index, record) in records.enumerated() {
      let summary = summaries[index] ?? .test
      changes.append(
        Task {
          try await record.change(
            .append("two\n", isDurable: true, UUID()), at: 2, summary: summary)
        })
      let underWay = min(index + 1, ChangeGroups.few)
      try await eventually("so many wait for the lock") {
        try await trial.waiting().count == underWay
      }
      try await eventually("the others wait for them") {
        store.durableChanges.waiting == index + 1 - underWay
      }
    }
    try await act()
    await holder.end()
    return changes
  }
}
