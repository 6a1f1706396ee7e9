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
  func `keeps sealed sessions of users`(check: JournalStoreConformance.Check) async throws {
    let trial = try await StoreTrial()
    await check.expect(of: .postgres(trial, keys: try .test()))
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
