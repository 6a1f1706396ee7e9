import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import Flowline

/// Rule 27: a call from another thread waits for no load, commit, check, store or front end.
///
/// What blocks is let go of by its test, after the call returned that must not wait for it. The time
/// limit is for an engine that is wrong: its threads are left behind, and the other tests go on.
@Suite(
  .timeLimit(.minutes(20)))
struct ThreadFaults {
  /// Stops a thread until the test lets it go.
  private final class Block: Sendable {
    private let entered = DispatchSemaphore(value: 0)
    private let gate = DispatchSemaphore(value: 0)

    func hold() {
      entered.signal()
      gate.wait()
    }

    func waitUntilHeld() { entered.wait() }

    func open() { gate.signal() }
  }

  /// Reads a rate behind a question.
  private static func reading(_ block: Block) -> some Flow<Int> {
    ClosureFlow("reading") { context in
      let first = try await context.run(ask("first"))
      let rate = try await context.load("rate") {
        block.hold()
        return 2
      }
      return try await context.run(ask()) + first * rate
    }
  }

  /// Answers on another thread, whose work then blocks.
  private func answer(_ controller: FlowController, _ block: Block) async -> Call<Void> {
    let call = Call { _ = controller.settle("1") }
    _ = await Call { block.waitUntilHeld() }.value
    return call
  }

  @Test func `rule 27: a load blocks, and the session can be looked at and waited for no longer`()
    async
  {
    let block = Block()
    let controller = FlowController()
    controller.start(Self.reading(block), .test)
    let answering = await answer(controller, block)
    defer { block.open() }
    #expect(await Call { controller.inspection.state }.value == .working)
    #expect(await Call { controller.legalInputs.isSettled }.value == false)
    #expect(await Call { controller.stopWaiting() }.value == .accepted)
    #expect(await Call { controller.prompt?.id }.value == "first")
    block.open()
    #expect(await answering.value != nil)
  }

  @Test func `rule 27: a load blocks, and its flow is left meanwhile`() async {
    let block = Block()
    let log = Log()
    let controller = FlowController()
    controller.start(Self.reading(block), .test, handler: log.handler("reading"))
    let answering = await answer(controller, block)
    defer { block.open() }
    #expect(await Call { controller.cancel() }.value == .accepted)
    #expect(log.all == ["reading started", "reading cancelled user"])
    block.open()
    #expect(await answering.value != nil)
    #expect(log.all.count == 2)
  }

  @Test func `rule 27: a commit blocks, and leaving it is refused at once`() async {
    let block = Block()
    let controller = FlowController()
    controller.start(
      ClosureFlow("pay") { context in
        let amount = try await context.run(ask())
        return try await context.commit("payment") { _ in
          block.hold()
          return amount
        }
      }, .test)
    let answering = await answer(controller, block)
    defer { block.open() }
    #expect(await Call { controller.inspection.effects.map(\.id) }.value == ["payment"])
    #expect(await Call { controller.cancel().code }.value == .committing)
    block.open()
    #expect(await answering.value != nil)
    #expect(controller.inspection.state == .ended)
  }

  @Test func `rule 27: a check blocks, and is given up`() async {
    let block = Block()
    let controller = FlowController()
    controller.start(
      ClosureFlow("checked") { context in
        try await context.run(ask()) { _ in
          block.hold()
          return nil
        }
      }, .test)
    let answering = await answer(controller, block)
    defer { block.open() }
    #expect(await Call { controller.inspection.state }.value == .working)
    #expect(await Call { controller.stopWaiting() }.value == .accepted)
    #expect(await Call { controller.prompt?.draft }.value == "1")
    block.open()
    #expect(await answering.value != nil)
  }

  @Test func `rule 27: a store blocks, and the session can be looked at`() async {
    let block = Block()
    let record = MemoryRecord()
    record.onSync = { _ in block.hold() }
    var options = SessionOptions.test
    options.record = record
    let controller = FlowController()
    controller.start(ProductFlow(), options)
    let answering = await answer(controller, block)
    defer { block.open() }
    // The last settled state: the next question shows when the answer is kept.
    #expect(await Call { controller.inspection.state }.value != nil)
    #expect(await Call { controller.prompt?.id }.value != "right")
    block.open()
    #expect(await answering.value != nil)
    record.onSync = { _ in }
    #expect(controller.prompt?.id == "right")
  }

  /// Looks at its controller from another thread in each call, and waits until it has seen it.
  private final class Looking: Presenter {
    let controller = Mutex<FlowController?>(nil)
    let log = Log()

    func present(_ prompt: Prompt) {
      look("\(prompt.id)") { _ = $0.back() }
    }

    func ended(_ outcome: Outcome<JSONValue>) {
      look("end") { _ = $0.back() }
    }

    func look(_ what: String, _ call: @escaping @Sendable (FlowController) -> Void = { _ in }) {
      guard let controller = controller.withLock({ $0 }) else { return }
      let done = DispatchSemaphore(value: 0)
      onThread {
        self.log.add("\(what): \(controller.inspection.state)")
        call(controller)
        done.signal()
      }
      done.wait()
    }
  }

  @Test func `rule 27: a presenter calls from another thread and waits for that`() async {
    let presenter = Looking()
    let controller = FlowController(presenter: presenter)
    presenter.controller.withLock { $0 = controller }
    defer { presenter.controller.withLock { $0 = nil } }
    let started = Call {
      controller.start(ClosureFlow("asking") { try await $0.run(ask()) }, .test)
    }
    #expect(await started.value == .accepted)
    #expect(presenter.log.all.count == 1 && presenter.log.all[0] == "number: asking")
    #expect(await Call { controller.settle("1") }.value == .accepted)
    #expect(presenter.log.all.count == 2)
  }

