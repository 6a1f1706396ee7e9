import Flowline
import TestSupport
import Testing

/// Who lives inside whom: rules 3, 4, 5, 9 and 10.
struct NestingRules {
  /// Three levels, each with a handler and a `defer`.
  private func nested(_ log: Log) -> some Flow<Int> {
    ClosureFlow("outer") { context in
      defer { log.add("outer unwound") }
      return try await context.run(
        ClosureFlow("middle") { context in
          defer { log.add("middle unwound") }
          return try await context.run(
            ClosureFlow("inner") { context in
              defer { log.add("inner unwound") }
              return try await context.run(ask())
            }, handler: log.handler("inner"))
        }, handler: log.handler("middle"))
    }
  }

  @Test func `rule 3: a flow that acts while its child runs is refused, and the child goes on`() {
    let log = Log()
    let controller = FlowController()
    let confused = ClosureFlow("confused") { context in
      let parents = Kept(context)
      let first = try await context.run(
        ClosureFlow("child") { own in
          do {
            _ = try await parents.value.run(ask("stolen"))
          } catch {
            log.add("\(error)")
          }
          return try await own.run(ask("own"))
        })
      return first
    }
    controller.start(confused, .test, handler: log.handler("root"))
    #expect(controller.prompt?.path.description == "confused/child/own")
    controller.answer("4")
    #expect(log.all.last == "root finished 4")
    #expect(log.all.contains { $0.hasPrefix("a flow acted while a child of its was running") })
    #expect(controller.diagnostics.map(\.code) == [.notInnermost])
  }

  @Test func `rule 4: a flow that goes on either way does not go on when it is to end itself`() {
    let log = Log()
    let controller = FlowController()
    let parent = ClosureFlow("parent") { context in
      _ = try await context.outcome(of: ClosureFlow("child") { try await $0.run(ask()) })
      log.add("went on")
      return 1
    }
    controller.start(parent, .test)
    controller.cancel()
    #expect(log.all == ["went on"])
    controller.start(parent, .test)
    controller.terminate()
    #expect(log.all == ["went on"])
    #expect(controller.diagnostics.isEmpty)
  }

  @Test func `rule 3: the context of an ended child touches no newer one`() {
    let log = Log()
    let controller = FlowController()
    let parent = ClosureFlow("parent") { context in
      let kept = Box<FlowContext>()
      _ = try await context.run(
        ClosureFlow("old") { own in
          kept.value = own
          return 1
        })
      return try await context.run(
        ClosureFlow("new") { own in
          do {
            _ = try await kept.value?.run(ask("late"))
          } catch {
            log.add("\(error)")
          }
          return try await own.run(ask("own"))
        })
    }
    controller.start(parent, .test, handler: log.handler("root"))
    #expect(controller.prompt?.path.description == "parent/new/own")
    controller.answer("4")
    #expect(log.all.last == "root finished 4")
  }

