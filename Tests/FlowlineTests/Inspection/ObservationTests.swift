import Flowline
import FoundationEssentials
import Synchronization
import TestSupport
import Testing

/// Coming and going of observers, and what they may do.
struct ObservationTests {
  @Test func `rule 7: what an observer asks of the controller is queued`() {
    let log = Log()
    let controller = FlowController()
    let observed = Box<FlowController>()
    observed.value = controller
    let observation = controller.observe { event in
      log.add(event.line)
      guard case .asked = event.kind, let controller = observed.value else { return }
      log.add("\(controller.answer("1") == .queued) \(controller.prompt?.id ?? "")")
    }
    controller.start(ClosureFlow("two") { try await $0.run(ask("a")) + $0.run(ask("b")) }, .test)
    #expect(
      log.all == [
        "started two version 1", "asked two/a number", "true a", "answered two/a",
        "asked two/b number", "true b", "answered two/b", "ended two finished",
      ])
    observation.cancel()
    observed.value = nil
  }

  @Test func `an observer that is cancelled hears nothing more, also in the middle of an event`() {
    let events = Events()
    let controller = FlowController()
    let second = Box<FlowObservation>()
    controller.observe { _ in second.value?.cancel() }
    second.value = controller.observe(events.add)
    let third = Events()
    let observation = controller.observe(third.add)
    controller.start(ask(), .test)
    observation.cancel()
    observation.cancel()
    controller.answer("1")
    #expect(events.all.isEmpty)
    #expect(third.lines == ["started number version 1", "asked number number"])
  }

  @Test func `an observer of the options hears one session, an observer of the controller all`() {
    let one = Events()
    let all = Events()
    let controller = FlowController()
    controller.observe(all.add)
    controller.start(ask(), .test.observed(one))
    controller.answer("1")
    controller.start(ask(), .test)
    controller.answer("2")
    #expect(
      one.lines == [
        "started number version 1", "asked number number", "answered number",
        "ended number finished",
      ])
    #expect(all.lines == one.lines + one.lines)
  }

  @Test func `rule 5: after the end nothing holds the observer of a session`() {
    let controller = FlowController()
    weak var token: Token?
    do {
      let kept = Token()
      token = kept
      var options = SessionOptions.test
      options.observer = { _ in _ = kept }
      controller.start(ask(), options)
    }
    #expect(token != nil)
    controller.answer("1")
    #expect(token == nil)
  }

  @Test func `rule 5: a controller that is let go tells of the end and lets go of its observers`() {
    let events = Events()
    weak var token: Token?
    do {
      let kept = Token()
      token = kept
      let controller = FlowController()
      controller.observe { event in
        _ = kept
        events.add(event)
      }
      controller.start(ask(), .test)
    }
    #expect(events.lines.last == "ended number cancelled abandoned")
    #expect(token == nil)
  }

  @Test func `an observer that comes late hears from there on`() {
    let events = Events()
    let controller = FlowController()
    controller.start(SumFlow(), .test)
    controller.answer("1")
    controller.observe(events.add)
    controller.answer("2")
    #expect(events.lines == ["answered sum/product/left", "asked sum/product/right number"])
    #expect(events.all.first?.sequence == 1)
  }

  @Test func `a stream gives the events of a session and ends with it`() async {
    let controller = FlowController()
    let stream = controller.events()
    controller.start(ask(), .test)
    controller.answer("1")
    var lines: [String] = []
    for await event in stream { lines.append(event.line) }
    #expect(
      lines == [
        "started number version 1", "asked number number", "answered number",
        "ended number finished",
      ])
  }

  @Test func `a stream ends when its controller is let go without a session`() async {
    let stream = FlowController().events()
    for await event in stream { Issue.record("\(event)") }
  }

  @Test func `what is refused is told with the input, and the text of an answer as it came`() {
    let events = Events()
    let controller = FlowController()
    controller.observe(events.add)
    controller.answer("1")
    controller.start(ask(), .test)
    controller.start(ask(), .test)
    controller.answer(" x")
    controller.answer("7", to: 99)
    controller.back()
    let refused = events.all.compactMap { event -> String? in
      guard case .refused(let refusal, let input) = event.kind else { return nil }
      var text = "\(event.path) \(input.name) \(refusal.code.rawValue)"
      if case .answer(let answer?) = input { text += " \(answer.text)" }
      return text
    }
    #expect(
      refused == [
        " answer not-running", "number start already-running",
        "number answer not-a-number \" x\"", "number answer stale", "number back at-first-step",
      ])
  }

  @Test func `rule 22: no event tells what a sensitive screen was answered`() throws {
    let events = Events()
    let controller = FlowController()
    controller.observe(events.add)
    let flow = ClosureFlow("login") { context in
      let pin = try await context.run(TextScreen("pin", "PIN?", length: 4...9).sensitive())
      return try await context.run(ask("after")) + pin.reveal().count
    }
    controller.start(flow, .test)
    let presentation = try #require(controller.prompt?.presentation)
    controller.answer(.text("hunter2-is-far-too-long"))
    let refused = try #require(controller.inspection.refused)
    #expect(refused.answer == nil)
    #expect(refused.code == .tooLong)
    controller.answer(.text("hunter2"))
    // Sent twice, as an impatient finger does: the second comes to another question.
    controller.answer(.text("hunter2"), to: presentation)
    #expect(events.lines.contains("answered login/pin"))
    #expect(events.lines.contains("refused login/after answer stale"))
    #expect(!"\(events.all.map { "\($0.kind)" })".contains("hunter2"))
    #expect(!"\(controller.inspection)".contains("hunter2"))
    #expect(!"\(controller.legalInputs)".contains("hunter2"))
  }

  @Test func `a metrics observer counts what happens and how long effects were under way`() {
    let metrics = Metrics()
    let controller = FlowController()
    controller.observe(metrics.observer)
    controller.start(SumFlow(), .test)
    for answer in ["1", "x", "2", "3"] {
      controller.answer(.text(answer))
      controller.waitUntilSettled()
    }
    controller.answer("yes")
    controller.waitUntilSettled()
    #expect(
      metrics.counts == [
        "started": 2, "asked": 4, "answered": 4, "refused": 1, "refused.not-a-number": 1,
        "effect": 4, "effect.began": 2, "effect.replied": 2, "ended": 2, "ended.finished": 2,
      ])
    #expect(metrics.open.isEmpty)
  }
}

/// Counts events by their kind, and effects that have begun and not ended: an observer is no more
/// than this.
private final class Metrics: Sendable {
  private struct State {
    var counts: [String: Int] = [:]
    var open: Set<Int> = []
  }

  private let state = Mutex(State())

  var counts: [String: Int] { state.withLock(\.counts) }
  var open: Set<Int> { state.withLock(\.open) }

  var observer: FlowObserver {
    { event in
      self.state.withLock { state in
        state.counts[event.kind.name, default: 0] += 1
        switch event.kind {
        case .refused(let refusal, _):
          state.counts["refused.\(refusal.code.rawValue)", default: 0] += 1
        case .ended(let ending): state.counts["ended.\(ending.name)", default: 0] += 1
        case .effect(let effect, let phase):
          state.counts["effect.\(phase.name)", default: 0] += 1
          switch phase {
          case .began, .repeated: state.open.insert(effect.number)
          case .progressed: break
          case .replied, .failed: state.open.remove(effect.number)
          }
        default: break
        }
      }
    }
  }
}
