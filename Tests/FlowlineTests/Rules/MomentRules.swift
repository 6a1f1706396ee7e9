import FoundationEssentials
import Synchronization
import TestSupport
import Testing

@testable import Flowline

/// Moments that a flow waits for.
struct MomentRules {
  private static let line = #"wait day "2026-11-21T12:00:00.000Z""#

  private func waiting() -> Awaited {
    let awaited = Awaited()
    awaited.start(coolingOff)
    awaited.controller.answer("5")
    awaited.controller.waitUntilSettled()
    return awaited
  }

  @Test func `a flow waits until its moment has come, and front ends see until when`() throws {
    let awaited = waiting()
    let controller = awaited.controller
    #expect(controller.inspection.state == .waiting)
    #expect(controller.prompt == nil)
    let wait = try #require(controller.legalInputs.waits.first)
    #expect((wait.id, wait.kind) == ("day", .moment))
    #expect(wait.until == FlowEnvironment.test.now.addingTimeInterval(86_400))
    awaited.advance(to: 86_399)
    #expect(controller.inspection.state == .waiting)
    awaited.advance(to: 86_400)
    #expect(controller.prompt?.id == "note")
    #expect(
      controller.lines == ["show amount number", "answer amount 5", Self.line, "show note text"])
    controller.answer("x")
    #expect(awaited.log.all.last == "root finished 5 x")
    expectClean(controller)
  }

  @Test func `a moment that is over is not waited for`() throws {
    let awaited = Awaited(at: 90_000)
    awaited.start(coolingOff)
    awaited.controller.answer("5")
    #expect(awaited.controller.prompt?.id == "note")
    #expect(awaited.controller.lines.contains(Self.line))
  }

  @Test func `resumed before the moment a session waits, resumed after it goes on`() throws {
    let text = waiting().controller.journal.text
    #expect(!text.contains("wait"))
    let before = Awaited(at: 3600)
    #expect(try before.resume(coolingOff, from: text).inspection.state == .waiting)
    #expect(before.controller.journal.text == text)
    before.advance(to: 86_400)
    #expect(before.controller.prompt?.id == "note")
    let after = try Awaited(at: 100_000).resume(coolingOff, from: text)
    #expect(after.prompt?.id == "note")
    #expect(after.journal.text == before.controller.journal.text)
  }

  @Test func `rule 15: a moment of the journal has passed, whatever the clock says`() throws {
    let awaited = waiting()
    awaited.advance(to: 86_400)
    let text = awaited.controller.journal.text
    let again = try Awaited(at: -1000).resume(coolingOff, from: text)
    #expect(again.prompt?.id == "note")
    #expect(again.journal.text == text)
  }

  @Test func `rule 12: back over a moment leads to the question before it`()
    throws
  {
    let awaited = waiting()
    awaited.advance(to: 86_400)
    let controller = awaited.controller
    #expect(controller.back() == .accepted)
    #expect(controller.prompt?.id == "amount")
    controller.answer("6")
    #expect(controller.prompt?.id == "note")
    #expect(controller.lines.count { $0 == Self.line } == 2)
    let again = try Awaited().resume(coolingOff, from: controller.journal.text)
    #expect(again.journal.text == controller.journal.text)
  }

  @Test func `while a moment is waited for, back, stop, cancel and unloading give it up`() throws {
    let inputs: [(String, (FlowController) -> FlowController.Reception)] = [
      ("amount", { $0.back() }), ("amount", { $0.stopWaiting() }), ("", { $0.cancel() }),
      ("", { $0.terminate() }), ("", { $0.unload() }), ("", { $0.gone() }),
    ]
    for (step, input) in inputs {
      let awaited = waiting()
      #expect(input(awaited.controller) == .accepted)
      awaited.controller.waitUntilSettled()
      #expect(awaited.controller.prompt?.id == (step.isEmpty ? nil : StepID(step)))
      // The moment comes, and nobody waits for it.
      awaited.advance(to: 86_400)
      #expect(!awaited.controller.lines.contains(Self.line))
      #expect(awaited.controller.diagnostics.isEmpty)
      awaited.controller.wait { $0.runningEffects == 0 }
      awaited.controller.terminate()
      expectClean(awaited.controller)
    }
  }

  @Test func `a moment that comes and a back at once: one of them, whole`() {
    for _ in 0..<20 {
      let awaited = waiting()
      awaited.clock.advance(to: FlowEnvironment.test.now.addingTimeInterval(86_400))
      #expect(awaited.controller.back() == .accepted)
      awaited.controller.waitUntilSettled()
      #expect(awaited.controller.prompt?.id == "amount")
      awaited.controller.answer("6")
      awaited.controller.waitUntilSettled()
      #expect(awaited.controller.prompt?.id == "note")
      #expect(awaited.controller.diagnostics.isEmpty)
    }
  }

  @Test func `a clock that fails holds the session, and again waits again`() {
    let controller = FlowController()
    let clock = BrokenClock()
    var options = SessionOptions.test
    options.clock = clock
    controller.start(coolingOff, options)
    controller.answer("5")
    controller.waitUntilSettled()
    #expect(controller.prompt?.hold?.isCommit == false)
    #expect(controller.prompt?.hold?.message == "the clock stopped")
    controller.answer(.json("again"))
    controller.waitUntilSettled()
    #expect(controller.prompt?.hold != nil)
    clock.isOver.store(true, ordering: .relaxed)
    controller.answer(.json("again"))
    controller.waitUntilSettled()
    #expect(controller.prompt?.id == "note")
  }

  @Test(arguments: [ScriptReplay.Mode.recorded, .live])
  func `rule 15: a script says when moments came, and no replay waits`(mode: ScriptReplay.Mode)
    throws
  {
    var catalog = FlowCatalog()
    catalog.add(coolingOff, summary: "A cooling-off time")
    let awaited = waiting()
    func play(_ text: String) throws -> ScriptReplay.Report {
      try ScriptReplay(Script(parsing: text), of: catalog, or: .test).run(mode)
    }
    // Recorded while it waits.
    let before = awaited.controller.journal.text
    #expect(try play(before).mismatch == nil)
    #expect(try play(before).journal.text == before)
    awaited.advance(to: 86_400)
    awaited.controller.back()
    awaited.controller.answer("6")
    awaited.controller.waitUntilSettled()
    awaited.controller.answer("x")
    let text = awaited.controller.journal.text
    #expect(try play(text).mismatch == nil)
    #expect(try play(text).journal.text == text)
    let byHand = """
      flow cooling-off 1

      answer amount 5
      answer note "y"
      finish "5 y"

      """
    #expect(try play(byHand).mismatch == nil)
    // The flow waits longer now than it did then.
    let earlier = text.replacing("2026-11-21T12:00:00.000Z", with: "2026-11-20T13:00:00.000Z")
    #expect(try play(earlier).mismatch?.got == "the flow asks nothing")
  }

  @Test func `the system's clock wakes a session by itself`() async throws {
    let flow = ClosureFlow("soon") { context in
      let moment = Date().addingTimeInterval(0.01)
      try await context.wait("soon", until: moment)
      return try await context.run(ask())
    }
    let controller = FlowController()
    controller.start(flow, .test)
    #expect(try await controller.settled()?.id == "number")
  }

  @Test func `a manual clock wakes its sleepers, lets cancelled ones go, and never goes back`()
    async throws
  {
    let start = FlowEnvironment.test.now
    let clock = ManualFlowClock(at: start)
    clock.advance(to: start.addingTimeInterval(-5))
    #expect(clock.now == start)
    try await clock.sleep(until: start)
    let sleeper = Task { try await clock.sleep(until: start.addingTimeInterval(10)) }
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    let other = Task { try await clock.sleep(until: start.addingTimeInterval(10)) }
    clock.advance(to: start.addingTimeInterval(10))
    try await other.value
  }
}

/// A clock that cannot sleep until it is told so.
private final class BrokenClock: FlowClock {
  struct Stopped: Error, CustomStringConvertible {
    var description: String { "the clock stopped" }
  }

  let isOver = Atomic(false)

  var now: Date { FlowEnvironment.test.now }

  func sleep(until moment: Date) async throws {
    guard isOver.load(ordering: .relaxed) else { throw Stopped() }
  }
}
