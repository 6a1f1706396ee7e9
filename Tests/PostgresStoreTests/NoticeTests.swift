import Flowline
import Foundation
import TestSupport
import Testing

@testable import FlowlinePostgres

/// What a server says beside its answers, and whether a commit is in doubt for it.
struct NoticeTests {
  @Test func `a database of whose collations each connection is warned is opened and used`()
    async throws
  {
    let trial = try await StoreTrial()
    // The tests' databases sort by bytes: for those any version that is noted is the wrong one.
    try await trial.rows(
      "UPDATE pg_database SET datcollversion = '1.0' WHERE datname = current_database()")
    let store = try await trial.store()
    let record = try await store.keep()
    try await record.add("two\n", at: 2)
    #expect(try await record.text() == "one\ntwo\n")
    await store.close()
  }

  @Test func `a warning of a trigger's does not make a change that was made unknown`()
    async throws
  {
    let trial = try await StoreTrial()
    let store = try await trial.store()
    try await trial.rows(
      """
      CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE WARNING 'told to warn'; RETURN NEW; END $$
      """)
    try await trial.rows(
      """
      CREATE TRIGGER warning BEFORE INSERT OR UPDATE ON flowline_session
      FOR EACH ROW EXECUTE FUNCTION warn()
      """)
    let record = try await store.keep()
    try await record.add("two\n", at: 2)
    #expect(try await record.text() == "one\ntwo\n")
  }

  @Test func `a commit whose wait for the standby was cancelled is in doubt`() async throws {
    let address = try await TestServer.replicating.database()
    let (pool, helper) = (try TestServer.pool(of: address), try TestServer.pool(of: address))
    // Both are connected before there is a standby to wait for.
    for pool in [pool, helper] { _ = try await pool.rows("SELECT 1", []) }
    _ = try await helper.rows("ALTER SYSTEM SET synchronous_standby_names = 'nobody'", [])
    _ = try await helper.rows("SELECT pg_reload_conf()", [])
    // Until the server has read its settings anew, commits wait for nobody.
    let committing: Task<PostgresFailure, Never> = Task {
      while true {
        do throws(PostgresFailure) {
          _ = try await pool.rows("SELECT pg_logical_emit_message(true, 'test', '')::text", [])
        } catch {
          return error
        }
      }
    }
    let waiting = "FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
    try await eventually("a commit waits for the standby") {
      try await !helper.rows("SELECT pid \(waiting)", []).isEmpty
    }
    _ = try await helper.rows("SELECT count(pg_cancel_backend(pid)) \(waiting)", [])
    let failure = await committing.value
    #expect(failure.kind == .unknown, "\(failure)")
    #expect(StoreFailure(failure).code == .unknownOutcome)
    _ = try await helper.rows("ALTER SYSTEM RESET synchronous_standby_names", [])
    _ = try await helper.rows("SELECT pg_reload_conf()", [])
    for pool in [pool, helper] { await pool.close() }
  }

  @Test func `the server's source says what a notice is about, in whatever language it is`() {
    func notice(_ state: String?, _ file: String?, _ routine: String?) -> ServerNotice {
      ServerNotice(state: state, file: file, routine: routine, message: "предупреждение")
    }
    #expect(notice("01000", "syncrep.c", "SyncRepWaitForLSN").tellsOfUnsafeCommit)
    #expect(notice("01000", nil, "SyncRepWaitForLSN").tellsOfUnsafeCommit)
    #expect(notice("01000", "../src/backend/replication/syncrep.c", nil).tellsOfUnsafeCommit)
    #expect(notice("57P01", nil, nil).tellsOfUnsafeCommit)
    #expect(!notice("01000", "postinit.c", "CheckMyDatabase").tellsOfUnsafeCommit)
    #expect(!notice("01000", "pl_exec.c", "exec_stmt_raise").tellsOfUnsafeCommit)
    #expect(!notice("00000", "namespace.c", "RangeVarGetCreationNamespace").tellsOfUnsafeCommit)
    #expect(!notice(nil, nil, nil).tellsOfUnsafeCommit)
  }
}
