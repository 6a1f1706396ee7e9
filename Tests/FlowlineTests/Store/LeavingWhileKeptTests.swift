import TestSupport
import Testing

@testable import Flowline

/// A session that is left while not all that was accepted is kept: rules 13 and 24.
struct LeavingWhileKeptTests {
  /// How a session is left in the middle.
  enum Leaving: CaseIterable {
    case unload
    case terminate

    func callAsFunction(_ controller: FlowController?) {
      switch self {
      case .unload: controller?.unload()
      case .terminate: controller?.terminate()
      }
    }
  }

  /// What is read behind an answer is kept together with it: there the session is left.
  private func leftWhileReading(
    _ leaving: Leaving, _ record: MemoryRecord, failing failure: StoreFailure? = nil
  ) -> FlowController.Reception {
    let controller = Box<FlowController>()
    let flow = ClosureFlow("reads") { context in
      let amount = try await context.run(ask())
      let rate = try await context.load("rate") {
        leaving(controller.value)
        record.failure = failure
        return 2
      }
      return try await context.run(ask()) + amount * rate
    }
    controller.value = FlowController()
    defer { controller.value = nil }
    var options = SessionOptions.test
    options.record = record
    controller.value?.start(flow, options)
    let reception = controller.value?.answer("3")
    #expect(controller.value?.inspection.state == .ended)
    return reception ?? .refused(Refusal(.notRunning))
  }

  @Test(arguments: Leaving.allCases)
  func `rule 13: an answer is kept although the session is left while something is read`(
    leaving: Leaving
  ) {
    let record = MemoryRecord()
    #expect(leftWhileReading(leaving, record) == .accepted)
    #expect(record.durable.contains("answer number 3\n"))
    #expect(record.isClosed)
  }

  @Test(arguments: Leaving.allCases)
  func `rule 24: an answer that cannot be kept is refused although the session was left`(
    leaving: Leaving
  ) {
    let record = MemoryRecord()
    let failure = StoreFailure(.noSpace, at: "here", "No space left on device")
    #expect(leftWhileReading(leaving, record, failing: failure).code == .notKept)
    #expect(!record.text.contains("answer") && record.isClosed)
  }

  @Test(arguments: Leaving.allCases)
  func `a record that is written to while its session is left is closed behind that`(
    leaving: Leaving
  ) {
    let record = MemoryRecord()
    let controller = FlowController()
    var options = SessionOptions.test
    options.record = record
    controller.start(ProductFlow(), options)
    var wasClosed: Bool?
    record.onSync = { _ in
      leaving(controller)
      wasClosed = record.isClosed
    }
    #expect(controller.answer("2") == .accepted)
    #expect(controller.inspection.state == .ended)
    #expect(wasClosed == false && record.isClosed)
  }

  /// A session whose store has not answered for an answer when a language is chosen.
  private func speaking(_ record: LateRecord) -> FlowController {
    let controller = FlowController()
    controller.start(SumFlow(), .kept(in: record))
    controller.settle(with: record)
    record.end(.made)
    controller.settle(with: record)
    controller.answer("1")
    controller.settle(with: record)
    #expect(controller.speak("ru") == .accepted)
    return controller
  }

  @Test(arguments: Leaving.allCases)
  func `rule 13: what was accepted while the store was written to is kept before the end`(
    leaving: Leaving
  ) {
    let record = LateRecord()
    let controller = speaking(record)
    leaving(controller)
    #expect(controller.isRunning && record.isAsked)
    #expect(controller.prompt == nil)
    record.end(.made)
    // The end does not wait for the store's answer, once it was handed all.
    controller.wait { record.isAsked && $0.engine.phase == .ended }
    record.end(.made)
    controller.wait { $0.engine.keeping.handed == nil }
    #expect(record.text.contains("answer first 1") && record.text.contains("language ru"))
    #expect(controller.leaks.flows.isEmpty)
  }

  @Test(arguments: Leaving.allCases)
  func `rule 24: nobody is asked about a store that fails once the session has ended`(
    leaving: Leaving
  ) {
    let record = LateRecord()
    let controller = speaking(record)
    leaving(controller)
    record.end(.made)
    controller.wait { record.isAsked && $0.engine.phase == .ended }
    record.end(.failed)
    controller.wait { $0.engine.keeping.handed == nil }
    #expect(controller.prompt == nil && controller.storeFailure?.code == .unwritable)
  }

  @Test(arguments: Leaving.allCases)
  func `rule 24: a session that is left waits for no store that has failed`(leaving: Leaving) {
    let record = LateRecord()
    let controller = speaking(record)
    leaving(controller)
    record.end(.failed)
    controller.wait { $0.engine.phase == .ended }
    #expect(!record.isAsked && !record.text.contains("language"))
  }

  @Test func `rule 24: a call that the store was not handed is refused when the session is left`()
    async throws
  {
    let record = LateRecord()
    let controller = speaking(record)
    async let speaking = controller.speaking("en")
    try await eventually("it is said") { controller.journal.text.contains("language en") }
    controller.unload()
    record.end(.failed)
    #expect(await speaking.code == .notKept)
  }
}
