import Flowline
import Money
import Testing

@testable import FlowlineTerminal

/// What is asked back about an answer: whether it is meant, and whether it was understood.
struct AskingBackTests {
  /// Asks for an amount; large ones are asked back about.
  struct SpendFlow: Flow {
    let id: FlowID = "spend"

    func run(_ context: FlowContext) async throws -> Int {
      let amount = try await context.run(
        AmountScreen("amount", "How much?", in: .gbp)
          .warning("most-of-it") { amount, _ in
            amount.minorUnits > 100_00 ? "This is most of what you have. Go on?" : nil
          })
      return Int(amount.minorUnits)
    }
  }

  private static let warning = "Warning: This is most of what you have. Go on?"

  @Test(arguments: ["y", "YES", "д", "да"])
  func `a warning is shown, and a yes takes the answer`(yes: String) throws {
    let stage = try Stage()
    let source = ScriptedSource(["500", .line(yes)], draws: true)
    let report = try stage.walk(SpendFlow(), from: source)
    #expect(report.outcome?.result == 50_000)
    #expect(source.screens.last?.suffix(4) == ["> 500", Self.warning, "> ", "y or n"])
    #expect(source.requests.last?.hint == "y/N")
    #expect(stage.messages.count == 1)
  }

  @Test(arguments: ["", "n", "no", "н", "нет"] as [LineEvent])
  func `anything but a yes leaves the text for editing`(no: LineEvent) throws {
    try leaves(no)
  }

  @Test(arguments: [.back(text: ""), .interrupted(text: ""), .endOfInput] as [LineEvent])
  func `so do back, Ctrl-C and Ctrl-D`(event: LineEvent) throws {
    try leaves(event)
  }

  private func leaves(_ event: LineEvent) throws {
    let stage = try Stage()
    let source = ScriptedSource(["500", event, "50"])
    let report = try stage.walk(SpendFlow(), from: source)
    #expect(report.outcome?.result == 5000)
    #expect(source.requests.last?.initialText == "500")
  }

  @Test func `what is neither is asked for again`() throws {
    let stage = try Stage("ru")
    let report = try stage.walk(SpendFlow(), "500", "может быть", "да")
    #expect(report.outcome?.result == 50_000)
    #expect(stage.messages.contains("Ошибка: Ответьте «да» или «нет»."))
    #expect(stage.messages.contains { $0.hasPrefix("Предупреждение: ") })
  }

  @Test func `in plain mode the answers are spelled out`() throws {
    let stage = try Stage(look: .plain)
    let source = ScriptedSource(["500", "yes"])
    _ = try stage.walk(SpendFlow(), from: source)
    #expect(stage.messages.contains("Answer yes or no. Press Enter for no."))
    #expect(source.requests[1].prompt.plainText == "Yes or no: ")
  }

  @Test func `without anybody to ask the next line answers`() throws {
    let stage = try Stage()
    let mode = WalkMode(isAttended: false)
    let yes = try stage.walk(SpendFlow(), "500", "y", mode: mode)
    #expect(yes.outcome?.result == 50_000)
    let no = try stage.walk(SpendFlow(), "500", "50", mode: mode)
    let none = try stage.walk(SpendFlow(), "500", mode: mode)
    for report in [no, none] {
      guard case .refused(let prompt, let refusal) = report.end else {
        Issue.record("\(report.end)")
        continue
      }
      #expect(prompt.id == "amount")
      #expect(refusal.code == "most-of-it" && refusal.isWarning)
    }
  }

  @Test func `an answer that was given ends there, naming the option that takes it`() throws {
    let stage = try Stage()
    let report = try stage.walk(
      SpendFlow(), "y", mode: WalkMode(isAttended: false, warningsOption: "--accept-warnings"),
      answers: [("amount", "500")])
    guard case .refused(_, let refusal) = report.end else {
      Issue.record("\(report.end)")
      return
    }
    #expect(
      stage.words(refusal.message)
        == "This is most of what you have. Go on? With --accept-warnings it is accepted anyway.")
  }

  @Test func `warnings that are accepted beforehand are not asked about`() throws {
    let stage = try Stage()
    let mode = WalkMode(isAttended: false, acceptsWarnings: true)
    let given = try stage.walk(SpendFlow(), mode: mode, answers: [("amount", "500")])
    let typed = try stage.walk(SpendFlow(), "500", mode: mode)
    #expect(given.outcome?.result == 50_000)
    #expect(typed.outcome?.result == 50_000)
  }

  @Test func `a given answer that is warned about is asked about at a terminal`() throws {
    let stage = try Stage()
    let report = try stage.walk(SpendFlow(), "y", answers: [("amount", "500")])
    #expect(report.outcome?.result == 50_000)
    #expect(stage.messages.contains("> 500"))
  }
}

