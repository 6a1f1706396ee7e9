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

  /// Ids of a month that is long past.
  private static func id(_ last: Int, month: String = "017F22E2") -> UUID {
    UUID(
      uuidString:
        "\(month)-79B0-7CC3-98C4-\(String(0x1_0000_0000_0000 + last, radix: 16).suffix(12))")
      ?? UUID()
  }

  @Test func `a month whose sessions have all ended is dropped as a whole`() async throws {
    let trial = try await StoreTrial()
    let store = try await trial.store()
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
    let store = try await trial.store()
    let others = try await trial.store(tenant: "other")
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

  @Test func `a node that believes in a part that is gone makes it again`() async throws {
    let trial = try await StoreTrial()
    let (one, other) = (try await trial.store(), try await trial.store())
    _ = try await one.keep(SessionKey("ada", Self.id(1)), .ended)
    try await other.forgetMonths(endedBefore: .distantFuture)
    let record = try await one.keep(SessionKey("ada", Self.id(2)))
    #expect(try await other.open(SessionKey("ada", Self.id(2))).text() == "one\n")
    record.close()
  }
}