  @Test func `rule 27: an observer calls from another thread and waits for that`() async {
    let looking = Looking()
    let controller = FlowController()
    looking.controller.withLock { $0 = controller }
    defer { looking.controller.withLock { $0 = nil } }
    let events = Events()
    controller.observe { event in
      events.add(event)
      looking.look(event.kind.name)
    }
    let started = Call {
      controller.start(ClosureFlow("asking") { try await $0.run(ask()) }, .test)
    }
    #expect(await started.value == .accepted)
    #expect(!looking.log.all.isEmpty && looking.log.all.count == events.all.count)
  }

  @Test func `rule 27: a call that finds a body running is queued, and done after the step`() async
  {
    let log = Log()
    let looking = Looking()
    let controller = FlowController()
    looking.controller.withLock { $0 = controller }
    defer { looking.controller.withLock { $0 = nil } }
    let flow = ClosureFlow("asking") { context in
      let first = try await context.run(ask("first"))
      let done = DispatchSemaphore(value: 0)
      onThread {
        log.add("\(looking.controller.withLock { $0 }?.answer("7") == .queued)")
        done.signal()
      }
      wait(for: done)
      return try await context.run(ask()) + first
    }
    controller.start(flow, .test, handler: log.handler("asking"))
    #expect(await Call { controller.settle("1") }.value == .accepted)
    #expect(log.all == ["asking started", "true", "asking finished 8"])
  }

  @Test func `rule 27: a call that finds a child's handler running is queued`() async {
    let log = Log()
    let looking = Looking()
    let controller = FlowController()
    looking.controller.withLock { $0 = controller }
    defer { looking.controller.withLock { $0 = nil } }
    let flow = ClosureFlow("outer") { context in
      let first = try await context.run(
        ClosureFlow("inner") { try await $0.run(ask("first")) },
        handler: FlowHandler { _, _ in
          let done = DispatchSemaphore(value: 0)
          onThread {
            log.add("\(looking.controller.withLock { $0 }?.answer("7") == .queued)")
            done.signal()
          }
          done.wait()
        })
      return try await context.run(ask()) + first
    }
    controller.start(flow, .test, handler: log.handler("outer"))
    #expect(await Call { controller.settle("1") }.value == .accepted)
    #expect(log.all == ["outer started", "true", "outer finished 8"])
  }

  /// A task that is cancelled leaves with its lock held, which the owner takes to tell it a state.
  @Test func `rule 27: a consumer of states that leaves waits for no owner`() async {
    let controller = FlowController()
    let consumer = Consumer(controller.states())
    let flow = ClosureFlow("asking") { context in
      let done = DispatchSemaphore(value: 0)
      onThread {
        consumer.leave()
        done.signal()
      }
      wait(for: done)
      return try await context.run(ask("first"))
    }
    #expect(await Call { _ = controller.start(flow, .test) }.value != nil)
    #expect(controller.prompt?.id == "first")
    #expect(controller.read { $0.states.isEmpty })
  }

  @Test func `what somebody waits for outside is seen, although the session was owned just then`()
    async throws
  {
    let (load, look, held) = (Block(), Block(), Held<Int>())
    let controller = FlowController()
    controller.start(
      ClosureFlow("reading") { context in
        let first = try await context.run(ask("first"))
        return try await context.load("rate") {
          load.hold()
          return await held.wait()
        } + first
      }, .test)
    let answering = Call { _ = controller.answer("1") }
    _ = await Call { load.waitUntilHeld() }.value
    let waiting = Call { controller.wait { _ in held.count == 1 } }
    try await eventually("somebody who waits") { !controller.read { $0.waiters.isEmpty } }
    let looking = Call { controller.read { _ in look.hold() } }
    _ = await Call { look.waitUntilHeld() }.value
    load.open()
    #expect(await answering.value != nil)
    look.open()
    #expect(await looking.value != nil)
    #expect(await waiting.value != nil)
    held.release(2, controller)
    #expect(controller.inspection.state == .ended)
  }
}

/// A stream of states that may be let go.
private final class Consumer: Sendable {
  private let stream: Mutex<AsyncStream<FlowState>?>

  init(_ stream: AsyncStream<FlowState>) { self.stream = Mutex(stream) }

  func leave() { stream.withLock { $0 = nil } }
}

/// Runs something on a thread of its own.
private func onThread(_ body: @escaping @Sendable () -> Void) {
  DispatchQueue(label: "test").async(execute: body)
}

/// Waits in a body, which is what a body must not do.
private func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }

/// A call that is made on a thread of its own; waiting for it ends when its test is to end.
private final class Call<Value: Sendable>: Sendable {
  private enum State {
    case running
    case waitedFor(CheckedContinuation<Value?, Never>)
    case over(Value?)
  }

  private let state = Mutex(State.running)

  init(_ body: @escaping @Sendable () -> Value) {
    onThread { self.end(body()) }
  }

  /// What the call returned; nil if the test ran out of time.
  var value: Value? {
    get async {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let result: Value?? = state.withLock { state in
            if case .over(let value) = state { return .some(value) }
            state = .waitedFor(continuation)
            return nil
          }
          if let result { continuation.resume(returning: result) }
        }
      } onCancel: {
        end(nil)
      }
    }
  }

  private func end(_ value: Value?) {
    let waiting: CheckedContinuation<Value?, Never>? = state.withLock { state in
      switch state {
      case .running:
        state = .over(value)
        return nil
      case .waitedFor(let continuation):
        state = .over(value)
        return continuation
      case .over: return nil
      }
    }
    waiting?.resume(returning: value)
  }
}