  @Test func `rule 4: terminate works from the inside out, each flow with one outcome`() {
    let log = Log()
    let presenter = RecordingPresenter()
    let controller = FlowController(presenter: presenter)
    controller.start(nested(log), .test, handler: log.handler("outer"))
    #expect(controller.terminate() == .accepted)
    #expect(
      log.all == [
        "outer started", "middle started", "inner started",
        "inner unwound", "inner cancelled terminated",
        "middle unwound", "middle cancelled terminated",
        "outer unwound", "outer cancelled terminated",
      ])
    #expect(presenter.log.all.filter { $0.hasPrefix("dismiss") } == ["dismiss 0..<1"])
    expectClean(controller)
  }

  @Test func `rule 4: a body that does not stop asking is ended all the same, and reported`() {
    let log = Log()
    let controller = FlowController()
    let endless = ClosureFlow("endless") { context -> Int in
      while true { _ = try? await context.run(ask()) }
    }
    controller.start(endless, .test, handler: log.handler("root"))
    controller.terminate()
    #expect(log.all == ["root started", "root cancelled terminated"])
    #expect(controller.diagnostics.map(\.code) == [.ignoredEnd])
    #expect(controller.inspection.state == .ended)
  }

  /// A screen with a run of its own that asks nothing.
  private struct QuietScreen: ScreenWrapper {
    typealias Output = Int

    var base = NumberScreen("quiet", "Nothing?")

    func run(_ context: FlowContext) async throws -> Int { 1 }
  }

  @Test func `rule 4: so is one that runs screens which ask nothing`() {
    let log = Log()
    let controller = FlowController()
    let endless = ClosureFlow("endless") { context -> Int in
      _ = try? await context.run(ask())
      while true { _ = try? await context.run(QuietScreen()) }
    }
    controller.start(endless, .test, handler: log.handler("root"))
    controller.terminate()
    #expect(log.all == ["root started", "root cancelled terminated"])
    #expect(controller.diagnostics.map(\.code) == [.ignoredEnd])
  }

  @Test func `rule 4: a load under way does not keep a flow from ending`() {
    let log = Log()
    let controller = FlowController()
    let gate = Gate<Int>()
    let loading = ClosureFlow("loading") { context in
      try await context.load("slow") { await gate.wait() }
    }
    controller.start(loading, .test, handler: log.handler("root"))
    #expect(controller.inspection.state == .working)
    controller.terminate()
    #expect(log.all == ["root started", "root cancelled terminated"])
    gate.open(1)
  }

  @Test func `rule 5: after the end nothing of the flow is retained, at once`() {
    let controller = FlowController()
    weak let weakToken: Token?
    do {
      let token = Token()
      weakToken = token
      controller.start(
        ClosureFlow("holding") { context in
          let number = try await context.run(ask())
          return "\(number) \(ObjectIdentifier(token) == ObjectIdentifier(token))"
        }, .test)
    }
    #expect(weakToken != nil)
    controller.answer("1")
    #expect(weakToken == nil)
    #expect(controller.leaks.description == "nothing is alive")
  }

  @Test func `rule 5: a controller that is let go ends its flow and lets it go`() {
    let log = Log()
    weak let weakToken: Token?
    do {
      let token = Token()
      weakToken = token
      let controller = FlowController()
      controller.start(
        ClosureFlow("dropped") { context in
          defer { log.add("unwound \(ObjectIdentifier(token) == ObjectIdentifier(token))") }
          return try await context.run(ask())
        }, .test, handler: log.handler("root"))
    }
    #expect(weakToken == nil)
    #expect(log.all == ["root started", "unwound true", "root cancelled abandoned"])
  }

  @Test func `rule 9: what is gone ends its owner as dismissed, and the parent may go on`() {
    let log = Log()
    let controller = FlowController()
    let parent = ClosureFlow("parent") { context in
      let outcome = try await context.outcome(
        of: ClosureFlow("child") { try await $0.run(ask()) }, handler: log.handler("child"))
      log.add("parent saw \(outcome.short)")
      return try await context.run(ask("after"))
    }
    controller.start(parent, .test, handler: log.handler("root"))
    let shown = controller.prompt?.presentation
    #expect(controller.gone(shown) == .accepted)
    #expect(controller.prompt?.id == "after")
    #expect(controller.gone(shown).code == .stale)
    controller.answer("1")
    #expect(
      log.all == [
        "root started", "child started", "child cancelled dismissed",
        "parent saw cancelled dismissed", "root finished 1",
      ])
  }

  @Test func `rule 9: a page of an outer flow that is gone takes the inner flows with it`() {
    let log = Log()
    let controller = FlowController()
    let parent = ClosureFlow("parent") { context in
      _ = try await context.run(ask("page"))
      return try await context.run(
        ClosureFlow("child") { try await $0.run(ask()) }, handler: log.handler("child"))
    }
    controller.start(parent, .test, handler: log.handler("root"))
    let page = controller.prompt?.presentation
    controller.answer("1")
    controller.gone(page)
    #expect(
      log.all == [
        "root started", "child started", "child cancelled dismissed", "root cancelled dismissed",
      ])
    expectClean(controller)
  }

  @Test func `rule 9: the end of input is everything gone`() {
    let log = Log()
    let controller = FlowController()
    controller.start(nested(log), .test, handler: log.handler("outer"))
    controller.gone()
    #expect(log.all.last == "outer cancelled dismissed")
    expectClean(controller)
  }

  @Test func `rule 10: the dismisser covers all that the flow presented, and may be called twice`()
  {
    let presenter = RecordingPresenter()
    let controller = FlowController(presenter: presenter)
    let kept = Box<Dismisser>()
    let parent = ClosureFlow("parent") { context in
      let product = try await context.run(ProductFlow())
      return try await context.run(ask()) + product
    }
    controller.start(
      parent, .test, handler: FlowHandler(finished: { [kept] in kept.value = $1 }))
    for answer in ["2", "3", "4"] { controller.answer(.text(answer)) }
    #expect(presenter.log.all.last == "ended finished 10")
    kept.value?.dismiss()
    kept.value?.dismiss()
    #expect(presenter.log.all.filter { $0.hasPrefix("dismiss") } == ["dismiss 0..<3"])
  }

  @Test func `rule 10: the end does not wait for a presentation, and the caller decides`() {
    let presenter = RecordingPresenter()
    let controller = FlowController(presenter: presenter)
    let parent = ClosureFlow("parent") { context in
      // The child's pages stay; only those of the second child are closed at its end.
      _ = try await context.run(
        ProductFlow().named("kept"), handler: FlowHandler(finished: { _, _ in }))
      _ = try await context.run(ProductFlow().named("closed"), handler: FlowHandler())
      return try await context.run(ask())
    }
    controller.start(parent, .test)
    for answer in ["2", "3", "4", "5"] { controller.answer(.text(answer)) }
    #expect(
      presenter.log.all == [
        "present 0 parent/kept/left", "present 1 parent/kept/right",
        "present 2 parent/closed/left", "present 3 parent/closed/right",
        "present 4 parent/number", "dismiss 2..<4",
      ])
    controller.answer("6")
    #expect(presenter.log.all.suffix(3) == ["ended finished 6", "dismiss 0..<2", "dismiss 4..<5"])
  }
}
