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

  private static let withDefault = NumberScreen("number", "A number?", in: 0...9, default: 4)

  @Test(arguments: [("", nil), (.json(.null), nil), ("4", 4), ("5", 5)] as [(Answer, Int?)])
  func `a default is offered, and nothing is still nil`(answer: Answer, value: Int?) {
    let (_, controller) = Self.walk([], asking: Self.withDefault.optional())
    let prompt = controller.prompt
    #expect(prompt?.draft == "4" && prompt?.defaultText == nil && prompt?.defaultAnswer == nil)
    #expect(prompt?.accepts.key == "accepts.optional.offered")
    controller.terminate()
    let (result, other) = Self.walk([answer], asking: Self.withDefault.optional())
    #expect(result == .some(value))
    expectClean(other)
  }

  @Test func `a default that a rule refuses is not offered`() {
    let screen = Self.withDefault.refusing("even") { $0.isMultiple(of: 2) }.optional()
    let (_, controller) = Self.walk([], asking: screen)
    #expect(controller.prompt?.draft == nil)
    #expect(controller.prompt?.accepts.key == "accepts.optional")
    controller.terminate()
    expectClean(controller)
  }

  @Test func `what was left out before going back is not offered again`() {
    let controller = FlowController()
    controller.start(
      ClosureFlow("flow") { context in
        let first = try await context.run(Self.withDefault.optional())
        return try await context.run(ask("second")) + (first ?? 0)
      }, .test)
    controller.answer("")
    controller.back()
    #expect(controller.prompt?.draft == "")
    controller.terminate()
    expectClean(controller)
  }

  private static let page = Form<Int>("page", "A page") { page in
    let number = page.ask(Self.withDefault.optional())
    let other = page.ask(ask("other"))
    guard let number, let other else { return nil }
    return (number ?? 0) + other
  }

  @Test(
    arguments: [(nil, 7), ("", 3), (.json(.null), 3), ("5", 8)] as [(Answer?, Int)])
  func `a page that leaves the field out takes what is offered`(answer: Answer?, sum: Int) {
    let controller = FlowController()
    let result = Box<Int>()
    controller.start(
      ClosureFlow("flow") { try await $0.run(Self.page) }, .test,
      handler: FlowHandler { outcome, _ in
        if case .finished(let value) = outcome { result.value = value }
      })
    #expect(controller.prompt?.form?.fields.first?.text == "4")
    #expect(controller.prompt?.form?.fields.first?.isAnswered == false)
    var answers: [StepID: Answer] = ["other": "3"]
    answers["number"] = answer
    #expect(controller.fill(answers) == .accepted)
    #expect(result.value == sum)
    expectClean(controller)
  }

  @Test func `what is sensitive is not offered`() {
    let form = Form<Int>("page", "A page") { page in
      guard let secret = page.ask(Self.withDefault.optional().sensitive()) else { return nil }
      return secret.reveal() ?? 0
    }
    let controller = FlowController()
    let result = Box<Int>()
    controller.start(
      ClosureFlow("flow") { try await $0.run(form) }, .test,
      handler: FlowHandler { outcome, _ in
        if case .finished(let value) = outcome { result.value = value }
      })
    #expect(controller.prompt?.draft == nil)
    #expect(controller.prompt?.form?.fields.first?.text == nil)
    #expect(controller.fill([:]) == .accepted)
    #expect(result.value == 0)
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
