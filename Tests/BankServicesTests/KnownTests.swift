import Bank
import FoundationEssentials
import Testing

@testable import BankServices

@Suite struct KnownTests {
  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test func `the bank's own word is its value alone`() throws {
    #expect(try json(Known(7)) == #"{"value":7}"#)
  }

  @Test func `a copy bears its age and why it is not newer`() throws {
    let known = Known(7, asOf: .noon, trouble: .offline)
    let text = try json(known)
    #expect(text.contains(#""asOf":"2026-11-20T12:00:00.000Z""#))
    #expect(text.contains(#""code":"unavailable""#))
    #expect(try JSONDecoder().decode(Known<Int>.self, from: Data(text.utf8)) == known)
  }
}
