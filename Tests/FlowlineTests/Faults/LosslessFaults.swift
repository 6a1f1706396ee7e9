import Flowline
import FoundationEssentials
import Testing

/// Rule 25: a value that is written into a journal and read again is equal.
struct LosslessFaults {
  /// Expects that a flow that is rebuilt reads what it read before.
  private func expectKept<Value: Codable & Equatable & Sendable>(
    _ value: Value, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let read = Box<Value>()
    let flow = ClosureFlow("reading") { context in
      read.value = try await context.load("value") { value }
      return try await context.run(ask())
    }
    let controller = FlowController()
    controller.start(flow, .test)
    read.value = nil
    let again = try rebuilt(flow, from: controller.journal.text)
    #expect(again.prompt?.id == "number", sourceLocation: sourceLocation)
    #expect(read.value == value, "\(controller.lines)", sourceLocation: sourceLocation)
  }

  @Test(arguments: [UInt64.max, UInt64(Int64.max) + 1])
  func `rule 25: a whole number without sign`(number: UInt64) throws {
    try expectKept(number)
  }

  @Test(arguments: [
    "0.12345678901234567890123456789012345678", "12345678901234567890123456789012345678",
  ])
  func `rule 25: a decimal of 38 digits`(digits: String) throws {
    try expectKept(try #require(Decimal(string: digits)))
  }

  @Test func `rule 25: a moment to the microsecond`() throws {
    try expectKept(Date(timeIntervalSince1970: 1_795_176_000.123456))
  }
}
