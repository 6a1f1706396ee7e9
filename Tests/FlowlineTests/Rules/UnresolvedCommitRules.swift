import Testing

@testable import Flowline

/// Rule 14 for writes whose owner gave no answer: neither done nor failed until the same write is
/// answered.
struct UnresolvedCommitRules {
  private struct NoAnswer: Error, CustomStringConvertible {
    var description: String { "the server did not answer" }
  }

  /// Asks, pays, and pays a fee; the first payment is answered where it says so.
  private static func flow(_ log: Log, answers: @escaping @Sendable () -> Bool) -> some Flow<Int> {
    ClosureFlow("pay") { context in
      let amount = try await context.run(NumberScreen("amount", "How much?"))
      let paid: Int
      do {
        paid = try await context.commit("payment", of: amount) { amount, key in
          log.add("sent \(amount) \(key)")
          guard answers() else { throw UnresolvedCommit(NoAnswer()) }
          return Int(amount)
        }
      } catch let error as EffectFailure {
        log.add("the flow saw \(error)")
        paid = -1
      }
      return paid + (try await context.commit("fee") { _ in 1 })
    }
  }

  @Test
  func `rule 14: a write without an answer stays open, and the flow cannot go on past it`() throws {
    let record = MemoryRecord()
    let log = Log()
    let controller = FlowController()
    var options = SessionOptions.test
    options.record = record
    let flow = Self.flow(log) { false }
    controller.start(flow, options, handler: log.handler("pay"))
    controller.answer("5")
    controller.waitUntilSettled()
    let failed = try #require(log.all.last)
    #expect(
      failed == "pay failed pay: payment is unresolved: the server did not answer", "\(log.all)")
    #expect(log.all.count == 3 && !log.all.contains { $0.hasPrefix("the flow saw") })
    #expect(record.durable.contains("commit payment {"))
    for verb in ["done ", "fail ", "failed ", "commit fee"] {
      #expect(!record.text.contains("\n" + verb), "\(record.text)")
    }
    #expect(controller.leaks.isEmpty && controller.diagnostics.isEmpty)
  }

  @Test
  func `rule 14: resumed, it is sent again with the same key and contents until it is answered`()
    throws
  {
    let record = MemoryRecord()
    let log = Log()
    let tries = Box<Int>()
    tries.value = 0
    let flow = Self.flow(log) {
      tries.value = (tries.value ?? 0) + 1
      return tries.value == 3
    }
    var options = SessionOptions.test
    options.record = record
    let controller = FlowController()
    controller.start(flow, options)
    controller.answer("5")
    controller.waitUntilSettled()
    var catalog = FlowCatalog()
    catalog.add(flow, summary: "Pays")
    var kept = record
    for _ in 0..<2 {
      kept = kept.reopened()
      let next = FlowController()
      try catalog.resume(kept, in: next, handler: log.handler("pay"))
      next.waitUntilSettled()
    }
    let sent = log.all.filter { $0.hasPrefix("sent") }
    #expect(sent.count == 3 && Set(sent).count == 1, "\(log.all)")
    #expect(log.all.last == "pay finished integer(6)")
    #expect(kept.text.split(separator: "\n").count { $0.hasPrefix("commit payment") } == 1)
  }

  @Test func `a load that throws it fails like any other`() {
    let log = Log()
    let controller = FlowController()
    let flow = ClosureFlow("read") { context -> Int in
      do {
        return try await context.load("rate") { throw UnresolvedCommit(NoAnswer()) }
      } catch let error as EffectFailure {
        log.add(error.message)
        return 0
      }
    }
    controller.start(flow, .test, handler: log.handler("read"))
    controller.waitUntilSettled()
    #expect(
      log.all == [
        "read started", "it is unresolved: the server did not answer", "read finished 0",
      ])
  }

  @Test func `among children at once the others are cancelled and the write stays open`() throws {
    let record = MemoryRecord()
    let log = Log()
    let controller = FlowController()
    var options = SessionOptions.test
    options.record = record
    let flow = ClosureFlow("both") { context -> Int in
      let (paid, _) = try await context.all(
        Commit("payment") { _ -> Int in throw UnresolvedCommit(NoAnswer()) },
        TextScreen("note", "A note?"))
      return paid
    }
    controller.start(flow, options, handler: log.handler("both"))
    controller.waitUntilSettled()
    #expect(
      log.all.last == "both failed both: payment is unresolved: the server did not answer",
      "\(log.all)")
    #expect(!record.text.contains("\nfail ") && !record.text.contains("\ndone "))
    #expect(controller.leaks.isEmpty)
  }
}
