import Flowline
import Foundation
import TestSupport
import Testing

@testable import FlowlinePostgres

/// Calls whose caller's thread may wait, and reads the answer itself if there is no other call.
struct CallersThreadTests {
  /// A call that the server does not answer by itself.
  private static let endless = PostgresCall("SELECT pg_sleep(100000)")
  private static let isMade = """
    SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND state = 'active' AND query LIKE 'SELECT pg_sleep%'
    """

  @Test func `single calls and many at once are answered by turns`() async throws {
    let trial = try await StoreTrial()
    let pool = try TestServer.pool(of: trial.address)
    let sum = try await withTaskExecutorPreference(MediumThreads.shared) {
      var sum: Int64 = 0
      for round in 0..<30 {
        sum += try await pool.rows("SELECT 1::bigint", []).first?.int(0) ?? 0
        try await withThrowingTaskGroup(of: Int64?.self) { group in
          for _ in 0..<round {
            group.addTask { try await pool.rows("SELECT 1::bigint", []).first?.int(0) }
          }
          for try await one in group { sum += one ?? 0 }
        }
      }
      return sum
    }
    #expect(sum == 30 + 29 * 30 / 2)
    await pool.close()
  }

  @Test func `a call that comes meanwhile is answered, also behind it`() async throws {
    let trial = try await StoreTrial()
    var options = PostgresOptions(try PostgresAddress(trial.address))
    (options.connections, options.openingTime, options.answerTime) = (1, 600, 600)
    let pool = PostgresPool(options)
    let holder = try TestServer.pool(of: trial.address)
    try await trial.rows("CREATE TABLE gate (id int PRIMARY KEY)")
    // The first waits for the row of a transaction that is ended from outside.
    try await withTaskExecutorPreference(MediumThreads.shared) {
      async let held = holder.make(
        PostgresCall([
          PostgresCall.Statement("INSERT INTO gate VALUES (1)"),
          PostgresCall.Statement("SELECT pg_sleep(100000)"),
        ]))
      let pids = try await made(trial)
      async let first = pool.rows("INSERT INTO gate VALUES (1) RETURNING id::bigint", [])
      try await eventually("the first waits for the row") {
        try await !trial.rows("SELECT 1 FROM pg_stat_activity WHERE wait_event = 'transactionid'")
          .isEmpty
      }
      async let second = pool.rows("SELECT 2::bigint", [])
      try await trial.rows("SELECT pg_terminate_backend(\(pids[0]))")
      #expect(try await first.first?.int(0) == 1)
      #expect(try await second.first?.int(0) == 2)
      _ = try? await held
    }
    await pool.close()
    await holder.close()
  }

  @Test func `who waits is told when the server ends the connection`() async throws {
    let trial = try await StoreTrial()
    let pool = try TestServer.pool(of: trial.address)
    let failure = try await withTaskExecutorPreference(MediumThreads.shared) {
      async let result = fault(of: pool)
      for pid in try await made(trial) {
        try await trial.rows("SELECT pg_terminate_backend(\(pid))")
      }
      return await result
    }
    #expect(failure?.kind == .unknown)
    await pool.close()
  }

  @Test func `who waits is told when the connection is closed here, or its time is up`()
    async throws
  {
    let trial = try await StoreTrial()
    for (seconds, isClosed) in [(600.0, true), (0.2, false)] {
      var options = PostgresOptions(try PostgresAddress(trial.address))
      (options.openingTime, options.answerTime) = (600, seconds)
      let connection = PostgresConnection(options.address.servers[0], options)
      try await connection.open()
      let result = try await withTaskExecutorPreference(MediumThreads.shared) {
        async let result = connection.make(Self.endless, alone: true)
        if isClosed {
          _ = try await made(trial)
          await connection.close()
        }
        return await result
      }
      guard case .failure(let failure) = result else {
        Issue.record("the call was answered")
        continue
      }
      #expect(failure.kind == .unknown)
      #expect(failure.reason.contains(isClosed ? "closed" : "no answer within 0.2 s"))
      await connection.close()
    }
  }

  private func fault(of pool: PostgresPool) async -> PostgresFailure? {
    do throws(PostgresFailure) {
      _ = try await pool.make(Self.endless)
      return nil
    } catch {
      return error
    }
  }

  /// The processes that make the endless call, once one does.
  private func made(_ trial: StoreTrial) async throws -> [Int64] {
    var pids: [Int64] = []
    try await eventually("the call is being made") {
      pids = try await trial.rows(Self.isMade).compactMap { $0.int(0) }
      return !pids.isEmpty
    }
    return pids
  }
}
