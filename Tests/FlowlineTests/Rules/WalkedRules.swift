import TestSupport
import Testing

@testable import Flowline

/// What random walks found, each cut down to what is the matter.
struct WalkedRules {
  private func resume(_ flow: some Flow, _ controller: FlowController) throws -> FlowController {
    let resumed = FlowController()
    let journal = try Script(parsing: controller.journal.text).journal(or: .test)
    resumed.start(
      flow,
      SessionOptions(
        environment: journal.head.environment, session: journal.head.session, journal: journal,
        effects: nil, variant: nil, isReplay: true))
    return resumed
  }

  @Test func `rule 12: what a flow wrote before it was left stops back as well`() {
    let log = Log()
    let controller = FlowController()
    let flow = ClosureFlow("parent") { context in
      _ = try await context.run(ask("before"))
      _ = try await context.outcome(
        of: ClosureFlow("child") { own in
          let saved = try await own.commit("save") { key in
            log.add("\(key)")
            return 1
          }
          return try await own.run(ask("inside")) + saved
        })
      return try await context.run(ask("after"))
    }
    controller.start(flow, .test)
    controller.answer("1")
    controller.cancel()
    #expect(controller.prompt?.id == "after")
    #expect(controller.prompt?.backRefusal == .committed)
    #expect(controller.back().code == .committed)
    #expect(log.all.count == 1)
  }

  @Test(arguments: ["handled", "own"])
  func `rule 24: an error after a handled one comes from where it was thrown`(handled: String) {
    struct Trouble: Error, CustomStringConvertible { let description: String }
    let log = Log()
    let controller = FlowController()
    let flow = ClosureFlow("parent") { context -> Int in
      _ = try await context.outcome(
        of: ClosureFlow("child") { _ -> Int in throw Trouble(description: handled) })
      throw Trouble(description: "own")
    }
    controller.start(flow, .test, handler: log.handler("root"))
    #expect(log.all.last == "root failed parent: own")
  }

  @Test func `rule 15: an outer flow that is gone is so in the text of its journal`() throws {
    let flow = ClosureFlow("outer") { context in
      let outcome = try await context.outcome(
        of: ClosureFlow("middle") { middle in
          try await middle.run(ClosureFlow("inner") { try await $0.run(ask()) })
        })
      return try await context.run(ask(StepID("after \(outcome.short)")))
    }
    let controller = FlowController()
    controller.start(flow, .test)
    controller.gone()
    let resumed = try resume(flow, controller)
    #expect(resumed.divergence == nil)
    #expect(resumed.inspection.state == .ended)
    #expect(resumed.journal.text == controller.journal.text)
  }

  @Test func `rule 15: a child that is gone is so in a replay, and its parent goes on`() throws {
    let flow = ClosureFlow("parent") { context in
      _ = try await context.outcome(of: ClosureFlow("child") { try await $0.run(ask()) })
      return try await context.run(ask("after"))
    }
    let controller = FlowController()
    controller.start(flow, .test)
    controller.gone(controller.prompt?.presentation)
    controller.answer("4")
    var catalog = FlowCatalog()
    catalog.add(flow, summary: "Goes on")
    let script = try Script(parsing: controller.journal.text)
    let report = try ScriptReplay(script, of: catalog, or: .test).run(.recorded)
    #expect(report.mismatch == nil)
    #expect(report.journal.text == controller.journal.text)
  }

  @Test func `rule 15: back says which answer it went to where several have its name`() throws {
    let flow = ClosureFlow("twice") { context in
      try await context.run(ask("a")) + context.run(ask("a").skippedByBack())
        + context.run(ask("b"))
    }
    let controller = FlowController()
    controller.start(flow, .test)
    controller.answer("1")
    controller.answer("2")
    controller.back()
    #expect(controller.journal.text.contains("\nback a 2\n"))
    let resumed = try resume(flow, controller)
    #expect(resumed.journal.text == controller.journal.text)
    #expect(resumed.journal.answers.isEmpty)
  }
}
