import Flowline
import FoundationEssentials
import TestSupport
import Testing

/// Rule 14: two sessions never share a key.
struct KeyFaults {
  private static func paying(_ log: Log) -> some Flow<Int> {
    ClosureFlow("pay") { context in
      let amount = try await context.run(NumberScreen("amount", "How much?"))
      return try await context.commit("pay") { key in
        log.add("\(key)")
        return amount
      }
    }
  }

  private func script(_ amount: Int) -> String {
    "flow pay 1\n\nanswer amount \(amount)\nfinish \(amount)\n"
  }

  @Test func `rule 14: two scripts without a session are played live`() throws {
    let log = Log()
    for amount in [1, 2] {
      let report = try replayed(Self.paying(log), from: script(amount), .live)
      #expect(report.matches)
    }
    #expect(log.all.count == 2 && Set(log.all).count == 2, "\(log.all)")
  }

  @Test func `rule 14: one script without a session is played live twice`() throws {
    let log = Log()
    for _ in 0..<2 {
      let report = try replayed(Self.paying(log), from: script(1), .live)
      #expect(report.matches)
    }
    #expect(log.all.count == 2 && Set(log.all).count == 2, "\(log.all)")
  }

  @Test func `rule 14: two journals without a session are gone on with`() throws {
    let log = Log()
    for amount in [1, 2] {
      let text = "flow pay 1\n\nanswer amount \(amount)\n"
      let controller = FlowController()
      controller.start(
        Self.paying(log),
        SessionOptions(journal: try Script(parsing: text).journal(or: .test)))
      controller.waitUntilSettled()
    }
    #expect(log.all.count == 2 && Set(log.all).count == 2, "\(log.all)")
  }

  @Test func `rule 14: two records whose heads name no session are resumed`() throws {
    let log = Log()
    for amount in [1, 2] {
      let record = NamedRecord(text: "flow pay 1\n\nanswer amount \(amount)\n")
      let controller = FlowController()
      try FlowCatalog(of: Self.paying(log)).resume(record, in: controller)
      controller.waitUntilSettled()
      #expect(controller.journal.head.session == record.session)
    }
    #expect(log.all.count == 2 && Set(log.all).count == 2, "\(log.all)")
  }

  @Test func `rule 14: a record that was put into options names the session`() {
    let record = NamedRecord(text: "")
    var options = SessionOptions(environment: .test)
    options.record = record
    let controller = FlowController()
    controller.start(Self.paying(Log()), options)
    controller.settle("1")
    #expect(controller.journal.head.session == record.session)
  }

  /// Pays, and from its second version on reserves what it pays before.
  private struct Paying: Flow {
    let id: FlowID = "pay"
    var version = 1
    let log: Log

    func run(_ context: FlowContext) async throws -> Int {
      let log = log
      if version > 1 {
        _ = try await context.commit("reserve", of: "a reservation") { contents, key in
          log.add("\(key) \(contents)")
          return 1
        }
      }
      _ = try await context.commit("pay", of: "a payment") { contents, key in
        log.add("\(key) \(contents)")
        return 1
      }
      return try await context.run(ask())
    }
  }

  @Test func `rule 14: a commit that is new in a flow's version has a key of its own`() throws {
    let log = Log()
    let controller = FlowController()
    controller.start(Paying(log: log), .test)
    controller.waitUntilSettled()
    let next = try rebuilt(Paying(version: 2, log: log), from: controller.journal.text)
    next.waitUntilSettled()
    let sent = log.all.map { $0.split(separator: " ", maxSplits: 1) }
    let contents = Dictionary(grouping: sent, by: \.[0]).mapValues { Set($0.map { $0[1] }).count }
    #expect(!sent.isEmpty && contents.values.allSatisfy { $0 == 1 }, "\(log.all)")
  }
}

/// A record in memory of a session of its own.
final class NamedRecord: SessionRecord, @unchecked Sendable {
  // Used by the thread that drives the controller, and by its test when that has settled.
  let session = UUID()
  var text: String

  init(text: String) { self.text = text }

  func contents() -> [UInt8] { Array(text.utf8) }
  func append(_ lines: String, isDurable: Bool) { text += lines }
  func cut(to length: Int) { text = String(decoding: text.utf8.prefix(length), as: UTF8.self) }
  func replace(with text: String) { self.text = text }
  func close() {}
}
