import Flowline
import TestSupport
import Testing

/// Files that were answered with before going back: what they are is offered again, not their names alone.
struct FileDraftTests {
  private static let lunch = FileContents(Array("lunch".utf8), named: "lunch.txt")

  @Test func `a question has the file again that it was answered with`() throws {
    let controller = FlowController()
    controller.start(
      ClosureFlow("claim") { context in
        let receipt = try await context.run(FileScreen("receipt", "Receipt?").optional())
        let name = receipt?.name ?? "nothing"
        return try await context.run(ConfirmScreen("sure", Text(verbatim: "With \(name)?")))
      }, .test)
    #expect(controller.prompt?.draftFile == nil)
    let file = try controller.waitToKeep(Self.lunch)
    controller.answer(.file(file))
    controller.back()
    let prompt = try #require(controller.prompt)
    #expect(prompt.draft == "lunch.txt" && prompt.draftFile == file)
    controller.answer(.file(try #require(prompt.draftFile)))
    #expect(controller.prompt?.question.text == "With lunch.txt?")
    controller.terminate()
    expectClean(controller)
  }

  @Test func `a form has it in its field`() throws {
    let form = Form<String>("details", "What did you pay?") { page in
      let amount = page.ask(NumberScreen("amount", "How much?", in: 1...99))
      let receipt = page.ask(FileScreen("receipt", "Receipt?").optional())
      guard let amount, let receipt else { return nil }
      return "\(amount) with \(receipt?.name ?? "nothing")"
    }
    let controller = FlowController()
    controller.start(
      ClosureFlow("claim") { context in
        let claim = try await context.run(form)
        return try await context.run(ConfirmScreen("sure", Text(verbatim: "\(claim)?")))
      }, .test)
    let file = try controller.waitToKeep(Self.lunch)
    controller.fill(["amount": 12, "receipt": .file(file)])
    #expect(controller.prompt?.question.text == "12 with lunch.txt?")
    controller.back()
    func field() throws -> FormPrompt.Field {
      try #require(controller.prompt?.form?.fields.last)
    }
    #expect(try field().text == "lunch.txt" && field().draftFile == file)
    controller.back()
    #expect(try controller.offeredForm()?.fields.last?.draftFile == field().draftFile)
    #expect(controller.offeredForm()?.fields.first?.draftFile == nil)
    // A page as it is sent has what is sent.
    let sent = controller.form(with: ["amount": 12, "receipt": .file(file)])
    #expect(sent?.fields.last?.draftFile == file)
    #expect(controller.form(with: ["amount": 12, "receipt": ""])?.fields.last?.draftFile == nil)
    controller.terminate()
    expectClean(controller)
  }

  @Test func `a review says that no file was given, and leads to where one is`() throws {
    let controller = FlowController()
    controller.start(
      ClosureFlow("claim") { context in
        let receipt = try await context.run(FileScreen("receipt", "Receipt?").optional())
        return try await context.run(
          ConfirmScreen("sure", "Send it?").page { Row("receipt", file: receipt) })
      }, .test)
    func row() throws -> PageRow { try #require(controller.prompt?.page.first?.rows.first) }
    func answer() throws -> RecordedAnswer {
      let prompt = try #require(controller.prompt)
      return try #require(controller.legalInputs.changeable(shownBy: prompt)[row()])
    }
    controller.answer("")
    #expect(try row().value?.text == "Not provided" && row().file == nil)
    #expect(try answer().value == .null)
    controller.back(to: try answer())
    let file = try controller.waitToKeep(Self.lunch)
    controller.answer(.file(file))
    #expect(try row().file == file && answer().value == file.json)
    controller.answer(true)
    expectClean(controller)
  }
}
