import FoundationEssentials
import Testing

@testable import Flowline

/// Asks numbers under these ids, and pays their sum at the end where told so.
struct Numbers: Flow {
  let id: FlowID = "numbers"
  var version = 1
  var migrations: [Migration] = []
  var steps: [StepID] = ["a", "b", "c"]
  var paysAfter: StepID?
  var paid: @Sendable (String) -> Void = { _ in }

  func run(_ context: FlowContext) async throws -> Int {
    var sum = 0
    for step in steps {
      sum += try await context.run(ask(step))
      if step == paysAfter {
        let paid = paid
        _ = try await context.commit("pay", of: sum) { sum, key in
          paid("\(sum) \(key)")
          return sum
        }
      }
    }
    return sum
  }
}

/// Records of ``Numbers``, and what becomes of them when they are gone on with.
protocol KeptNumbers {}

extension KeptNumbers {
  func record(_ text: String) -> MemoryRecord {
    let record = MemoryRecord()
    record.text = text
    return record
  }

  func resume(
    _ flow: some Flow, _ record: MemoryRecord
  ) throws -> (controller: FlowController, log: Log) {
    var catalog = FlowCatalog()
    catalog.add(flow, summary: "Numbers")
    let controller = FlowController()
    let log = Log()
    try catalog.resume(record, in: controller, handler: log.handler("numbers"))
    controller.waitUntilSettled()
    return (controller, log)
  }

  var head: String {
    """
    flow numbers 1
    locale en_GB Europe/London
    now 2026-11-20T12:00:00Z
    session 01020304-0506-0708-090a-0b0c0d0e0f10


    """
  }

  var two: String {
    head + "show a number\nanswer a 1\nshow b number\nanswer b 2\nshow c number\n"
  }
}
