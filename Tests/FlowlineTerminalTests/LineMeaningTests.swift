import Flowline
import FoundationEssentials
import Testing

@testable import FlowlineTerminal

/// What a line at a question asks for, decided without a session or a terminal.
struct LineMeaningTests {
  /// Questions of several kinds, as a flow asks them.
  private struct Questions {
    private var prompts: [StepID: Prompt] = [:]

    init() throws {
      let stage = try Stage()
      var prompts: [StepID: Prompt] = [:]
      try stage.walk(Kinds()) { controller, _ in
        guard let prompt = controller.prompt, prompts[prompt.id] == nil else {
          return .interrupted(text: "")
        }
        prompts[prompt.id] = prompt
        return .line(Kinds.answers[prompt.id] ?? "")
      }
      self.prompts = prompts
    }

    func callAsFunction(_ id: StepID) throws -> Prompt { try #require(prompts[id]) }
  }

  private struct Kinds: Flow {
    static let answers: [StepID: String] = ["name": "Ada", "page": "", "secret": "hidden one"]

    let id: FlowID = "kinds"

    func run(_ context: FlowContext) async throws -> Bool {
      _ = try await context.run(TextScreen("name", "Name?"))
      _ = try await context.run(ReviewScreen("page", page: []))
      _ = try await context.run(SecretScreen("secret", "Secret?"))
      _ = try await context.run(SecretScreen("repeated", "Again?", isRepeated: true))
      return true
    }
  }

  private func meaning(
    of event: LineEvent, at prompt: Prompt, _ line: AnswerLine = AnswerLine(),
    isAttended: Bool = true, isKept: Bool = false, isGone: Bool = false
  ) -> LineMeaning {
    LineContext(
      prompt: prompt, line: line, isAttended: isAttended, isKept: isKept, isGone: isGone
    ).meaning(of: event)
  }

  @Test(arguments: [
    (LineEvent.line("Ada"), LineMeaning.answer("Ada")),
    (.line("::back"), .answer(":back")),
    (.line(" "), .answer(" ")),
    (.line(":back"), .command(PromptCommand.Call(.back))),
    (.back(text: "Ad"), .back(typed: "Ad")),
    (.interrupted(text: "Ad"), .clear),
    (.interrupted(text: ""), .leave(.interrupted)),
    (.terminated(signal: 15, text: "Ad"), .leave(.signalled(15))),
    (.woken(text: "Ad"), .nothing),
    (
      .invalidInput(line: 3, byteOffset: 7), .fault(.notUTF8(line: 3, offset: 7), typed: "")
    ),
    (.tooLong(limit: 9, text: "Ad"), .fault(.tooLong(limit: 9), typed: "Ad")),
  ])
  func `what is typed means the same at every question for text`(
    event: LineEvent, meant: LineMeaning
  ) throws {
    let prompt = try Questions()("name")
    #expect(meaning(of: event, at: prompt) == meant)
  }

  @Test func `a line that begins like a command and is none is a fault`() throws {
    let questions = try Questions()
    let fault = PromptCommand.Fault.unknown(":bakc", nearest: ":back")
    #expect(
      meaning(of: .line(":bakc"), at: try questions("name"))
        == .fault(.command(fault), typed: ":bakc"))
    #expect(meaning(of: .line(":bakc"), at: try questions("secret")) == .answer(":bakc"), "secret")
  }

  @Test func `a secret is typed twice if its screen says so and a person is there`() throws {
    let questions = try Questions()
    let repeated = try questions("repeated")
    #expect(meaning(of: .line("s3"), at: repeated) == .secretToRepeat("s3"))
    #expect(meaning(of: .line("s3"), at: repeated, isAttended: false) == .answer("s3"))
    #expect(meaning(of: .line("s3"), at: try questions("secret")) == .answer("s3"))
  }

  @Test func `a command behind the text that was offered is not done`() throws {
    let prompt = try Questions()("name")
    var line = AnswerLine()
    line.keep("Ada ", at: prompt)
    #expect(
      meaning(of: .line("Ada :cancel"), at: prompt, line)
        == .fault(.commandBehindText(":cancel"), typed: "Ada :cancel"))
    #expect(
      meaning(of: .line("Ada:udno"), at: prompt, AnswerLine(offering: "Ada", at: prompt))
        == .fault(.commandBehindText(":udno"), typed: "Ada:udno"), "misspelt")
    #expect(meaning(of: .line("Ada :-)"), at: prompt, line) == .answer("Ada :-)"))
    line.keep("Ada :cancel", at: prompt)
    #expect(meaning(of: .line("Ada :cancel"), at: prompt, line) == .answer("Ada :cancel"), "twice")
  }

  @Test(arguments: [("", true), ("  ", true), ("x", false)])
  func `an Enter alone confirms what was understood`(typed: String, isConfirmed: Bool) throws {
    let prompt = try Questions()("name")
    var line = AnswerLine()
    line.confirm(.text("1.5k"), typed: "1.5k")
    let understood = AnswerLine.Unconfirmed(answer: .text("1.5k"), typed: "1.5k")
    #expect(
      meaning(of: .line(typed), at: prompt, line)
        == (isConfirmed ? .confirmation(understood) : .answer(typed)))
  }

  @Test(
    arguments: [
      ("name", true, true, false, LineMeaning.pause), ("name", true, false, false, .cancel),
      ("name", true, true, true, .leave(.gone)), ("name", true, false, true, .leave(.gone)),
      ("name", false, true, false, .leave(.missing)), ("page", false, true, true, .acknowledgement),
      ("page", true, true, false, .pause),
    ] as [(StepID, Bool, Bool, Bool, LineMeaning)])
  func `the end of the input keeps what can be kept`(
    step: StepID, isAttended: Bool, isKept: Bool, isGone: Bool, meant: LineMeaning
  ) throws {
    let prompt = try Questions()(step)
    #expect(
      meaning(
        of: .endOfInput, at: prompt, isAttended: isAttended, isKept: isKept, isGone: isGone)
        == meant)
  }

  @Test(arguments: [
    (LineEvent.line("yes"), true, LineContext.WarningReply.goOn), (.line("no"), true, .goBack),
    (.line(" "), true, .goBack), (.line("perhaps"), true, .askAgain),
    (.line("yes"), false, .goOn), (.line("no"), false, .refused),
    (.line("perhaps"), false, .refused), (.endOfInput, true, .goBack),
    (.endOfInput, false, .unanswered), (.interrupted(text: ""), true, .goBack),
    (.interrupted(text: ""), false, .unanswered), (.back(text: ""), true, .goBack),
    (.terminated(signal: 1, text: ""), true, .leave(.signalled(1))),
    (.terminated(signal: 1, text: ""), false, .leave(.signalled(1))),
  ])
  func `only a yes passes over a warning`(
    event: LineEvent, isAttended: Bool, meant: LineContext.WarningReply
  ) throws {
    let context = LineContext(
      prompt: try Questions()("name"), line: AnswerLine(), isAttended: isAttended, isKept: true,
      isGone: false)
    #expect(context.reply(of: event) { ["yes": true, "no": false][$0] } == meant)
  }

  @Test func `a closed terminal leaves the flow also at a warning`() throws {
    let context = LineContext(
      prompt: try Questions()("name"), line: AnswerLine(), isAttended: true, isKept: true,
      isGone: true)
    #expect(context.reply(of: .endOfInput) { _ in nil } == .leave(.gone))
  }
}

extension AnswerLine {
  fileprivate init(offering text: String, at prompt: Prompt) {
    self.init()
    keep(text, at: prompt)
  }
}
