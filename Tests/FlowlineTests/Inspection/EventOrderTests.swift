import FoundationEssentials
import TestSupport
import Testing

@testable import Flowline

/// What observers hear, and when: the order that the article on observing promises.
struct EventOrderTests {
  /// A front end that writes into the log of the observer.
  private final class LoggingPresenter: Presenter {
    let log: Log

    init(_ log: Log) { self.log = log }

    func present(_ prompt: Prompt) { log.add("present \(prompt.id)") }
    func working(on step: StepPath) { log.add("working \(step)") }
    func dismiss(_ presentations: Range<Int>) { log.add("dismiss \(presentations)") }
    func ended(_ outcome: Outcome<JSONValue>) { log.add("ended \(outcome.map(\.text).short)") }
  }

  /// Runs a child with a handler, and saves what it gives.
  private func family(_ log: Log) -> ClosureFlow<Int> {
    ClosureFlow("family") { context in
      log.add("body")
      let number = try await context.run(
        ClosureFlow("child") { context in
          log.add("child's body")
          return try await context.run(ask("age"))
        }, handler: log.handler("child's handler"))
      return try await context.commit("save") { _ in
        log.add("write")
        return number + 1
      }
    }
  }

  @Test func `events, handlers, presenter and bodies are told in the documented order`() throws {
    let key = IdempotencyKey(session: try #require(SessionOptions.test.session), commit: 0)
    let log = Log()
    let controller = FlowController(presenter: LoggingPresenter(log))
    controller.observe { log.add($0.line) }
    controller.start(family(log), .test, handler: log.handler("handler"))
    controller.answer("x")
    controller.answer("41")
    controller.waitUntilSettled()
    #expect(
      log.all
        == [
          // A flow's start is told before its handler hears of it and before its body runs.
          "started family version 1", "handler started", "body",
          "started family/child version 1", "child's handler started", "child's body",
          // A question is told before the front end has it, a refusal when it is one.
          "asked family/child/age number", "present age",
          "refused family/child/age answer not-a-number",
          // An answer is told before anything that comes of it, an end before its handler hears.
          "answered family/child/age", "ended family/child finished",
          "child's handler finished 41",
          // An effect is told before it runs, and its reply before the flow goes on.
          "effect family/save began \(key)", "write",
          "effect family/save replied \(key)",
          "ended family finished", "handler finished 42", "ended finished 42",
          // What the child's handler asked for from inside the step comes when the step is over.
          "dismiss 0..<1",
        ])
    expectClean(controller)
  }

  @Test func `numbers count up by one, and every event knows its session`() {
    let events = Events()
    let controller = FlowController()
    controller.observe(events.add)
    for _ in 0..<2 {
      controller.start(SumFlow(), .test)
      for answer in ["1", "2", "3"] { controller.answer(.text(answer)) }
      controller.terminate()
    }
    #expect(events.all.map(\.sequence) == Array(1...events.all.count))
    #expect(Set(events.all.map(\.session)) == [SessionOptions.test.session])
  }

