import Flowline
import FlowlineTesting
import Foundation
import Synchronization
import Testing

@testable import FlowlinePostgres

/// The store keeps what every store for hosts must, plain and sealed.
struct ConformanceTests {
  @Test(arguments: JournalStoreConformance.checks)
  func `keeps sessions of users`(check: JournalStoreConformance.Check) async throws {
    await check.expect(of: .postgres(try await StoreTrial(), keys: nil))
  }

  @Test(arguments: JournalStoreConformance.checks)
  func `keeps sessions of users whose callers' threads may wait`(
    check: JournalStoreConformance.Check
  ) async throws {
    let trial = try await StoreTrial()
    await withTaskExecutorPreference(MediumThreads.shared) {
      await check.expect(of: .postgres(trial, keys: nil))
    }
  }

  @Test(arguments: JournalStoreConformance.checks)
  func `keeps sealed sessions of users`(check: JournalStoreConformance.Check) async throws {
    let trial = try await StoreTrial()
    await check.expect(of: .postgres(trial, keys: try .test()))
  }
}

/// The store keeps what every store of small things must, plain and sealed.
struct ValueConformanceTests {
  @Test(arguments: ValueStoreConformance.checks, [true, false])
  func `keeps small things`(check: ValueStoreConformance.Check, isSealed: Bool) async throws {
    let trial = try await StoreTrial()
    let keys = isSealed ? try JournalKeys.test() : nil
    try await check.expect(
      of: trial.store(node: "a", keys: keys), sharedWith: trial.store(node: "b", keys: keys))
    // Nor does it disturb another program's.
    let other = try await trial.store(tenant: "other", keys: keys)
    #expect(try await other.make(KeptValue(shelf: "key", name: "k", bytes: [])))
  }

  @Test func `what is sealed is bound to its name, and opens with the program's key alone`()
    async throws
  {
    let trial = try await StoreTrial()
    let store = try await trial.store(keys: .test())
    for name in ["a", "b"] {
      #expect(
        try await store.make(KeptValue(shelf: "seal", name: name, bytes: Array("hippo".utf8))))
    }
    let bytes = try await trial.rows("SELECT bytes FROM flowline_value").compactMap { $0.bytes(0) }
    #expect(bytes.allSatisfy { !String(decoding: $0, as: UTF8.self).contains("hippo") })
    let other = try await trial.store(keys: .test(8))
    await expect(.unreadable) { _ = try await other.value(named: "a", on: "seal") }
    let none = try await trial.store()
    await expect(.unreadable) { _ = try await none.value(named: "a", on: "seal") }
    try await trial.rows(
      """
      UPDATE flowline_value SET bytes = (SELECT bytes FROM flowline_value WHERE name = 'b')
      WHERE name = 'a'
      """)
    await expect(.unreadable) { _ = try await store.value(named: "a", on: "seal") }
    #expect(try await store.value(named: "b", on: "seal")?.bytes == Array("hippo".utf8))
  }

  @Test func `a plain value is refused, or sealed when it is read`() async throws {
    let trial = try await StoreTrial()
    let value = KeptValue(shelf: "seal", name: "a", bytes: Array("hippo".utf8))
    #expect(try await trial.store().make(value))
    let strict = try await trial.store(keys: .test())
    await expect(.unreadable) { _ = try await strict.value(named: "a", on: "seal") }
    let lenient = try await trial.store(keys: .test(acceptsPlain: true))
    #expect(try await lenient.value(named: "a", on: "seal") == value)
    #expect(try await strict.value(named: "a", on: "seal") == value)
  }

  @Test func `what has expired is forgotten, however much it is`() async throws {
    let trial = try await StoreTrial()
    let store = try await trial.store()
    try await trial.rows(
      """
      INSERT INTO flowline_value (expires, tenant, shelf, name, attempt, bytes)
      SELECT n % 2 * 1000, '', 'audit', n::text, gen_random_uuid(), '' FROM generate_series(1, 40003) AS n
      """)
    try await store.removeExpired(by: Date(timeIntervalSince1970: 500))
    let left = try await trial.texts("SELECT DISTINCT expires::text FROM flowline_value")
    #expect(left == ["1000"])
  }

  @Test func `a user's small things are erased with the user`() async throws {
    let store = try await StoreTrial().store()
    for owner in ["ada", "eve"] as [UserID] {
      let value = KeptValue(shelf: "agent-token", name: owner.rawValue, owner: owner, bytes: [1])
      #expect(try await store.make(value))
    }
    _ = try await store.removeAll(of: "ada")
    #expect(try await store.value(named: "ada", on: "agent-token") == nil)
    #expect(try await store.value(named: "eve", on: "agent-token") != nil)
  }
}

extension JournalStoreUnderTest {
  /// A database of the trial's; what was set aside is looked for only if it is not sealed.
  static func postgres(_ trial: StoreTrial, keys: JournalKeys?) -> JournalStoreUnderTest {
    let nodes = Numbers()
    let setAside: @Sendable (any JournalStore, String, SessionKey) async throws -> [String] = {
      _, _, key in try await trial.setAside(of: key)
    }
    let hinder: @Sendable (String) async throws -> Unhinder = { _ in try await trial.hinder() }
    let make: @Sendable (String) async throws -> any JournalStore = { _ in
      try await trial.store(node: "node \(nodes.next())", keys: keys)
    }
    let name = keys == nil ? "PostgreSQL" : "PostgreSQL, sealed"
    return JournalStoreUnderTest(
      name, setAside: keys == nil ? setAside : nil, hinder: hinder, make: make)
  }

  private final class Numbers: Sendable {
    private let last = Mutex(0)

    func next() -> Int {
      last.withLock { last in
        last += 1
        return last
      }
    }
  }
}

extension StoreTrial {
  /// What a session's record had before it was replaced, the oldest first.
  fileprivate func setAside(of key: SessionKey) async throws -> [String] {
    try await rows(
      "SELECT bytes FROM flowline_set_aside WHERE session = $1 ORDER BY number", .uuid(key.session)
    ).map { String(decoding: $0.bytes(0)?.dropFirst() ?? [], as: UTF8.self) }
  }

  /// Lets nothing be added to any record.
  fileprivate func hinder() async throws -> JournalStoreUnderTest.Unhinder {
    try await rows(
      """
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN RAISE EXCEPTION USING ERRCODE = ''disk_full'', MESSAGE = ''no space left''; END'
      """)
    try await rows(
      """
      CREATE TRIGGER hinder BEFORE INSERT ON flowline_change FOR EACH ROW EXECUTE FUNCTION refuse()
      """)
    return { _ = try await rows("DROP TRIGGER hinder ON flowline_change") }
  }
}
