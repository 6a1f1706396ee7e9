import Flowline
import Foundation
import Testing

@testable import FlowlinePostgres

/// The parts of the tables, by the months of sessions' ids.
struct PartTests {
  @Test(arguments: [
    // RFC 9562, appendix A.6: 22 February 2022.
    ("017F22E2-79B0-7CC3-98C4-DC0C0C07398F", "2022_02"),
    ("00000000-0000-7000-8000-000000000000", "timeless"),
    ("019A0000-0000-7000-8000-000000000000", "2025_10"),
    ("919108F7-52D1-4320-9BAC-F847DB4148A8", "timeless"),
    ("FFFFFFFF-FFFF-7FFF-BFFF-FFFFFFFFFFFF", "timeless"),
    ("00000000-0000-0000-0000-000000000000", "timeless"),
  ])
  func `a session's part follows from its id`(id: String, part: String) throws {
    #expect(SessionMonth(of: try #require(UUID(uuidString: id))).suffix == part)
  }

  @Test(arguments: [
    ("2026-11-30T23:59:59Z", "2026_11"), ("2026-12-01T00:00:00Z", "2026_12"),
    ("2024-02-29T12:00:00Z", "2024_02"), ("1970-02-01T00:00:00Z", "1970_02"),
  ])
  func `a moment is in its month`(moment: String, part: String) throws {
    #expect(SessionMonth(try Date(moment, strategy: .iso8601)).suffix == part)
  }

  /// A moment of the month of these ids.
  private static let past = "2022-02-28T12:00:00Z"

  /// Ids of a month that is long past.
  private static func id(_ last: Int, month: String = "017F22E2") -> UUID {
    UUID(
      uuidString:
        "\(month)-79B0-7CC3-98C4-\(String(0x1_0000_0000_0000 + last, radix: 16).suffix(12))")
      ?? UUID()
  }

  @Test(arguments: [true, false])
  func `a part has its options, or is made without if the database has none`(
    hasOptions: Bool
  ) async throws {
    let trial = try await StoreTrial()
    if !hasOptions {
      // As servers before 13 say it of an option that they do not know.
      try await trial.rows(
        """
        CREATE FUNCTION refuse() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
          IF current_query() LIKE '%scale_factor%' THEN
            RAISE EXCEPTION 'unrecognized parameter' USING ERRCODE = '22023';
          END IF;
        END $$
        """)
      try await trial.rows(
        "CREATE EVENT TRIGGER refusing ON ddl_command_start EXECUTE FUNCTION refuse()")
    }
    let record = try await trial.store().keep()
    #expect(try await record.text() == "one\n")
    let options = try await trial.texts(
      """
      SELECT array_to_string(reloptions, ',') FROM pg_class
      WHERE relname = 'flowline_change_timeless'
      """)
    #expect(options == [hasOptions ? "autovacuum_vacuum_insert_scale_factor=0.02" : nil])
  }

  @Test func `a month whose sessions have all ended is dropped as a whole`() async throws {
    let trial = try await StoreTrial()
    let store = try await trial.store(at: Self.past)
    for number in 0..<3 { _ = try await store.keep(SessionKey("ada", Self.id(number)), .ended) }
    let left = try await store.keep(SessionKey("ada", UUID()), .ended)
    try await store.forgetMonths(endedBefore: .distantFuture)
    #expect(try await store.list(SessionQuery(of: nil)).items.map(\.key.session) == [left.session])
    #expect(try await trial.texts("SELECT to_regclass('flowline_change_2022_02')::text") == [nil])
    // Another store, or this one, makes it anew.
    let again = try await store.keep(SessionKey("ada", Self.id(0)))
    #expect(try await again.text() == "one\n")
  }

  @Test(arguments: ["unfinished", "changed since", "another tenant's"])
  func `a month with one that is still needed stays`(reason: String) async throws {
    let trial = try await StoreTrial()
    let store = try await trial.store(at: Self.past)
    let others = try await trial.store(tenant: "other", at: Self.past)
    _ = try await store.keep(SessionKey("ada", Self.id(1)), .ended)
    let needed = reason == "another tenant's" ? others : store
    _ = try await needed.keep(
      SessionKey("eve", Self.id(2)), reason == "unfinished" ? .test : .ended)
    try await store.forgetMonths(
      endedBefore: reason == "changed since"
        ? Date(timeIntervalSince1970: 1_700_000_000) : .distantFuture)
    #expect(try await store.find(SessionKey("ada", Self.id(1))) != nil)
    #expect(try await needed.find(SessionKey("eve", Self.id(2))) != nil)
  }

