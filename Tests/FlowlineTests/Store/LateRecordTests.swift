import Synchronization
import TestSupport
import Testing

@testable import Flowline

/// A session whose store answers late, fails, cannot say, or belongs to another node: rules 13, 14
/// and 24.
struct LateRecordTests {
  private func start(_ record: LateRecord) -> FlowController {
    let controller = FlowController()
    controller.start(SumFlow(), .kept(in: record))
    controller.settle(with: record)
    return controller
  }

  /// A session that waits for the store to keep the first answer.
  private func answered(_ record: LateRecord) -> FlowController {
    let controller = start(record)
    record.end(.made)
    controller.settle(with: record)
    controller.answer("1")
    controller.settle(with: record)
    return controller
  }

  @Test func `rule 13: the next prompt shows once the store says that the answer is kept`() {
    let record = LateRecord()
    let controller = answered(record)
    #expect(controller.prompt == nil)
    #expect(!record.text.contains("answer first 1"))
    record.end(.made)
    controller.wait { $0.isSettled }
    #expect(record.text.contains("answer first 1"))
    #expect(controller.prompt?.id == "left")
  }

  @Test func `a new session is in the store before anything of it is told`() {
    let record = LateRecord()
    let controller = start(record)
    #expect(record.isAsked && controller.prompt == nil)
    record.end(.made)
    controller.settle(with: record)
    #expect(record.text.contains("flow sum"))
    #expect(controller.prompt?.id == "first")
  }

  @Test func `a session that is unloaded is gone once the store has answered`() async throws {
    let record = LateRecord()
    let controller = start(record)
    #expect(record.isAsked)
    let ended = Mutex(false)
    async let unloading: Void = {
      _ = await controller.unloading()
      ended.withLock { $0 = true }
    }()
    try await eventually("it has ended") { !controller.isRunning }
    let hasEnded = ended.withLock { $0 }
    #expect(!hasEnded)
    record.end(.made)
    await unloading
    #expect(record.text.contains("flow sum"))
  }

  @Test(arguments: [LateRecord.End.made, .failed, .overtaken])
  func `what the store says late of a session says nothing of the controller's next`(
    end: LateRecord.End
  ) {
    let (first, second) = (LateRecord(), LateRecord())
    let controller = start(first)
    controller.unload()
    controller.wait { $0.engine.phase == .ended }
    #expect(first.isAsked)
    #expect(controller.start(SumFlow(), .kept(in: second)) == .accepted)
    controller.settle(with: second)
    #expect(second.isAsked)
    first.end(end)
    // Behind what came of the first.
    second.end(.made)
    controller.settle(with: second)
    #expect(controller.prompt?.id == "first" && controller.prompt?.hold == nil)
    controller.answer("1")
    controller.settle(with: second)
    #expect(second.isAsked && controller.prompt == nil)
    second.end(.made)
    controller.wait { $0.isSettled }
    #expect(controller.prompt?.id == "left")
    #expect(second.text.contains("answer first 1") && !second.isCrowded)
  }

  @Test func `a write under way finishes after the controller was released`()
    async throws
  {
    let record = LateRecord()
    weak var released: FlowController?
    do {
      let controller = answered(record)
      released = controller
    }
    #expect(released == nil && record.isAsked)
    record.end(.made)
    try await eventually("it is made") { record.text.contains("answer first 1") }
  }

  @Test func `a load under way finishes after the controller was released`()
    async throws
  {
    let (gate, opened) = AsyncStream.makeStream(of: Void.self)
    let (ends, ended) = AsyncStream.makeStream(of: Void.self)
    do {
      let controller = FlowController()
      controller.start(
        ClosureFlow("loads") { context in
          try await context.load("late") {
            // Not by the task's cancellation.
            await Task.detached { for await _ in gate { break } }.value
            ended.yield()
            return 1
          }
        }, .test)
      #expect(controller.isRunning)
    }
    opened.yield()
    for await _ in ends { break }
  }

  @Test func `rule 24: what failed is held, and written once when it is tried again`() {
    let record = LateRecord()
    let controller = answered(record)
    record.end(.failed)
    controller.settle(with: record)
    #expect(controller.prompt?.hold?.isStore == true)
    controller.answer("again")
    controller.settle(with: record)
    record.end(.made)
    controller.settle(with: record)
    #expect(controller.prompt?.id == "left")
    #expect(controller.journal.text == record.text)
  }

