import Flowline
import Testing

/// A controller's next session has nothing of the last one: rules 5, 11 and 24.
struct NextSessionFaults {
  private final class Broken: Error, CustomStringConvertible {
    var description: String { "broken" }
  }

  /// Sees an error without keeping it.
  private final class WeakError: @unchecked Sendable {
    // Used on the thread that drives the controller.
    weak var value: Broken?
    private(set) var isSeen = false

    func handler() -> FlowHandler<Int> {
      FlowHandler { [self] outcome, _ in
        guard case .failed(let failure) = outcome else { return }
        value = failure.cause as? Broken
        isSeen = value != nil
      }
    }
  }

  private final class Failing: Presenter {
    let error: Box<Broken>

    init(_ error: Box<Broken>) { self.error = error }

    func present(_ prompt: Prompt) throws {
      if let error = error.value { throw error }
    }
  }

  @Test func `rule 5: the error that a session ended with is let go of`() {
    let error = WeakError()
    let controller = FlowController()
    controller.start(
      ClosureFlow("outer") { context -> Int in
        let number = try await context.run(ask())
        return try await context.run(ClosureFlow("inner") { _ -> Int in throw Broken() }) + number
      }, .test, handler: error.handler())
    controller.answer("1")
    #expect(error.isSeen && error.value == nil)
    withExtendedLifetime(controller) {}
  }

  @Test func `rule 5: the error of a child is let go of when its parent has handled it`() {
    let error = WeakError()
    let controller = FlowController()
    controller.start(
      ClosureFlow("outer") { context -> Int in
        do {
          let child = ClosureFlow("inner") { _ -> Int in throw Broken() }
          return try await context.run(child, handler: error.handler())
        } catch {}
        return try await context.run(ask())
      }, .test)
    #expect(controller.prompt?.id == "number")
    #expect(error.isSeen && error.value == nil)
  }

  @Test func `rule 5: the error that a presenter threw is let go of when the session has ended`() {
    let error = WeakError()
    let box = Box<Broken>()
    box.value = Broken()
    error.value = box.value
    let controller = FlowController(presenter: Failing(box))
    controller.start(ClosureFlow("asking") { try await $0.run(ask()) }, .test)
    box.value = nil
    controller.terminate()
    #expect(controller.leaks.isEmpty)
    #expect(error.value == nil)
    withExtendedLifetime(controller) {}
  }

  @Test func `rule 24: the next session's error has its own path`() {
    let log = Log()
    let controller = FlowController()
    controller.start(
      ClosureFlow("outer") { context -> Int in
        try await context.run(ClosureFlow("inner") { _ -> Int in throw Broken() })
      }, .test, handler: log.handler("first"))
    controller.start(
      ClosureFlow("other") { _ -> Int in throw Broken() }, .test, handler: log.handler("second"))
    #expect(
      log.all.filter { $0.hasPrefix("first failed") } == ["first failed outer/inner: broken"])
    #expect(log.all.last == "second failed other: broken")
  }

  @Test func `rule 24: another child's error has its own path`() {
    let log = Log()
    let controller = FlowController()
    controller.start(
      ClosureFlow("outer") { context -> Int in
        do {
          _ = try await context.run(ClosureFlow("first") { _ -> Int in throw Broken() })
        } catch {}
        return try await context.run(ClosureFlow("second") { _ -> Int in throw Broken() })
      }, .test, handler: log.handler("outer"))
    #expect(log.all.last == "outer failed outer/second: broken")
  }

  @Test func `rule 24: an error of the flow's own, after a child's that it handled, has its path`()
  {
    let log = Log()
    let controller = FlowController()
    controller.start(
      ClosureFlow("outer") { context -> Int in
        do {
          _ = try await context.run(ClosureFlow("first") { _ -> Int in throw Broken() })
        } catch {}
        _ = try await context.run(ask())
        throw Broken()
      }, .test, handler: log.handler("outer"))
    controller.answer("1")
    #expect(log.all.last == "outer failed outer: broken")
  }

  @Test func `rule 11: the next session's answer is not refused with the last one's refusal`() {
    let record = MemoryRecord()
    let controller = FlowController()
    var options = SessionOptions.test
    options.record = record
    controller.start(ClosureFlow("first") { try await $0.run(ask()) }, options)
    record.failure = StoreFailure(.noSpace, at: "here", "No space left on device")
    #expect(controller.answer("nonsense").code != nil)
    controller.terminate()
    let log = Log()
    #expect(
      controller.start(
        ClosureFlow("second") { try await $0.run(ask()) }, .test, handler: log.handler("second"))
        == .accepted)
    #expect(controller.inspection.refused == nil)
    #expect(controller.answer("1") == .accepted)
    #expect(log.all == ["second started", "second finished 1"])
  }
}