  @Test func `a node that believes in a part that is gone keeps sessions all the same`()
    async throws
  {
    let trial = try await StoreTrial()
    let (one, other) = (
      try await trial.store(at: Self.past), try await trial.store(at: Self.past)
    )
    _ = try await one.keep(SessionKey("ada", Self.id(1)), .ended)
    try await other.forgetMonths(endedBefore: .distantFuture)
    let record = try await one.keep(SessionKey("ada", Self.id(2)))
    #expect(try await other.open(SessionKey("ada", Self.id(2))).text() == "one\n")
    record.close()
  }

  // MARK: - Ids of callers

  /// An id that was made at a moment, as `UUID.newSession(at:)` of FlowlineHost makes it.
  private static func id(at moment: String, _ last: Int = 0) throws -> UUID {
    let date = try Date(moment, strategy: .iso8601)
    let time = String(0x1_0000_0000_0000 + Int(date.timeIntervalSince1970 * 1_000), radix: 16)
      .suffix(12)
    let end = String(0x1_0000_0000_0000 + last, radix: 16).suffix(12)
    return try #require(UUID(uuidString: "\(time.prefix(8))-\(time.suffix(4))-7000-8000-\(end)"))
  }

  @Test func `an id that a caller chose makes no part but of this month and the next`()
    async throws
  {
    let trial = try await StoreTrial()
    let store = try await trial.store(at: "2026-11-28T12:00:00Z")
    let far = [
      "1971-01-01T00:00:00Z", "2026-10-31T23:59:59Z", "2027-01-01T00:00:00Z",
      "2399-12-31T00:00:00Z",
    ]
    for moment in far {
      let key = SessionKey("ada", try Self.id(at: moment))
      try await store.keep(key).add("two\n", at: 2)
      try await store.schedule(key, at: .distantPast)
      #expect(try await store.open(key).text() == "one\ntwo\n")
      await expect(.exists) { _ = try await store.begin(key) }
    }
    #expect(try await trial.parts() == ["other", "timeless"])
    #expect(try await store.due(by: .distantFuture, limit: 9).count == far.count)
    #expect(try await store.list(SessionQuery(of: "ada")).items.count == far.count)
    for moment in ["2026-11-01T00:00:00Z", "2026-12-31T23:59:59Z"] {
      _ = try await store.keep(SessionKey("ada", Self.id(at: moment)))
    }
    #expect(try await trial.parts() == ["2026_11", "2026_12", "other", "timeless"])
    #expect(try await store.removeAll(of: "ada") == far.count + 2)
  }

  @Test func `a session that was begun before its month is moved to the month's part`()
    async throws
  {
    let trial = try await StoreTrial()
    let early = try await trial.store(at: "2026-11-28T12:00:00Z")
    let key = SessionKey("ada", try Self.id(at: "2027-01-15T00:00:00Z"))
    let record = try await early.begin(key)
    let file = FileContents(Array("cat".utf8), named: "a")
    try await record.files?.keep(file.bytes, as: file.file.digest)
    try await record.add("one\n", at: 1)
    #expect(try await trial.parts(of: key) == ["other", "other", "other"])
    let late = try await trial.store(at: "2026-12-01T00:00:00Z")
    _ = try await late.keep(SessionKey("eve", Self.id(at: "2027-01-01T00:00:00Z", 1)))
    #expect(try await trial.parts(of: key) == ["2027_01", "2027_01", "2027_01"])
    try await record.add("two\n", at: 2)
    let again = try await late.open(key)
    #expect(try await again.text() == "one\ntwo\n")
    #expect(try await again.files?.bytes(of: file.file.digest) == file.bytes)
  }

