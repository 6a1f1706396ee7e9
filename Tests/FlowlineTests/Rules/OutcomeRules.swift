import Flowline
import Testing

/// How flows end: rules 1, 2, 6 and 24.
struct OutcomeRules {
  @Test func `rule 1: a result after the flow was left is a diagnostic, never a second callback`() {
    let log = Log()
    let controller = FlowController()
    let stubborn = ClosureFlow("stubborn") { context in
      do {
        return try await context.run(ask())
      } catch {
        return -1
      }
    }
    controller.start(stubborn, .test, handler: log.handler("root"))
    controller.cancel()
    #expect(log.all == ["root started", "root cancelled user"])
    #expect(controller.diagnostics.map(\.code) == [.secondOutcome])
    #expect(controller.diagnostics.first?.path == StepPath(["stubborn"]))
    #expect(controller.leaks.isEmpty)
  }

  @Test func `rule 1: an ended flow takes no more inputs`() {
    let log = Log()
    let controller = FlowController()
    controller.start(ask(), .test, handler: log.handler("root"))
    controller.answer("5")
    #expect(controller.answer("6").code == .notRunning)
    #expect(controller.cancel().code == .notRunning)
    #expect(controller.back().code == .notRunning)
    #expect(controller.terminate().code == .notRunning)
    #expect(controller.gone().code == .notRunning)
    #expect(log.all == ["root started", "root finished 5"])
  }

  @Test func `rule 2: started comes before finished, also when the flow ends in its first line`() {
    let log = Log()
    let controller = FlowController()
    controller.start(ClosureFlow("quick") { _ in 1 }, .test, handler: log.handler("root"))
    #expect(log.all == ["root started", "root finished 1"])
    expectClean(controller)
  }

  @Test func `rule 2: the same holds for a child, and the parent is not told out of order`() {
    let log = Log()
    let controller = FlowController()
    let parent = ClosureFlow("parent") { context in
      try await context.run(ClosureFlow("child") { _ in 1 }, handler: log.handler("child"))
    }
    controller.start(parent, .test, handler: log.handler("root"))
    #expect(
      log.all == ["root started", "child started", "child finished 1", "root finished 1"])
  }

  @Test func `rule 6: the next flow may be started from inside finished`() {
    let log = Log()
    let controller = FlowController()
    controller.start(
      ask("first"), .test,
      handler: FlowHandler(finished: { [weak controller] outcome, _ in
        log.add("first \(outcome.short)")
        let reception = controller?.start(ask("second"), .test, handler: log.handler("second"))
        log.add("\(reception == .queued)")
      }))
    controller.answer("1")
    #expect(controller.prompt?.id == "second")
    controller.answer("2")
    #expect(log.all == ["first finished 1", "true", "second started", "second finished 2"])
    expectClean(controller)
  }

  @Test func `rule 6: a handler is let go before it is called`() {
    let controller = FlowController()
    let log = Log()
    weak let weakToken: Token?
    do {
      let token = Token()
      weakToken = token
      controller.start(
        ask(), .test,
        handler: FlowHandler(finished: { [token] _, _ in
          log.add("\(token)".isEmpty ? "" : "told")
        }))
    }
    #expect(weakToken != nil)
    controller.answer("1")
    #expect(weakToken == nil)
    #expect(log.all == ["told"])
  }

  struct Broken: Error, CustomStringConvertible {
    var description: String { "it broke" }
  }

  @Test func `rule 24: an error reaches the owner as failed, with the path it came from`() {
    let log = Log()
    let controller = FlowController()
    let deep = ClosureFlow("parent") { context in
      try await context.run(
        ClosureFlow("child") { context -> Int in
          _ = try await context.run(ask())
          throw Broken()
        }, handler: log.handler("child"))
    }
    controller.start(deep, .test, handler: log.handler("root"))
    controller.answer("1")
    #expect(
      log.all == [
        "root started", "child started", "child failed parent/child: it broke",
        "root failed parent/child: it broke",
      ])
    expectClean(controller)
  }

  @Test func `rule 24: a parent may handle its child's error and go on`() {
    let log = Log()
    let controller = FlowController()
    let careful = ClosureFlow("careful") { context in
      do {
        return try await context.run(ClosureFlow("child") { _ -> Int in throw Broken() })
      } catch is Broken {
        return try await context.run(ask("instead"))
      }
    }
    controller.start(careful, .test, handler: log.handler("root"))
    #expect(controller.prompt?.id == "instead")
    controller.answer("3")
    #expect(log.all.last == "root finished 3")
  }

  @Test func `rule 24: a failing presenter fails the session, and handlers are told`() {
    final class Failing: Presenter {
      func present(_ prompt: Prompt) throws {
        if prompt.id == "second" { throw Broken() }
      }
    }
    let log = Log()
    let controller = FlowController(presenter: Failing())
    let two = ClosureFlow("two") { context in
      try await context.run(ask("first")) + context.run(ask("second"))
    }
    controller.start(two, .test, handler: log.handler("root"))
    controller.answer("1")
    #expect(log.all == ["root started", "root failed two: it broke"])
    #expect(controller.journal.answers.map(\.value) == [1])
    #expect(controller.leaks.isEmpty)
  }
}
