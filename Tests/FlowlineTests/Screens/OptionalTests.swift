import Money
import Testing

@testable import Flowline

/// Answers that may be left out.
struct OptionalTests {
  private static func walk(_ answers: [Answer], asking screen: some Screen<Int?>) -> (
    result: Int??, controller: FlowController
  ) {
    let controller = FlowController()
    let result = Box<Int?>()
    controller.start(
      ClosureFlow("flow") { try await $0.run(screen) }, .test,
      handler: FlowHandler { outcome, _ in
        if case .finished(let value) = outcome { result.value = value }
      })
    for answer in answers { controller.answer(answer) }
    return (result.value, controller)
  }

  @Test(
    arguments: [
      ("", nil), ("  ", nil), ("12", 12), (.json(.null), nil), (.json(7), 7),
    ] as [(Answer, Int?)])
  func `nothing is nil, and anything else is what the screen reads`(answer: Answer, value: Int?) {
    let (result, controller) = Self.walk([answer], asking: ask().optional())
    #expect(result == .some(value))
    expectClean(controller)
  }

  @Test func `what the screen refuses is refused`() {
    let (result, controller) = Self.walk(["twelve", "5000"], asking: ask().optional())
    #expect(result == nil)
    #expect(controller.prompt?.accepts.text.hasSuffix("To leave it out, just press Enter.") == true)
    controller.answer("")
    expectClean(controller)
  }

  @Test func `a default is not taken`() {
    let screen = NumberScreen("number", "A number?", in: 0...9, default: 4).optional()
    let (result, controller) = Self.walk([""], asking: screen)
    #expect(result == .some(nil))
    expectClean(controller)
  }

  @Test func `a draft of nothing is nothing, and it is replayed`() throws {
    let flow = ClosureFlow("flow") { context in
      let first = try await context.run(ask("first").optional())
      return try await context.run(ask("second")) + (first ?? 0)
    }
    let controller = FlowController()
    controller.start(flow, .test)
    controller.answer("")
    controller.back()
    #expect(controller.prompt?.draft == "")
    controller.answer("")
    let resumed = FlowController()
    resumed.start(flow, SessionOptions(journal: controller.journal))
    #expect(resumed.prompt?.id == "second")
    resumed.answer("3")
    controller.terminate()
    expectClean(resumed)
  }

  @Test func `a field of a form may be left out`() {
    let form = Form<Int>("page", "A page") { page in
      let note = page.ask(TextScreen("note", "A note?").optional())
      let number = page.ask(ask())
      guard let note, let number else { return nil }
      return number + (note?.count ?? 0)
    }
    let controller = FlowController()
    controller.start(ClosureFlow("flow") { try await $0.run(form) }, .test)
    #expect(controller.fill(["number": "3"]) == .accepted)
    #expect(controller.prompt == nil)
    expectClean(controller)
  }
}