  @Test func `nodes whose clocks differ at a month's end have the same parts`() async throws {
    let trial = try await StoreTrial()
    let behind = try await trial.store(node: "behind", at: "2026-11-30T23:59:59Z")
    let ahead = try await trial.store(node: "ahead", at: "2026-12-01T00:00:01Z")
    let moments = ["2026-11-30T23:59:59Z", "2026-12-01T00:00:00Z", "2027-01-01T00:00:00Z"]
    for (number, store) in [ahead, behind, ahead, behind].enumerated() {
      for moment in moments {
        _ = try await store.keep(SessionKey("ada", Self.id(at: moment, number)))
      }
    }
    #expect(
      try await trial.parts() == ["2026_11", "2026_12", "2027_01", "other", "timeless"])
    #expect(try await trial.rows("SELECT 1 FROM flowline_session_other").isEmpty)
    for store in [behind, ahead] {
      #expect(try await store.list(SessionQuery(of: "ada")).items.count == 12)
    }
  }

  // MARK: - Rights

  @Test(arguments: [true, false])
  func `a role that does not own the tables keeps the sessions of every month`(
    mayCreate: Bool
  ) async throws {
    let trial = try await StoreTrial()
    let owner = try await trial.store(at: "2026-11-28T12:00:00Z")
    #expect(try await owner.ownsTables())
    let old = try await owner.keep(
      SessionKey("ada", Self.id(at: "2026-11-28T12:00:00Z", 9)), .ended)
    let role = try await trial.role()
    if !mayCreate { try await trial.revokeCreating(from: role) }
    try await trial.rows(
      "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO \(role)")
    let address = try trial.roleAddress(role)
    let store = try await trial.store(at: "2026-12-10T12:00:00Z") { $0.address = address }
    #expect(try await !store.ownsTables())
    let keys = try (0..<3).map { SessionKey("ada", try Self.id(at: "2026-12-10T12:00:00Z", $0)) }
    for key in keys { try await store.keep(key, .ended).add("two\n", at: 2) }
    #expect(try await store.open(keys[0]).text() == "one\ntwo\n")
    #expect(try await trial.parts(of: keys[0]).allSatisfy { $0 == "other" })
    // What it may not drop as a whole is left to be removed one by one.
    try await store.forgetMonths(endedBefore: .distantFuture)
    #expect(try await store.list(SessionQuery(of: "ada")).items.count == keys.count + 1)
    try await store.remove(SessionKey("ada", old.session))
    try await store.remove(keys[0])
    // A node that runs as the owner makes the part, which the others use.
    let later = try await trial.store(at: "2026-12-10T12:00:00Z")
    _ = try await later.keep(SessionKey("eve", Self.id(at: "2026-12-11T12:00:00Z", 3)))
    #expect(try await trial.parts(of: keys[1]).allSatisfy { $0 == "2026_12" })
    #expect(try await store.open(keys[1]).text() == "one\ntwo\n")
    _ = try await store.keep(SessionKey("ada", Self.id(at: "2026-12-12T12:00:00Z", 4)))
    await store.close()
  }

  @Test func `a role that may not make the tables learns who may`() async throws {
    let trial = try await StoreTrial()
    let role = try await trial.role()
    try await trial.revokeCreating(from: role)
    let address = try trial.roleAddress(role)
    do {
      _ = try await trial.store { $0.address = address }
      Issue.record("it was opened")
    } catch let failure as StoreFailure {
      #expect(failure.code == .notAllowed)
      #expect(failure.reason.contains("the role that owns the tables"), "\(failure)")
    }
  }

  @Test func `what was noted of sessions is forgotten with the time that they are kept`()
    async throws
  {
    let trial = try await StoreTrial()
    let (store, other) = (
      try await trial.store(), try await trial.store(tenant: "other", node: "b")
    )
    for store in [store, other] {
      let key = SessionKey("ada", try await store.keep().session)
      try await store.remove(key)
    }
    try await store.forgetMonths(endedBefore: Date(timeIntervalSince1970: 1_000_000_000))
    #expect(try await trial.texts("SELECT event FROM flowline_audit").count == 2)
    try await store.forgetMonths(endedBefore: Date(timeIntervalSince1970: 100_000_000_000))
    #expect(try await trial.texts("SELECT tenant FROM flowline_audit") == ["other"])
  }
}

extension StoreTrial {
  fileprivate func revokeCreating(from role: String) async throws {
    try await rows("REVOKE CREATE ON SCHEMA public FROM PUBLIC, \(role)")
  }

  /// The parts of the sessions' table, without the beginning of their names.
  fileprivate func parts() async throws -> [String] {
    try await texts(
      """
      SELECT substring(c.relname::text FROM 18) FROM pg_inherits i
      JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'flowline_session'::regclass ORDER BY 1
      """
    ).compactMap { $0 }
  }

  /// The parts that a session's row, its changes and its files are in.
  fileprivate func parts(of key: SessionKey) async throws -> [String] {
    var parts: [String] = []
    for (table, id) in [("session", "id"), ("change", "session"), ("file", "session")] {
      let name = "flowline_\(table)"
      parts += try await texts(
        """
        SELECT substring(tableoid::regclass::text FROM \(name.count + 2)) FROM \(name)
        WHERE \(id) = $1
        """, .uuid(key.session)
      ).compactMap { $0 }
    }
    return parts
  }
}
