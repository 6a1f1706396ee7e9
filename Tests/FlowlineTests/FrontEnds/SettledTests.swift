import Flowline
import TestSupport
import Testing

/// Waiting for a session with `async`.
struct SettledTests {
  /// Asks, reads what the gate lets through, and asks again.
  private func reading(_ gate: Gate<Int>) -> some Flow<Int> {
    ClosureFlow("reading") { context in
      let first = try await context.run(ask("first"))
      let read = try await context.load("rate") { await gate.wait() }
      return try await context.run(ask("last")) + first * read
    }
  }

  @Test func `a front end with async loops over the prompts up to the end`() async throws {
    let controller = FlowController()
    let gate = Gate<Int>()
    let log = Log()
    controller.start(reading(gate), .test, handler: log.handler("reading"))
    gate.open(3)
    while let prompt = try await controller.settled() {
      log.add("asked \(prompt.id)")
      controller.answer("2", to: prompt.presentation)
    }
    #expect(
      log.all == ["reading started", "asked first", "asked last", "reading finished 8"])
  }

  @Test func `every task that waits is resumed once the load has replied`() async throws {
    let controller = FlowController()
    let gate = Gate<Int>()
    controller.start(reading(gate), .test)
    controller.answer("2")
    #expect(controller.inspection.state == .working)
    let steps = try await withThrowingTaskGroup(of: StepID?.self) { group in
      for _ in 0..<20 { group.addTask { try await controller.settled()?.id } }
      group.addTask {
        gate.open(3)
        return nil
      }
      return try await group.reduce(into: []) { steps, step in steps.append(step) }
    }
    #expect(steps.count { $0 == "last" } == 20)
  }

  @Test func `rule 27: a task that is cancelled waits no longer, and the session goes on`()
    async throws
  {
    let controller = FlowController()
    let gate = Gate<Int>()
    controller.start(reading(gate), .test)
    controller.answer("2")
    let waiting = Task { try await controller.settled() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(controller.inspection.state == .working)
    gate.open(3)
    #expect(try await controller.settled()?.id == "last")
  }

  @Test func `a task that was cancelled before it waits does not begin to`() async {
    let controller = FlowController()
    let gate = Gate<Int>()
    controller.start(reading(gate), .test)
    controller.answer("2")
    let waiting = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await controller.settled()
    }
    await #expect(throws: CancellationError.self) { try await waiting.value }
    controller.terminate()
    gate.open(1)
  }

  @Test func `it returns at once if nothing was started, and after the end`() async throws {
    let controller = FlowController()
    #expect(try await controller.settled() == nil)
    controller.start(ask(), .test)
    #expect(try await controller.settled()?.id == "number")
    controller.answer("1")
    #expect(try await controller.settled() == nil)
  }

  @Test func `what is held is a prompt`() async throws {
    struct TimedOut: Error {}
    let controller = FlowController()
    let gate = Gate<Int>()
    controller.start(
      ClosureFlow("failing") { context in
        try await context.load("rate") { () async throws -> Int in
          _ = await gate.wait()
          throw TimedOut()
        }
      }, .test)
    gate.open(1)
    let prompt = try #require(try await controller.settled())
    #expect(prompt.hold != nil && prompt.id == "rate")
    controller.unload()
    #expect(try await controller.settled() == nil)
  }

  @Test func `a session that is unloaded is waited for no longer`() async throws {
    let controller = FlowController()
    let gate = Gate<Int>()
    controller.start(reading(gate), .test)
    controller.answer("2")
    async let prompt = controller.settled()
    controller.unload()
    #expect(try await prompt == nil)
    gate.open(1)
  }

  @Test func `from inside a step it does not wait for the step`() async throws {
    let controller = FlowController()
    let log = Log()
    let inside = Box<FlowController>()
    inside.value = controller
    let kept = inside
    controller.start(
      ClosureFlow("inside") { context in
        let prompt = try await kept.value?.settled()
        log.add("\(prompt?.id ?? "nothing asked")")
        return try await context.run(ask())
      }, .test)
    inside.value = nil
    #expect(log.all == ["nothing asked"])
    #expect(try await controller.settled()?.id == "number")
  }
}
