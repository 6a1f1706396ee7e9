import Flowline
import Synchronization
import TestSupport
import Testing

/// How far loads, commits and checks have come.
struct EffectProgressTests {
  private final class Watcher: Presenter {
    let log = Log()

    func present(_ prompt: Prompt) { log.add("present \(prompt.id)") }
    func working(on step: StepPath) { log.add("working \(step)") }
    func progressed(on effect: FlowInspection.Effect) {
      let total = effect.total.map { "\($0)" } ?? "?"
      log.add("\(effect.kind) \(effect.id) \(effect.done ?? -1) of \(total)")
    }
  }

  @Test func `a front end hears the latest, after it heard of the effect and before its end`() {
    let held = Held<Void>()
    let flow = ClosureFlow("flow") { context in
      try await context.load("payments", title: "Reading payments") {
        for done in 1...3 { EffectProgress.report(done, of: 9) }
        await held.wait()
        EffectProgress.report(6, of: 9)
        await held.wait()
        EffectProgress.report(9, of: 9)
        return 1
      }
    }
    let watcher = Watcher()
    let events = Events()
    let controller = FlowController(presenter: watcher)
    controller.start(flow, SessionOptions.test.observed(events))
    #expect(watcher.log.all == ["working flow/payments", "load payments 3 of 9"])
    let effect = controller.legalInputs.underWay.first
    #expect(effect?.title?.text == "Reading payments")
    #expect(effect?.kind == .load)
    #expect(effect?.done == 3)
    #expect(effect?.total == 9)
    held.release((), controller)
    #expect(watcher.log.all.last == "load payments 6 of 9")
    #expect(controller.inspection.effects.first?.done == 6)
    held.release((), controller)
    #expect(watcher.log.all.count == 3, "what came with the end is not told: \(watcher.log.all)")
    #expect(
      events.lines.filter { $0.hasPrefix("effect") }.map { $0.split(separator: " ").last } == [
        "began", "progressed", "progressed", "replied",
      ])
    #expect(controller.lines == ["load payments 1", "finish 1"], "no journal has it")
  }

  @Test func `an effect says in words what it is doing, until there is nothing to say`() {
    let held = Held<Void>()
    let flow = ClosureFlow("flow") { context in
      try await context.load("payments", title: "Reading payments") {
        EffectProgress.tell("busy, next attempt in 2 s")
        await held.wait()
        EffectProgress.tell("busy, next attempt in 1 s")
        await held.wait()
        EffectProgress.tell(nil)
        await held.wait()
        return 1
      }
    }
    let events = Events()
    let controller = FlowController(presenter: Watcher())
    controller.start(flow, SessionOptions.test.observed(events))
    var remarks: [String?] = []
    for _ in 0..<3 {
      remarks.append(controller.inspection.effects.first?.remark?.text)
      held.release((), controller)
    }
    #expect(remarks == ["busy, next attempt in 2 s", "busy, next attempt in 1 s", nil])
    #expect(!events.lines.contains { $0.contains("progressed") }, "there are no figures")
    #expect(controller.lines == ["load payments 1", "finish 1"], "no journal has it")
  }

  @Test func `an effect that was given up tells nobody`() {
    let held = Held<Void>()
    let watcher = Watcher()
    let controller = FlowController(presenter: watcher)
    let flow = ClosureFlow("flow") { context in
      try await context.load("slow") {
        await held.wait()
        EffectProgress.report(1, of: 2)
        await held.wait()
        return 1
      }
    }
    controller.start(flow, .test)
    controller.terminate()
    held.release((), controller)
    held.release((), controller)
    #expect(watcher.log.all == ["working flow/slow"])
    #expect(controller.leaks.isEmpty)
  }

  @Test func `a commit has a title and may not know how much there is to do`() {
    let held = Held<Void>()
    let watcher = Watcher()
    let controller = FlowController(presenter: watcher)
    let flow = ClosureFlow("flow") { context in
      try await context.run(
        Commit("move", title: "Moving", of: 5) { _, _ in
          EffectProgress.report(1)
          await held.wait()
          return 1
        })
    }
    controller.start(flow, .test)
    #expect(watcher.log.all.last == "commit move 1 of ?")
    #expect(controller.inspection.effects.first?.title?.text == "Moving")
    #expect(controller.inspection.effects.first?.isCommit == true)
    held.release((), controller)
    #expect(controller.inspection.state == .ended)
  }

  @Test func `outside of an effect a report is not told of one that is under way`() {
    let held = Held<Void>()
    let watcher = Watcher()
    let controller = FlowController(presenter: watcher)
    let flow = ClosureFlow("flow") { context in
      try await context.load("slow") {
        await held.wait()
        return 1
      }
    }
    controller.start(flow, .test)
    EffectProgress.report(1, of: 2)
    EffectProgress.tell("busy")
    let effect = controller.inspection.effects.first
    #expect(effect?.id == "slow" && effect?.done == nil && effect?.remark == nil)
    #expect(watcher.log.all == ["working flow/slow"])
    held.release((), controller)
    #expect(controller.lines == ["load slow 1", "finish 1"])
  }

  @Test func `rule 24: a front end that throws where it is told fails the session`() {
    final class Broken: Presenter {
      func present(_ prompt: Prompt) {}
      func progressed(on effect: FlowInspection.Effect) throws { throw FlowMisuse.noChildren }
    }
    let held = Held<Void>()
    let log = Log()
    let controller = FlowController(presenter: Broken())
    let flow = ClosureFlow("flow") { context in
      try await context.load("slow") {
        EffectProgress.report(1, of: 2)
        await held.wait()
        return 1
      }
    }
    controller.start(flow, .test, handler: log.handler("root"))
    #expect(log.all.last?.hasPrefix("root failed flow: ") == true)
    held.release((), controller)
    #expect(controller.leaks.isEmpty)
  }
}
