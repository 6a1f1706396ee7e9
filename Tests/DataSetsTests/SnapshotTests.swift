import DataSetTesting
import FoundationEssentials
import ServiceBasics
import Testing

@testable import DataSets

@Suite struct SnapshotTests {
  @Test func `the service's own answer is its value alone`() throws {
    #expect(try CanonicalJSON.text(Snapshot(7)) == #"{"value":7}"#)
  }

  @Test func `a copy bears its age and why it is not newer`() throws {
    let known = Snapshot(7, asOf: .noon, failure: .offline)
    let text = try CanonicalJSON.text(known)
    #expect(text.contains(#""asOf":"2026-11-20T12:00:00.000Z""#))
    #expect(text.contains(#""trouble":"#))
    #expect(try CanonicalJSON.value(text) == known)
  }
}
