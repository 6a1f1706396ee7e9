import DataSetTesting
import FoundationEssentials
import Testing

@testable import DataSets

@Suite struct SnapshotTests {
  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test func `the service's own answer is its value alone`() throws {
    #expect(try json(Snapshot(7)) == #"{"value":7}"#)
  }

  @Test func `a copy bears its age and why it is not newer`() throws {
    let known = Snapshot(7, asOf: .noon, failure: .offline)
    let text = try json(known)
    #expect(text.contains(#""asOf":"2026-11-20T12:00:00.000Z""#))
    #expect(text.contains(#""trouble":"#))
    #expect(try JSONDecoder().decode(Snapshot.self, from: Data(text.utf8)) == known)
  }
}
