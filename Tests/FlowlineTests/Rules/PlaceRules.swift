import Flowline
import Synchronization
import TestSupport
import Testing

/// Rules 9 and 10, for flows that are shown in a place of their own: modal or pushed.
struct PlaceRules {
  /// A front end that writes down which place each prompt is in, and what is opened and closed.
  private final class Stack: Presenter {
    private let lines = Mutex<[String]>([])
    private let opened = Mutex<[FlowPlace]>([])

    func open(_ place: FlowPlace) {
      opened.withLock { $0.append(place) }
      add("open \(place.style.rawValue) \(place.flow)")
    }
    func present(_ prompt: Prompt) {
      add("\(prompt.id) in \(prompt.place.map { "\($0.flow)" } ?? "place")")
    }
    func working(on step: StepPath) { add("working on \(step)") }
    func dismiss(_ presentations: Range<Int>) { add("dismiss \(presentations.count)") }
    func close(_ place: FlowPlace) { add("close \(place.flow)") }
    func ended(_ outcome: Outcome<JSONValue>) { add(outcome.map(\.text).short) }

    private func add(_ line: String) { lines.withLock { $0.append(line) } }

    /// What was told since this was asked last.
    func news() -> [String] {
      lines.withLock { lines in
        defer { lines = [] }
        return lines
      }
    }

    /// The place that was opened first.
    var firstPlace: FlowPlace? { opened.withLock { $0.first } }
  }

  /// Asks for a card in a modal, with a bank to choose in a page that is pushed there, and goes on.
  private static func shop(
    _ handler: @escaping @Sendable (Dismisser) -> Void = { $0.dismiss() }
  ) -> some Flow<String> {
    ClosureFlow("shop") { context in
      let item = try await context.run(ask("item"))
      let card = ClosureFlow("card") { context in
        let number = try await context.run(ask("number"))
        let bank = try await context.run(
          ClosureFlow("bank") { try await $0.run(ask("sort")) }.presented(.pushed))
        return number + bank + (try await context.run(ask("code")))
      }
      var paid: Outcome<Int>
      repeat {
        paid = try await context.outcome(
          of: card.presented(.modal), handler: FlowHandler { handler($1) })
      } while paid == .cancelled(.dismissed)
      return "\(item) \(paid.short) \(try await context.run(ask("note")))"
    }
  }

  private func begin(_ flow: some Flow, _ answers: Int) -> (FlowController, Stack) {
    let stack = Stack()
    let controller = FlowController(presenter: stack)
    controller.start(flow, .test)
    for _ in 0..<answers { controller.answer("1") }
    return (controller, stack)
  }

  @Test
  func `rule 10: a place is opened with the first that is shown in it, and closed with the last`()
    throws
  {
    let (controller, stack) = begin(Self.shop(), 1)
    #expect(stack.news() == ["item in place", "open modal card", "number in card"])
    controller.answer("1")
    #expect(stack.news() == ["open pushed bank", "sort in bank"])
    let place = try #require(controller.prompt?.place)
    #expect(place.style == .pushed && place.title.text == "bank")
    controller.answer("1")
    // Nobody has dismissed the page that was pushed: it is the modal's until that is closed.
    #expect(stack.news() == ["code in card"])
    controller.answer("1")
    #expect(stack.news() == ["note in place", "dismiss 3", "close bank", "close card"])
    controller.answer("1")
    #expect(stack.news() == ["finished \"1 finished 3 1\"", "dismiss 1", "dismiss 1"])
    expectClean(controller)
  }

  @Test func `rule 10: the caller decides when a place is closed, also after the end`() {
    let kept = Box<Dismisser>()
    let stack = Stack()
    let controller = FlowController(presenter: stack)
    controller.start(Self.shop { kept.value = $0 }, .test, handler: FlowHandler { _, _ in })
    for _ in 0..<5 { controller.answer("1") }
    #expect(controller.inspection.state == .ended)
    #expect(!stack.news().contains { $0.hasPrefix("close") || $0.hasPrefix("dismiss") })
    kept.value?.dismiss()
    kept.value?.dismiss()
    #expect(stack.news() == ["dismiss 3", "close bank", "close card"])
  }

  @Test func `rule 9: a place that is gone ends its flow as dismissed, and is not closed again`()
    throws
  {
    let (controller, stack) = begin(Self.shop(), 2)
    _ = stack.news()
    #expect(controller.prompt?.place?.flow == "bank")
    // The modal as a whole, with what was pushed in it.
    let modal = try #require(stack.firstPlace)
    #expect(modal.flow == "card")
    #expect(controller.gone(place: modal.number) == .accepted)
    #expect(stack.news() == ["open modal card", "number in card"])
    #expect(controller.inspection.shown == [0..<1, 3..<4])
    #expect(controller.gone(place: modal.number).code == .stale)
    try expectFixpoint(controller, Self.shop())
    for _ in 0..<4 { controller.answer("2") }
    #expect(controller.inspection.state == .ended)
    try expectFixpoint(controller, Self.shop())
    expectClean(controller)
  }

