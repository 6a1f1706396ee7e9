import FoundationEssentials
import TestSupport
import Testing

@testable import Flowline

/// Checks that are given up, and what else is waited for.
struct StoppedCheckRules {
  @Test func `rule 8: what a check that was stopped finds out reaches nobody and is recorded`()
    throws
  {
    let held = Held<Refusal?>()
    let presenter = RecordingPresenter()
    let controller = CheckedFlow.start(
      CheckedFlow.flow { _ in await held.wait() }, presenter: presenter)
    controller.answer(" 5 ")
    #expect(controller.stopWaiting() == .accepted)
    let prompt = try #require(controller.prompt)
    #expect(prompt.id == "name")
    #expect(prompt.draft == " 5 ")
    #expect(prompt.refused == nil)
    #expect(prompt.presentation == 2)
    held.release(CheckedFlow.taken, controller)
    #expect(controller.prompt == prompt)
    #expect(controller.diagnostics.map(\.code) == [.lateReply])
    controller.answer("6")
    held.release(nil, controller)
    #expect(controller.prompt?.id == "last")
    #expect(
      controller.lines == [
        "show first number", "answer first 1", "show name number", "answer name 6",
        "show last number",
      ])
    #expect(controller.leaks.effects == 0)
  }

  @Test func `rule 12: one goes back while a check runs, and its verdict reaches nobody`() {
    let held = Held<Refusal?>()
    let controller = CheckedFlow.start(CheckedFlow.flow { _ in await held.wait() })
    controller.answer("5")
    #expect((try? controller.legalInputs.back.get()) == StepPath(["flow", "first"]))
    #expect(controller.back() == .accepted)
    #expect(controller.prompt?.id == "first")
    #expect(controller.prompt?.draft == "1")
    held.release(nil, controller)
    #expect(controller.prompt?.id == "first")
    #expect(controller.diagnostics.map(\.code) == [.lateReply])
    #expect(controller.lines.filter { $0.hasPrefix("show name") }.count == 1)
  }

  @Test(arguments: [false, true])
  func `rule 1: leaving and ending while a check runs give one outcome`(isTerminated: Bool) {
    let held = Held<Refusal?>()
    let log = Log()
    let controller = CheckedFlow.start(CheckedFlow.flow { _ in await held.wait() }, handler: log)
    controller.answer("5")
    #expect((isTerminated ? controller.terminate() : controller.cancel()) == .accepted)
    #expect(
      log.all == ["root started", "root cancelled \(isTerminated ? "terminated" : "user")"])
    held.release(nil, controller)
    #expect(log.all.count == 2)
    #expect(controller.leaks.isEmpty)
  }

  @Test func `a load is stopped by going back to the last question`() {
    let held = Held<Int>()
    let flow = ClosureFlow("flow") { context in
      let early = try await context.load("early") { await held.wait() }
      let first = try await context.run(ask("first"))
      return try await context.load("late") { await held.wait() } + early + first
    }
    let controller = FlowController()
    #expect(controller.stopWaiting().code == .notRunning)
    controller.start(flow, .test)
    #expect(controller.stopWaiting().code == .atFirstStep)
    held.release(1, controller)
    #expect(controller.stopWaiting().code == .nothingUnderWay)
    controller.answer("3")
    #expect(controller.stopWaiting() == .accepted)
    #expect(controller.prompt?.id == "first")
    #expect(controller.prompt?.draft == "3")
    held.release(2, controller)
    #expect(controller.diagnostics.map(\.code) == [.lateReply])
  }

  @Test func `a commit is not stopped`() {
    let held = Held<Int>()
    let flow = ClosureFlow("flow") { context in
      let first = try await context.run(ask("first"))
      return try await context.commit("save") { _ in await held.wait() } + first
    }
    let controller = FlowController()
    controller.start(flow, .test)
    controller.answer("3")
    #expect(controller.stopWaiting().code == .committing)
    held.release(2, controller)
    #expect(controller.inspection.state == .ended)
  }
}
