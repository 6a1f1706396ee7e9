import Flowline
import Testing

/// Going back: rule 12.
struct BackRules {
  private func at(_ controller: FlowController) -> String? { controller.prompt?.path.description }

  @Test func `rule 12: back undoes the last answer and offers it again`() {
    let controller = FlowController()
    controller.start(SumFlow(), .test)
    controller.answer("3")
    controller.answer("5")
    #expect(at(controller) == "sum/product/right")
    #expect(controller.back() == .accepted)
    #expect(at(controller) == "sum/product/left")
    #expect(controller.prompt?.draft == "5")
    #expect(controller.journal.answers.map(\.value) == [3])
  }

  @Test func `rule 12: from the first step of all it is refused`() {
    let controller = FlowController()
    controller.start(SumFlow(), .test)
    #expect(controller.prompt?.backRefusal == .atFirstStep)
    #expect(controller.back().code == .atFirstStep)
    #expect(at(controller) == "sum/first")
  }

  @Test func `rule 12: it crosses from a child's first step into its parent's last`() {
    let log = Log()
    let controller = FlowController()
    let parent = ClosureFlow("parent") { context in
      let number = try await context.run(ask("before"))
      return try await context.run(ProductFlow(), handler: log.handler("child")) + number
    }
    controller.start(parent, .test, handler: log.handler("root"))
    controller.answer("1")
    controller.back()
    #expect(at(controller) == "parent/before")
    #expect(log.all == ["root started", "child started", "child cancelled back"])
  }

  @Test func `rule 12: it crosses from the parent into an ended child's last step`() {
    let log = Log()
    let controller = FlowController()
    let parent = ClosureFlow("parent") { context in
      let product = try await context.run(ProductFlow(), handler: log.handler("child"))
      return try await context.run(ask("after")) + product
    }
    controller.start(parent, .test, handler: log.handler("root"))
    controller.answer("2")
    controller.answer("3")
    controller.back()
    #expect(at(controller) == "parent/product/right")
    controller.answer("4")
    controller.answer("1")
    #expect(
      log.all == [
        "root started", "child started", "child finished 6", "child started", "child finished 8",
        "root finished 9",
      ], "each start has one outcome")
    expectClean(controller)
  }

  @Test func `rule 12: it never validates`() {
    let controller = FlowController()
    controller.start(ProductFlow(), .test)
    controller.answer("1")
    #expect(controller.answer("nonsense").code == .notANumber)
    #expect(controller.back() == .accepted)
    #expect(at(controller) == "product/left")
  }

  @Test func `rule 12: it passes over steps marked to be skipped`() {
    let controller = FlowController()
    let flow = ClosureFlow("skipping") { context in
      let first = try await context.run(ask("first"))
      _ = try await context.run(ask("notice").skippedByBack())
      return try await context.run(ask("last")) + first
    }
    controller.start(flow, .test)
    for _ in 0..<2 { controller.answer("1") }
    controller.back()
    #expect(at(controller) == "skipping/first")
  }

  @Test func `rule 12: where only skipped steps are before, it is refused as at the first step`() {
    let controller = FlowController()
    let flow = ClosureFlow("skipping") { context in
      _ = try await context.run(ask("notice").skippedByBack())
      return try await context.run(ask("last"))
    }
    controller.start(flow, .test)
    controller.answer("1")
    #expect(controller.back().code == .atFirstStep)
    #expect(at(controller) == "skipping/last")
  }

  @Test func `rule 12: it stops at a commit, with a reason`() {
    let controller = FlowController()
    let flow = ClosureFlow("committing") { context in
      let number = try await context.run(ask("before"))
      _ = try await context.commit("save") { _ in number }
      return try await context.run(ask("after")) + context.run(ask("last"))
    }
    controller.start(flow, .test)
    controller.answer("1")
    #expect(controller.prompt?.backRefusal == .committed)
    #expect(controller.back().code == .committed)
    controller.answer("2")
    #expect(controller.back() == .accepted)
    #expect(at(controller) == "committing/after")
    #expect(controller.back().code == .committed)
  }

  @Test func `rule 12: a flow that was left is passed over as a whole`() {
    let controller = FlowController()
    let flow = ClosureFlow("parent") { context -> Int in
      let week = try await context.run(ask("week"))
      while true {
        let goal = try await context.run(ask("goal"))
        guard goal == 0 else { return week + goal }
        if case .finished(let made) = try await context.outcome(of: ProductFlow().named("new")) {
          return week + made
        }
      }
    }
    controller.start(flow, .test)
    controller.answer("1")
    controller.answer("0")
    controller.answer("7")
    #expect(at(controller) == "parent/new/right")
    controller.cancel()
    #expect(at(controller) == "parent/goal")
    controller.back()
    #expect(at(controller) == "parent/week")
  }

  @Test func `rule 12: answers that followed are offered again where the same is asked`() {
    let controller = FlowController()
    controller.start(SumFlow(), .test)
    for answer in ["1", "2", "3"] { controller.answer(.text(answer)) }
    for _ in 0..<3 { controller.back() }
    #expect(at(controller) == "sum/first")
    #expect(controller.prompt?.draft == "1")
    controller.answer("9")
    #expect(controller.prompt?.draft == "2")
    controller.answer("8")
    #expect(controller.prompt?.draft == "3")
  }

  @Test func `rule 12: back over a load reads it again, back inside does not`() {
    let log = Log()
    let controller = FlowController()
    let flow = ClosureFlow("loading") { context in
      let before = try await context.run(ask("before"))
      let rate = try await context.load("rate") {
        log.add("read")
        return 7
      }
      return try await context.run(ask("one")) + context.run(ask("two")) + before + rate
    }
    controller.start(flow, .test)
    controller.answer("1")
    controller.answer("2")
    controller.back()
    #expect(log.all == ["read"])
    controller.back()
    #expect(at(controller) == "loading/before")
    controller.answer("1")
    #expect(log.all == ["read", "read"])
  }

  @Test func `rule 12: what a step before the back showed is dismissed, the rest stays`() {
    let presenter = RecordingPresenter()
    let controller = FlowController(presenter: presenter)
    controller.start(SumFlow(), .test)
    for answer in ["1", "2", "3"] { controller.answer(.text(answer)) }
    controller.back()
    #expect(presenter.log.all.suffix(2) == ["dismiss 2..<4", "present 4 sum/product/right"])
    controller.answer("3")
    controller.answer("yes")
    #expect(
      presenter.log.all.suffix(3) == ["ended finished 14", "dismiss 0..<2", "dismiss 4..<6"])
  }

  @Test func `rule 12: back from answer ten thousand, and again, and again`() {
    let flow = ClosureFlow("long") { context in
      var sum = 0
      for _ in 0..<10_000 { sum += try await context.run(ask()) }
      return sum
    }
    let log = Log()
    let controller = FlowController()
    controller.start(flow, .test, handler: log.handler("root"))
    for _ in 0..<9_999 { controller.answer("1") }
    for _ in 0..<3 { #expect(controller.back() == .accepted) }
    #expect(controller.journal.answers.count == 9_996)
    for _ in 0..<4 { controller.answer("2") }
    #expect(log.all.last == "root finished 10004")
  }
}
