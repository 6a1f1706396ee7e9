import Flowline
import FoundationEssentials

/// What a kept session holds of a thousand answers, each after a list that was read from outside,
/// beside the text of its journal.
///
/// Bytes of the resident set.
struct LongSessionBenchmark: Benchmark {
  let name = "long"

  private let answers = 1000
  private let budget = 4.0

  func measure() -> Row {
    let record = CountingRecord()
    var options = SessionOptions.fixed
    options.session = record.session
    options.record = record
    let controller = FlowController(resting: Self.reading, options)
    // What is made once in a process.
    for _ in 0..<10 { controller.answerNumber() }
    let text = record.length
    let subject = Memory.growth { for _ in 0..<answers { controller.answerNumber() } }
    let bare = record.length - text
    precondition(controller.prompt != nil)
    let ratio = Double(subject) / Double(bare)
    return Row(
      what: "1,000 answers, 6 KB read at each / the journal's text", budget: "\(budget)x",
      subject: "\(subject / 1024) KB", bare: "\(bare / 1024) KB",
      ratio: "\(ratio.rounded(to: 2))", isWithinBudget: ratio <= budget)
  }

  /// Reads a list and asks, again and again.
  private static let reading = MadeFlow("reading") { context in
    var sum = 0
    for number in 0... {
      let entries = try await context.load("entries") { Entry.list(number) }
      sum += entries.count + (try await context.run(NumberScreen("number", "A number?")))
    }
    return sum
  }

  /// Such as a bank has many of.
  private struct Entry: Codable, Sendable {
    let id: UUID
    let minorUnits: Int
    let currency: String
    let counterparty: String
    let time: Date

    static func list(_ number: Int) -> [Entry] {
      (0..<40).map { index in
        Entry(
          id: UUID(), minorUnits: number * 40 + index, currency: "GBP",
          counterparty: "Counterparty number \(index)",
          time: Date(timeIntervalSince1970: Double(1_700_000_000 + number)))
      }
    }
  }
}

/// A record that keeps nothing but how long it is.
///
/// `@unchecked`: used from one thread.
private final class CountingRecord: SessionRecord, @unchecked Sendable {
  let session = UUID()
  private(set) var length = 0

  func contents() -> [UInt8] { [] }
  func append(_ lines: String, isDurable: Bool) { length += lines.utf8.count }
  func cut(to length: Int) { self.length = length }
  func replace(with text: String) { length = text.utf8.count }
  func close() {}
}
