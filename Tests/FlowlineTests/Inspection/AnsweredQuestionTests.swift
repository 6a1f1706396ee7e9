import Testing

@testable import Flowline

/// What was asked and answered, for those who tell it again.
struct AnsweredQuestionTests {
  private struct Visit: Flow {
    let id: FlowID = "visit"

    func run(_ context: FlowContext) async throws -> Int {
      let name = try await context.run(TextScreen("name", "Your name?"))
      _ = try await context.run(SecretScreen("code", "Your code?"))
      let where_ = try await context.run(
        ChoiceScreen(
          "next", "Where to?", options: [Option("bar", "bar"), Option("out", "out")]
        ).asMenu())
      guard where_ == "bar" else { return 0 }
      return try await context.run(Round(name: name))
    }
  }

  private struct Round: Flow {
    let id: FlowID = "round"
    let name: String

    func run(_ context: FlowContext) async throws -> Int {
      try await context.run(NumberScreen("count", "How many, \(name)?", in: 1...9))
    }
  }

  private func told(_ controller: FlowController) -> [String] {
    controller.answeredQuestions.map { "\($0.prompt.question.text) \($0.answer.value.text)" }
  }

  @Test func `are those of the answers that stand, with their prompts`() throws {
    let controller = FlowController()
    #expect(controller.answeredQuestions.isEmpty)
    controller.start(Visit(), .test)
    #expect(controller.answeredQuestions.isEmpty)
    for answer in ["Ann", "1234", "bar"] { controller.answer(.text(answer)) }
    let mark = JSONValue.redactionMark.text
    #expect(told(controller) == ["Your name? \"Ann\"", "Your code? \(mark)", "Where to? \"bar\""])
    let questions = controller.answeredQuestions
    #expect(questions.map(\.prompt.isMenu) == [false, false, true])
    #expect(questions.map(\.prompt.isSensitive) == [false, true, false])
    #expect(questions.map(\.prompt.path) == questions.map(\.answer.path))
    #expect(questions.allSatisfy { $0.prompt.presentation == -1 && $0.prompt.draft == nil })
    controller.back()
    #expect(told(controller).count == 2)
    controller.answer("bar")
    #expect(controller.prompt?.question.text == "How many, Ann?")
    #expect(told(controller).count == 3)
    controller.answer("4")
    #expect(told(controller).isEmpty)
    expectClean(controller)
  }

  @Test func `of a session that was resumed are there, too`() throws {
    let first = FlowController()
    first.start(Visit(), .test)
    for answer in ["Ann", "1234", "bar"] { first.answer(.text(answer)) }
    let controller = FlowController()
    _ = try controller.resume(Visit(), from: first.journal)
    // No journal has the secret, which is asked for again; what came behind it follows.
    #expect(told(controller) == ["Your name? \"Ann\""])
    controller.answer("1234")
    #expect(told(controller) == told(first))
    #expect(controller.prompt?.id == "count")
    controller.cancel()
    first.cancel()
    expectClean(controller)
  }
}