  @Test func `rule 12: going back inside a place stays in it; going back out of it closes it`()
    throws
  {
    let (controller, stack) = begin(Self.shop(), 3)
    let number = try #require(controller.prompt?.place?.number)
    _ = stack.news()
    controller.back()
    #expect(stack.news() == ["dismiss 2", "sort in bank"])
    controller.back()
    #expect(stack.news() == ["dismiss 1", "dismiss 1", "close bank", "number in card"])
    #expect(controller.prompt?.place?.number == number)
    controller.back()
    #expect(stack.news() == ["dismiss 1", "dismiss 1", "close card", "item in place"])
    controller.answer("1")
    #expect(stack.news() == ["open modal card", "number in card"])
    #expect(controller.prompt?.place?.number != number)
  }

  @Test func `rule 4: ending the session dismisses and closes, the innermost first`() {
    let (controller, stack) = begin(Self.shop(), 2)
    _ = stack.news()
    controller.terminate()
    #expect(
      stack.news() == [
        "dismiss 1", "dismiss 1", "dismiss 1", "close bank", "close card", "cancelled terminated",
      ])
    expectClean(controller)
  }

  @Test func `rule 4: a flow that is ended by its number closes its place`() throws {
    let (controller, stack) = begin(Self.shop(), 2)
    _ = stack.news()
    let card = try #require(controller.inspection.flows.first { $0.id == "card" })
    #expect(controller.end(card.number) == .accepted)
    #expect(stack.news() == ["dismiss 2", "close bank", "close card", "note in place"])
  }

  @Test
  func `rule 17: a session that is rebuilt inside a place opens it, and has the same journal`()
    throws
  {
    let (first, _) = begin(Self.shop(), 2)
    let journal = first.journal
    let stack = Stack()
    let next = FlowController(presenter: stack)
    next.start(Self.shop(), SessionOptions(journal: journal))
    #expect(stack.news() == ["open modal card", "open pushed bank", "sort in bank"])
    #expect(next.journal.text == journal.text)
    // How a flow is shown is no matter of its journal.
    #expect(!journal.text.contains("modal"))
  }

  @Test func `a place is opened for work too, and a place without anything to see is not`() {
    let gate = Gate<Int>()
    let quiet = ClosureFlow("quiet") { _ in 1 }
    let busy = ClosureFlow("busy") { context in try await context.load("rate") { await gate.wait() }
    }
    let (controller, stack) = begin(
      ClosureFlow("outer") { context in
        let first = try await context.run(quiet.presented(.modal))
        return first + (try await context.run(busy.presented(.pushed)))
      }, 0)
    #expect(stack.news() == ["open pushed busy", "working on outer/busy/rate"])
    gate.open(2)
    controller.waitUntilSettled()
    #expect(stack.news() == ["close busy", "finished 3"])
  }

  @Test func `a screen can be shown in a place of its own, and children at once each in one`()
    throws
  {
    let flow = ClosureFlow("outer") { context in
      let first = try await context.run(ask("alone").presented(.modal))
      let (left, right) = try await context.all(
        ask("left").presented(.modal), ask("right").presented(.pushed))
      return "\(first) \(left) \(right)"
    }
    let (controller, stack) = begin(flow, 1)
    #expect(
      stack.news() == ["open modal alone", "alone in alone", "open modal left", "left in left"])
    #expect(controller.prompts.map(\.place?.flow) == ["left", "right"])
    try expectFixpoint(controller, flow)
    controller.answer("1")
    #expect(stack.news() == ["open pushed right", "right in right"])
    controller.answer("1")
    #expect(
      stack.news() == [
        "finished \"1 1 1\"", "dismiss 3", "close right", "close left", "close alone",
      ])
  }

  @Test func `the place of a screen that is gone leaves a journal that can be rebuilt`() throws {
    let flow = ClosureFlow("outer") { context in
      let first = try await context.outcome(of: ask("alone").presented(.modal))
      return "\(first.short) \(try await context.run(ask("after")))"
    }
    let (controller, _) = begin(flow, 0)
    let place = try #require(controller.prompt?.place)
    #expect(controller.gone(place: place.number) == .accepted)
    #expect(controller.prompt?.id == "after")
    try expectFixpoint(controller, flow)
    let (other, _) = begin(flow, 0)
    let alone = try #require(other.inspection.flows.first { $0.isScreen })
    #expect(other.end(alone.number) == .accepted)
    try expectFixpoint(other, flow)
    controller.answer("1")
    #expect(controller.journal.text.hasSuffix("finish \"cancelled dismissed 1\"\n"))
    try expectFixpoint(controller, flow)
  }

  @Test func `a consumer of states sees which places are open`() async {
    let controller = FlowController()
    var states = controller.states().makeAsyncIterator()
    controller.start(Self.shop(), .test)
    #expect(await states.next()?.places == [])
    controller.answer("1")
    #expect(await states.next()?.places.map(\.flow) == ["card"])
    controller.answer("1")
    #expect(await states.next()?.places.map(\.flow) == ["card", "bank"])
    controller.answer("1")
    controller.answer("1")
    #expect(await states.next()?.places == [])
    controller.terminate()
  }
}
