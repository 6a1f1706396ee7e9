import FoundationEssentials
import Money
import Testing

@testable import Flowline

/// Going on in another language.
struct LanguageRules {
  private static let texts = TextCatalog(
    Array(
      """
      {"sourceLanguage":"en","strings":{
        "tea":{"localizations":{"en":{"stringUnit":{"value":"Tea"}},"ru":{"stringUnit":{"value":"Чай"}}}},
        "milk":{"localizations":{"en":{"stringUnit":{"value":"Milk"}},"ru":{"stringUnit":{"value":"Молоко"}}}}
      }}
      """.utf8))

  private static func choice(_ id: StepID) -> ChoiceScreen<Int> {
    ChoiceScreen(
      id, "Which?",
      options: [Option("t", 1, label: texts("tea")), Option("m", 2, label: texts("milk"))])
  }

  /// Asks for what is called something else in another language.
  private static let flow = ClosureFlow("flow") { context in
    let first = try await context.run(choice("first"))
    let language = context.environment.language
    let second = try await context.run(choice("second"))
    let isSure = try await context.run(ConfirmScreen("sure", "Sure?"))
    return "\(first) \(second) \(language) \(isSure)"
  }

  private func start(_ flow: some Flow = flow, presenter: (any Presenter)? = nil) -> FlowController
  {
    let controller = FlowController(presenter: presenter)
    controller.start(flow, .test)
    return controller
  }

  @Test func `numbers are written and read as the language does, whatever the country`() {
    let controller = start(
      ClosureFlow("pay") { context in
        let amount = try await context.run(AmountScreen("amount", "How much?", in: .gbp))
        return try await context.run(DecimalScreen("share", "Of \(amount)?"))
      })
    #expect(controller.environment.locale.identifier == "en_GB")
    #expect(controller.answer("1,5 тыс").code == .notANumber)
    #expect(controller.speak("ru") == .accepted)
    #expect(controller.prompt?.example == "150,00")
    let count = Texts.engine("refusal.too-long", .integer(12_345), .integer(1)).resolved(
      in: controller.environment)
    #expect(count.text.contains("12\u{A0}345"))
    #expect(controller.answer("1,234.50").code == .notANumber)
    #expect(controller.answer("1,5 тыс") == .accepted)
    #expect(controller.journal.answers.last?.value["minorUnits"] == 150_000)
    #expect(controller.prompt?.example == "12,5")
    #expect(controller.answer("0,25") == .accepted)
    #expect(controller.journal.answers.last?.value == "0.25")
  }

  @Test func `answers before are told in the language that is spoken now`() throws {
    let controller = start()
    controller.answer("milk")
    controller.speak("ru")
    controller.answer("чай")
    func told() -> [String] {
      controller.answeredQuestions.map { answered in
        answered.prompt.kind.choices.map(\.label.text).joined(separator: " ")
      }
    }
    #expect(told() == ["Чай Молоко", "Чай Молоко"])
    controller.speak("en")
    #expect(told() == ["Tea Milk", "Tea Milk"])
    let resumed = FlowController()
    resumed.start(Self.flow, SessionOptions(journal: controller.journal))
    #expect(resumed.answeredQuestions.map(\.prompt.example) == ["Tea", "Tea"])
    controller.terminate()
    resumed.terminate()
  }