/// What was understood, where a person cannot see it while typing.
struct UnderstandingTests {
  @Test(
    arguments: [
      ("1.5k", 150_000, true), ("1500", 150_000, false), ("1,500.00", 150_000, false),
      ("£12", 1200, false), ("12.5", 1250, false), ("012", 1200, false), ("12.05", 1205, false),
      ("1 тыс", 100_000, true), ("0", 0, false), ("-3", -300, false), ("10", 1, true),
      ("1 234,50 ₽", 123_450, false),
    ] as [(String, Int64, Bool)])
  func `amounts surprise where their figures are others`(
    typed: String, minorUnits: Int64, isSurprising: Bool
  ) {
    let kind = PromptKind.amount(currency: "GBP", exponent: 2, minorUnits: 0...Int64.max)
    let recorded: JSONValue = ["currency": "GBP", "minorUnits": .integer(minorUnits)]
    #expect(Understanding(kind: kind).isSurprising(recorded, typed: typed) == isSurprising)
  }

  @Test(arguments: [
    ("2026-11-20", false), ("20.11.2026", false), ("tomorrow", true), ("20 Nov", true),
    ("in 3 days", true),
  ])
  func `days surprise where they are not named in full`(typed: String, isSurprising: Bool) {
    let kind = PromptKind.date(first: nil, last: nil)
    #expect(Understanding(kind: kind).isSurprising("2026-11-20", typed: typed) == isSurprising)
  }

  @Test(arguments: [("12.5", "12.50", false), ("12,5", "12.50", false), ("1.2k", "1200.00", true)])
  func `decimals surprise like amounts`(typed: String, recorded: String, isSurprising: Bool) {
    let kind = PromptKind.decimal(fractionDigits: 2, least: nil, most: nil)
    let value = JSONValue.string(recorded)
    #expect(Understanding(kind: kind).isSurprising(value, typed: typed) == isSurprising)
  }

  /// A screen that says how it understood a name.
  struct ColorScreen: Screen {
    typealias Output = String

    var question = Question("color", "Which colour?")

    func kind(in environment: FlowEnvironment) -> PromptKind { .text(length: 1...40) }

    func read(
      _ answer: Answer, in environment: FlowEnvironment
    ) -> Result<Accepted<String>, Refusal> {
      guard case .text(let text) = answer, text.hasPrefix("dark ") || text == "navy" else {
        return .failure(Refusal("no-color", "That is no colour."))
      }
      let color = text == "navy" ? "dark blue" : text
      return .success(Accepted(color, recorded: .string(color)))
    }

    func echo(_ recorded: JSONValue, in environment: FlowEnvironment) -> Text? {
      Text(verbatim: "the colour \(recorded.string ?? "")")
    }
  }

  struct ColorFlow: Flow {
    let id: FlowID = "color"

    func run(_ context: FlowContext) async throws -> String {
      try await context.run(ColorScreen())
    }
  }

  @Test func `in plain mode a surprise is said, and Enter takes it`() throws {
    let stage = try Stage(look: .plain)
    stage.columns = 100
    let source = ScriptedSource(["navy", ":help", ""])
    let report = try stage.walk(ColorFlow(), from: source)
    #expect(report.outcome?.result == "dark blue")
    #expect(
      stage.messages.contains(
        "Understood as the colour dark blue. Press Enter to accept, or type another answer."))
    #expect(source.requests.map(\.initialText) == ["", "", ""])
  }

  @Test func `another answer takes its place, and what does not surprise is taken`() throws {
    let stage = try Stage(look: .plain)
    let report = try stage.walk(ColorFlow(), "navy", "dark red")
    #expect(report.outcome?.result == "dark red")
    let russian = try Stage("ru", look: .plain)
    _ = try russian.walk(ColorFlow(), "navy", "")
    #expect(russian.messages.contains { $0.hasPrefix("Понято так: the colour dark blue.") })
  }

  @Test func `where it shows while it is typed, or nobody is there, nothing is asked`() throws {
    let stage = try Stage()
    let seen = try stage.walk(ColorFlow(), from: ScriptedSource(["navy"], draws: true))
    #expect(seen.outcome?.result == "dark blue")
    let plain = try Stage(look: .plain)
    let unattended = try plain.walk(
      ColorFlow(), "navy", mode: WalkMode(isAttended: false))
    #expect(unattended.outcome?.result == "dark blue")
  }

  @Test func `while it is typed the line says what is understood`() throws {
    let stage = try Stage()
    let source = LookingSource(["navy"], typing: ["", "na", "navy", ":sta", "::navy", "dark x"])
    _ = try stage.walk(ColorFlow(), from: source)
    #expect(
      source.ghosts == [
        nil, nil, .remark("= the colour dark blue"), .completion("te"), nil,
        .remark("= the colour dark x"),
      ])
  }

  @Test func `the rest of the only choice that fits is offered`() throws {
    let stage = try Stage()
    let source = LookingSource(["1", "3", "y"], typing: ["gr", "Bl", "x", "green"])
    _ = try stage.walk(TeaFlow(), from: source)
    #expect(source.ghosts.prefix(4) == [.completion("een"), .completion("ack"), nil, nil])
  }
}
