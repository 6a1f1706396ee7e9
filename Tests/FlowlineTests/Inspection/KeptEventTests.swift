import FoundationEssentials
import TestSupport
import Testing

@testable import Flowline

/// What observers hear of a session that is kept: nothing that could still be lost.
struct KeptEventTests {
  private func start(_ flow: some Flow, _ record: MemoryRecord, _ observer: @escaping FlowObserver)
    -> FlowController
  {
    let controller = FlowController()
    var options = SessionOptions.test
    options.record = record
    options.observer = observer
    controller.start(flow, options)
    return controller
  }

  @Test func `rule 13: an answer, a write's intent and its reply are durable before they are told`()
  {
    let record = MemoryRecord()
    let log = Log()
    let flow = ClosureFlow("pay") { context in
      let number = try await context.run(ask())
      return try await context.commit("save") { _ in number + 1 }
    }
    let controller = start(flow, record) { event in
      switch event.kind {
      case .answered: log.add("answered \(record.durable.contains("answer number 4"))")
      case .effect(let effect, .began):
        log.add(
          "began \(record.durable.contains("commit save \"\(effect.key?.description ?? "")\""))")
      case .effect(_, .replied): log.add("replied \(record.durable.contains("done save 5"))")
      case .ended: log.add("ended \(record.durable.contains("finish 5"))")
      default: break
      }
    }
    controller.answer("4")
    controller.waitUntilSettled()
    #expect(log.all == ["answered true", "began true", "replied true", "ended true"])
  }

  @Test func `rule 24: an answer that could not be kept is not told until it is`() {
    let record = MemoryRecord()
    let events = Events()
    let controller = start(SumFlow(), record, events.add)
    record.failure = StoreFailure(.noSpace, at: "here", "No space left on device")
    #expect(controller.answer("1").code == .notKept)
    #expect(events.lines.first == "started sum version 1")
    #expect(!events.lines.contains { $0.hasPrefix("answered") })
    record.failure = nil
    #expect(controller.answer("again") == .accepted)
    #expect(events.lines.contains("answered sum/first"))
  }

  @Test func `rule 13: observing costs a kept session no further sync`() {
    var syncs: [Int] = []
    for observer in [nil, { _ in }] as [FlowObserver?] {
      let record = MemoryRecord()
      let controller = FlowController()
      var options = SessionOptions.test
      options.record = record
      options.observer = observer
      controller.start(SumFlow(), options)
      for answer in ["1", "2", "3", "y"] {
        controller.answer(.text(answer))
        controller.waitUntilSettled()
      }
      #expect(record.text == controller.journal.text)
      syncs.append(record.syncs)
    }
    #expect(syncs[0] == syncs[1])
  }
}