  @Test func `questions, refusals and reading go on in the language, the flow's world stays`()
    throws
  {
    let presenter = RecordingPresenter()
    let log = Log()
    let controller = FlowController(presenter: presenter)
    controller.start(Self.flow, .test, handler: log.handler("root"))
    #expect(FlowController.languages == ["en", "ru"])
    #expect(controller.prompt?.example == "Tea")
    #expect(controller.answer("чай").code == .notAChoice)
    #expect(controller.speak("ru") == .accepted)
    #expect(controller.prompt?.example == "Чай")
    #expect(controller.prompt?.kind.choices.map(\.label.text) == ["Чай", "Молоко"])
    #expect(controller.environment.language == "ru")
    #expect(controller.environment.locale.region?.identifier == "GB")
    #expect(controller.environment.timeZone == FlowEnvironment.test.timeZone)
    #expect(presenter.log.all == ["present 0 flow/first", "present 0 flow/first"])
    guard case .refused(let refusal) = controller.answer("кофе") else {
      return #expect(Bool(false), "it was taken")
    }
    let message = refusal.message.resolved(in: controller.environment).text
    #expect(message != refusal.message.resolved(in: .test).text)
    #expect(controller.answer("чай") == .accepted)
    controller.speak("en")
    #expect(controller.answer("milk") == .accepted)
    controller.speak("ru")
    controller.answer("да")
    #expect(log.all.last == "root finished 1 2 en true")
    #expect(
      controller.lines == [
        "show first choice [\"t\",\"m\"]", "refuse first \"чай\" not-a-choice", "language ru",
        "show first choice [\"t\",\"m\"]", "refuse first \"кофе\" not-a-choice",
        "answer first \"t\"", "show second choice [\"t\",\"m\"]", "language en",
        "show second choice [\"t\",\"m\"]", "answer second \"m\"", "show sure confirm",
        "language ru", "show sure confirm", "answer sure true", "finish \"1 2 en true\"",
      ])
  }

  @Test func `a language that has no texts is refused, and so is one where nothing runs`() {
    let controller = FlowController()
    #expect(controller.speak("ru").code == .notRunning)
    controller.start(Self.flow, .test)
    for language in ["xx", "", "ru_RU", "Русский"] {
      guard case .refused(let refusal) = controller.speak(language) else {
        return #expect(Bool(false), "\(language) was taken")
      }
      #expect(refusal.code == .unknownLanguage)
      #expect(refusal.message.resolved(in: .test).text.hasSuffix("Choose one of: en, ru."))
    }
    #expect(controller.lines == ["show first choice [\"t\",\"m\"]"])
  }

  @Test func `rule 12: going back leaves the language as it is, and drafts are typed in it`() throws
  {
    let controller = start()
    controller.answer("tea")
    controller.speak("ru")
    controller.back()
    #expect(controller.environment.language == "ru")
    #expect(controller.prompt?.draft == "Чай")
    controller.answer("чай")
    controller.answer("чай")
    controller.back(to: try #require(controller.journal.answers.first))
    #expect(controller.environment.language == "ru")
    controller.answer("молоко")
    #expect(controller.prompt?.id == "sure", "the question behind is the same in any language")
  }

  @Test(arguments: [ScriptReplay.Mode.recorded, .live])
  func `rule 15: a replay goes on in the language as the session did`(mode: ScriptReplay.Mode)
    throws
  {
    let controller = start()
    controller.speak("ru")
    controller.answer("tea")
    controller.answer("чай")
    controller.speak("en")
    controller.back()
    controller.answer("чай")
    controller.answer("milk")
    controller.answer("tea")
    controller.answer("y")
    #expect(controller.journal.isEnded)
    let text = controller.journal.text
    let report = try replayed(Self.flow, from: text, mode)
    #expect(report.mismatch == nil)
    #expect(report.journal.text == text)
  }

  @Test
  func `rule 16: typed answers of a script by hand are read in the language that stands above`()
    throws
  {
    let script = """
      flow flow 1
      locale en_GB Europe/London
      language ru
      answer first "t"
      answer second "молоко"
      language en
      answer sure true

      """
    let played = script.replacing("\"молоко\"", with: "\"m\"") + "finish \"1 2 en true\"\n"
    for mode in [ScriptReplay.Mode.recorded, .live] {
      #expect(try replayed(Self.flow, from: played, mode).mismatch == nil)
    }
    let controller = try rebuilt(
      Self.flow, from: script.replacing("answer sure true\n", with: ""))
    #expect(controller.prompt?.id == "sure")
    #expect(controller.journal.answers.map(\.value) == ["t", "молоко"])
    #expect(controller.divergence == nil)
    #expect(controller.environment.language == "en")
    let english = try rebuilt(Self.flow, from: script.replacing("language ru\n", with: ""))
    #expect(english.prompt?.id == "second", "without the line it is no choice")
    let unknown = try replayed(
      Self.flow, from: played.replacing("language ru", with: "language xx"), .recorded)
    #expect(unknown.mismatch?.expected == "language xx")
  }

  @Test func `a language line must name a language`() {
    #expect(throws: UnreadableScript.self) { try Script(parsing: "flow flow 1\nlanguage\n") }
    #expect(throws: UnreadableScript.self) { try Script(parsing: "flow flow 1\nlanguage ru en\n") }
  }

  @Test(arguments: 0..<60)
  func `rule 17: wherever the language changes, a journal rebuilds its session byte by byte`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let flow = seed.isMultiple(of: 2) ? Self.nested : Self.atOnce
    let controller = start(flow)
    for _ in 0..<30 where controller.inspection.state == .asking {
      switch Int.random(in: 0..<9, using: &random) {
      case 0...2: controller.speak(Bool.random(using: &random) ? "ru" : "en")
      case 3: controller.answer("x")
      case 4: controller.back()
      default:
        let asked = controller.prompts.randomElement(using: &random)
        controller.answer("1", to: asked?.presentation)
      }
      let text = controller.journal.text
      let again = FlowController()
      let journal = try Script(parsing: text).journal(or: .test)
      #expect(journal.text == text)
      again.start(
        flow,
        SessionOptions(
          environment: .test, session: journal.head.session, journal: journal, effects: nil,
          variant: nil, isReplay: true))
      #expect(again.journal.text == text)
      #expect(again.environment == controller.environment)
      #expect(again.prompts.map(\.question) == controller.prompts.map(\.question))
      #expect(again.divergence == nil)
    }
    let text = controller.journal.text
    for mode in [ScriptReplay.Mode.recorded, .live] {
      let report = try replayed(flow, from: text, mode)
      #expect(report.mismatch == nil)
      #expect(report.journal.text == text)
    }
  }

  private static let nested = ClosureFlow("nested") { context in
    let first = try await context.run(ask("first"))
    let inner = try await context.run(
      ClosureFlow("inner") { context in
        let read = try await context.load("read") { 3 }
        return try await context.run(ask("left")) + context.run(ask("right")) + read
      })
    let last = try await context.run(ask("last"))
    return try await context.commit("save") { _ in first + inner + last }
  }

  private static let atOnce = ClosureFlow("at-once") { context in
    let before = try await context.run(ask("before"))
    let child = { @Sendable (id: FlowID) in
      ClosureFlow(id) { context in
        let read = try await context.load("read") { 3 }
        return try await context.run(ask("left")) + context.run(ask("right")) + read
      }
    }
    let (left, right) = try await context.all(child("a"), child("b"))
    return try await context.run(ask("after")) + left + right + before
  }

  @Test func `rule 13: what a kept session is read in is durable, and its record is its journal`()
    throws
  {
    let record = MemoryRecord()
    var options = SessionOptions.test
    options.record = record
    let controller = FlowController()
    controller.start(Self.flow, options)
    controller.answer("x")
    controller.speak("ru")
    #expect(record.durable.contains("language ru\n"))
    #expect(record.text == controller.journal.text)
    controller.answer("чай")
    controller.speak("en")
    controller.back()
    #expect(record.text == controller.journal.text)

    let reopened = record.reopened()
    var resumed = SessionOptions.test
    resumed.record = reopened
    resumed.journal = try Script(parsing: record.text).journal(or: .test)
    let again = FlowController()
    again.start(Self.flow, resumed)
    #expect(again.environment == controller.environment)
    #expect(again.journal.text == controller.journal.text)
    #expect(again.answer("milk") == .accepted)
    #expect(reopened.text == again.journal.text)
    #expect(reopened.setAside.isEmpty)
  }

  @Test func `observers hear of it`() {
    let events = Events()
    let controller = FlowController()
    controller.start(Self.flow, SessionOptions.test.observed(events))
    controller.speak("ru")
    controller.speak("xx")
    #expect(
      events.lines.suffix(2) == ["language flow ru", "refused flow/first speak unknown-language"])
  }
}