  @Test func `going back tells where to, then the flows it led out of, then the question`() {
    let events = Events()
    let controller = FlowController()
    controller.start(SumFlow(), .test)
    controller.answer("1")
    controller.observe(events.add)
    controller.back()
    controller.answer("2")
    #expect(
      events.lines == [
        "back sum/first", "ended sum/product cancelled back", "asked sum/first number",
        "answered sum/first", "started sum/product version 1", "asked sum/product/left number",
      ])
  }

  @Test func `going back inside a flow tells nothing of the flow`() {
    let events = Events()
    let controller = FlowController()
    controller.start(SumFlow(), .test)
    for answer in ["1", "2"] { controller.answer(.text(answer)) }
    controller.observe(events.add)
    controller.back()
    #expect(events.lines == ["back sum/product/left", "asked sum/product/left number"])
  }

  @Test func `going back into a flow that had ended tells that it has started again`() {
    let events = Events()
    let controller = FlowController()
    controller.start(SumFlow(), .test)
    for answer in ["1", "2", "3"] { controller.answer(.text(answer)) }
    controller.waitUntilSettled()
    controller.observe(events.add)
    controller.back()
    controller.answer("4")
    controller.waitUntilSettled()
    // The load that follows may still be under way when the answer returns.
    #expect(
      events.lines.prefix(5) == [
        "back sum/product/right", "started sum/product version 1",
        "asked sum/product/right number", "answered sum/product/right",
        "ended sum/product finished",
      ])
  }

  @Test func `a replay tells nothing of what it has, and says where it ends`() {
    let first = FlowController()
    first.start(SumFlow(), .test)
    for answer in ["1", "2"] { first.answer(.text(answer)) }
    let events = Events()
    let second = FlowController()
    second.start(SumFlow(), SessionOptions(journal: first.journal, observer: events.add))
    #expect(
      events.lines == [
        "started sum version 1", "rebuilt sum 2 answers", "asked sum/product/right number",
      ])
    second.answer("3")
    #expect(
      events.lines.dropFirst(3).prefix(2) == [
        "answered sum/product/right", "ended sum/product finished",
      ])
  }

  @Test func `terminating ends from the inside out, each flow once`() {
    let events = Events()
    let controller = FlowController()
    controller.observe(events.add)
    controller.start(SumFlow(), .test)
    controller.answer("1")
    controller.terminate()
    #expect(
      events.lines.suffix(2) == [
        "ended sum/product cancelled terminated", "ended sum cancelled terminated",
      ])
  }

  @Test func `a body that does not unwind is reported like one that does`() {
    let events = Events()
    let controller = FlowController()
    controller.observe(events.add)
    let stubborn = ClosureFlow("stubborn") { context in
      _ = try? await context.run(
        ClosureFlow("child") { context in
          while true { _ = try? await context.run(ask()) }
          return 0
        })
      return 1
    }
    controller.start(stubborn, .test)
    controller.terminate()
    #expect(
      events.lines.suffix(3) == [
        "diagnostic stubborn/child ignored-end", "ended stubborn/child cancelled terminated",
        "ended stubborn cancelled terminated",
      ])
  }

  @Test func `a commit that was cut off is told as repeated, with its old key`() throws {
    let gate = Gate<Int>()
    let flow = ClosureFlow("pay") { context in
      try await context.commit("save") { _ in await gate.wait() }
    }
    let first = FlowController()
    let begun = Events()
    first.start(flow, .test.observed(begun))
    let events = Events()
    let second = FlowController()
    second.start(flow, SessionOptions(journal: first.journal, observer: events.add))
    let key = try #require(begun.lines.last?.split(separator: " ").last)
    first.terminate()
    gate.open(1)
    second.waitUntilSettled()
    #expect(
      events.lines == [
        "started pay version 1", "rebuilt pay 0 answers", "effect pay/save repeated \(key)",
        "effect pay/save replied \(key)", "ended pay finished",
      ])
  }

  @Test func `an effect that throws is told, and its repetition before it runs`() {
    struct Broken: Error {}
    let events = Events()
    let controller = FlowController()
    controller.observe(events.add)
    let works = Box<Bool>()
    controller.start(
      ClosureFlow("read") { context in
        try await context.load("rate") {
          guard works.value == true else { throw Broken() }
          return 1
        }
      }, .test)
    controller.waitUntilSettled()
    #expect(
      events.lines == [
        "started read version 1", "effect read/rate began", "effect read/rate failed",
      ])
    #expect(events.all.compactMap(\.failure) == ["Broken()"])
    works.value = true
    controller.answer("again")
    controller.waitUntilSettled()
    #expect(
      events.lines.dropFirst(3) == [
        "effect read/rate repeated", "effect read/rate replied", "ended read finished",
      ])
  }

  @Test func `an answer given beforehand is told as asked and answered, or as refused`() {
    let events = Events()
    let controller = FlowController()
    var options = SessionOptions.test.observed(events)
    options.given = [GivenAnswer("a", answer: "1"), GivenAnswer("b", answer: "x")]
    controller.start(ClosureFlow("two") { try await $0.run(ask("a")) + $0.run(ask("b")) }, options)
    #expect(
      events.lines == [
        "started two version 1", "asked two/a number", "answered two/a", "asked two/b number",
        "refused two/b answer not-a-number",
      ])
    #expect(controller.inspection.refused == controller.prompt?.refused)
    #expect(controller.fill(["b": "1"]).code == .noForm)
    #expect(events.lines.last == "refused two/b fill no-form")
  }

  @Test func `a journal that does not fit is told before the question it leads to`() {
    let first = FlowController()
    first.start(ClosureFlow("two") { try await $0.run(ask("a")) + $0.run(ask("b")) }, .test)
    first.answer("1")
    let events = Events()
    let second = FlowController()
    second.start(
      ClosureFlow("two") { try await $0.run(ask("c")) },
      SessionOptions(journal: first.journal, observer: events.add))
    #expect(
      events.lines == [
        "started two version 1", "rebuilt two 0 answers", "diverged two/c",
        "asked two/c number",
      ])
  }
}

extension FlowEvent {
  /// The event without its number.
  var line: String { String(description.drop { $0 != " " }.dropFirst()) }

  fileprivate var failure: String? {
    switch kind {
    case .effect(_, .failed(let message)), .ended(.failed(let message)): message
    default: nil
    }
  }
}