  /// Whatever the store is still asked is made; then it has the journal, and the question is there.
  private func expectAllKept(_ controller: FlowController, _ record: LateRecord) {
    controller.settle(with: record)
    while record.isAsked {
      record.end(.made)
      controller.settle(with: record)
    }
    #expect(controller.prompt?.id == "left")
    #expect(controller.journal.text == record.text)
  }

  @Test(arguments: [LateRecord.End.unknownMade, .unknownNotMade])
  func `an outcome that nobody knows is found out, and no line is written twice`(
    end: LateRecord.End
  ) {
    let record = LateRecord()
    let controller = answered(record)
    record.end(end)
    expectAllKept(controller, record)
  }

  @Test func `rule 24: what was made by a last try that nobody knew of is no other node's`() {
    let record = LateRecord()
    let controller = answered(record)
    for end in [LateRecord.End.unknownNotMade, .unknownNotMade, .unknownMade] {
      record.end(end)
      controller.settle(with: record)
    }
    #expect(controller.prompt?.hold?.isStore == true)
    controller.answer("again")
    expectAllKept(controller, record)
  }

  @Test func `of what another node may have gone on behind nobody says that it was not taken`() {
    let record = LateRecord()
    let controller = answered(record)
    record.end(.unknownMadeAndOvertaken)
    controller.settle(with: record)
    #expect(record.text.contains("answer first 1"))
    #expect(controller.storeFailure?.code == .unknownOutcome)
    controller.answer("again")
    controller.settle(with: record)
    #expect(controller.storeFailure?.code == .overtaken)
  }

  @Test func `rule 14: a commit whose intent the store does not have is not performed`() {
    let record = LateRecord()
    let log = Log()
    let controller = FlowController()
    let flow = ClosureFlow("pay") { context in
      try await context.commit("pay") { _ in
        log.add("paid")
        return 1
      }
    }
    controller.start(flow, .kept(in: record))
    controller.settle(with: record)
    #expect(log.all.isEmpty)
    record.end(.failed)
    controller.settle(with: record)
    #expect(log.all.isEmpty)
    controller.answer("again")
    controller.settle(with: record)
    #expect(log.all.isEmpty)
    while record.isAsked {
      record.end(.made)
      controller.settle(with: record)
    }
    #expect(log.all == ["paid"])
    #expect(record.text.hasSuffix("finish 1\n"))
  }

  /// A flow that writes what was answered.
  private let paying = ClosureFlow("pay") { context in
    let amount = try await context.run(NumberScreen("amount", "How much?", in: 0...9))
    return try await context.commit("pay") { _ in amount }
  }

  /// Answers a flow that pays, with a store that keeps so many of the changes that follow.
  private func reception(
    keeping count: Int, then end: LateRecord.End
  ) async throws -> FlowController.Reception {
    let record = LateRecord()
    let controller = FlowController()
    controller.start(paying, .kept(in: record))
    controller.settle(with: record)
    while record.isAsked {
      record.end(.made)
      controller.settle(with: record)
    }
    async let reception = controller.answering("3", to: nil, acknowledging: false)
    for number in 0...count {
      try await eventually("the store is asked") { record.isAsked }
      record.end(number < count ? .made : end)
    }
    return await reception
  }

  @Test(arguments: [LateRecord.End.failed, .overtaken])
  func `a call returns whether its own answer is kept, whatever fails later`(
    end: LateRecord.End
  ) async throws {
    #expect(try await reception(keeping: 0, then: end).code == .notKept)
    // What was paid, and the end of the flow.
    #expect(try await reception(keeping: 1, then: end) == .accepted)
    #expect(try await reception(keeping: 2, then: end) == .accepted)
  }

  @Test func `a node that was overtaken writes nothing more, and another goes on`() async throws {
    let record = LateRecord()
    let controller = answered(record)
    let before = record.text
    record.end(.overtaken)
    controller.settle(with: record)
    #expect(controller.prompt?.hold?.isStore == true)
    // Trying again finds that out as well.
    let asked = record.changesAsked
    controller.answer("again")
    controller.settle(with: record)
    #expect(controller.prompt?.hold?.isStore == true)
    #expect(record.changesAsked == asked)
    controller.unload()
    controller.settle(with: record)
    #expect(record.text == before)
    #expect(record.changesAsked == asked)
    #expect(controller.leaks.flows.isEmpty)
  }
}
