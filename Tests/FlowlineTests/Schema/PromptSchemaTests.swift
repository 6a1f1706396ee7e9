import Days
import Flowline
import FlowlineSchema
import FoundationEssentials
import Money
import Testing

struct PromptSchemaTests {
  private static let teas = [
    Option("green", 1, label: "Green tea", detail: "A pot"), Option("black", 2, label: "Black tea"),
  ]

  private func prompt<Asked: Screen>(of screen: Asked) throws -> Prompt {
    let controller = FlowController()
    controller.start(screen, .test)
    return try #require(controller.prompt)
  }

  /// What the screen records is valid, what the schema is told of is too, and the rest is not.
  private func check<Asked: Screen>(
    _ screen: Asked, takes good: [Answer], not bad: [JSONValue]
  ) throws {
    let prompt = try prompt(of: screen)
    let schema = prompt.schema
    #expect(schema["title"] == .string(prompt.question.text))
    #expect(schema["description"]?.string?.contains(prompt.accepts.text) == true)
    for answer in good {
      let recorded = try screen.read(answer, in: .test).get().recorded
      #expect(try SchemaValidator.accepts(recorded, by: schema), "\(screen.id) \(recorded.text)")
    }
    for value in bad {
      #expect(try !SchemaValidator.accepts(value, by: schema), "\(screen.id) \(value.text)")
      if case .success = screen.read(.json(value), in: .test), !value.isLenient {
        Issue.record("\(screen.id) takes \(value.text)")
      }
    }
    if let standard = schema["default"] {
      #expect(try SchemaValidator.accepts(standard, by: schema), "\(screen.id) default")
    }
    if case .array(let examples)? = schema["examples"] {
      for example in examples {
        #expect(try SchemaValidator.accepts(example, by: schema), "\(screen.id) \(example.text)")
        let recorded = try screen.read(.json(example), in: .test).get().recorded
        #expect(recorded == example, "\(screen.id) \(example.text)")
      }
    }
  }

  @Test func `texts`() throws {
    try check(
      TextScreen("t", "T?", length: 2...10, default: "Ada", example: "Bob"), takes: ["Eve"],
      not: ["", "A", "Abcdefghijk", 1, "a\u{1B}b", "a\nb"])
    try check(
      LongTextScreen("l", "L?", length: 1...10), takes: ["a\nb", "a\tb"],
      not: ["", "a\u{7}b", true])
    try check(PathScreen("p", "P?", default: "/tmp"), takes: ["~/a b"], not: ["", "a\u{0}b", 7])
  }

  @Test func `files`() throws {
    let pdf = FileContents(Array("%PDF-1.7".utf8), named: "a b.pdf").file
    let text = FileContents(Array("12345678".utf8), named: "a.txt").file
    let screen = FileScreen("f", "F?", accepting: [.pdf], size: 2...8)
    try check(
      screen, takes: [.file(pdf)], not: [text.json, "a.pdf", ["name": "a.pdf"], true])
    try check(FileScreen("f", "F?", size: 2...7), takes: [], not: [pdf.json, text.json])
    try check(FileScreen("f", "F?"), takes: [.file(pdf), .file(text)], not: [])
  }

  @Test func `numbers`() throws {
    try check(
      NumberScreen("n", "N?", in: 1...9, default: 3), takes: ["1", "9"], not: [0, 10, 1.5, true])
    try check(
      DecimalScreen("d", "D?", from: 0, default: 12), takes: ["0", "1,000.25"],
      not: ["1.234", "abc", "", "1e3", true])
    try check(
      AmountScreen("a", "A?", in: .gbp, minorUnits: 100...10_000), takes: ["£12.50"],
      not: [
        1, "", ["currency": "USD", "minorUnits": 500], ["currency": "GBP", "minorUnits": 1],
        ["currency": "GBP"],
      ])
  }

  @Test func `choices, days, yes or no, and pages`() throws {
    try check(
      ChoiceScreen("c", "C?", options: Self.teas, default: "black"), takes: ["1", "black tea"],
      not: ["mint", 1, true])
    try check(
      MultipleChoiceScreen("m", "M?", options: Self.teas, count: 1...2), takes: ["all", "1"],
      not: [[], ["mint"], true])
    try check(ConfirmScreen("y", "Y?", default: false), takes: ["y", "no"], not: [1, "maybe"])
    try check(
      DateScreen("w", "W?", from: Day("2026-12-01")), takes: ["2026-12-24"], not: [1, true])
    try check(ReviewScreen("r", "R", page: []), takes: [""], not: [false, 1])
  }

  @Test func `what may be left out takes null, and nothing else takes it`() throws {
    let length = 2...4
    try check(
      TextScreen("t", "T?", length: length, example: "Bob").optional(), takes: ["", "Eve"],
      not: ["A", 1])
    try check(
      ChoiceScreen("c", "C?", options: Self.teas).optional(), takes: ["", "1"], not: ["mint"])
    try check(ConfirmScreen("y", "Y?").optional(), takes: ["", "no"], not: [1])
    try check(DateScreen("w", "W?").optional(), takes: ["", "2026-12-24"], not: [1])
    for screen in [TextScreen("t", "T?", length: length), TextScreen("t", "T?", default: "x")] {
      #expect(try !SchemaValidator.accepts(.null, by: try prompt(of: screen).schema))
    }
    let optional = TextScreen("s", "S?", length: length).optional().sensitive()
    let schema = try prompt(of: optional).schema
    #expect(schema["writeOnly"] == true)
    #expect(try SchemaValidator.accepts(.null, by: schema))
  }

  @Test func `choices have their titles`() throws {
    let schema = try prompt(of: ChoiceScreen("c", "C?", options: Self.teas)).schema
    #expect(
      schema["oneOf"] == [
        ["const": "green", "title": "Green tea", "description": "A pot"],
        ["const": "black", "title": "Black tea"],
      ])
  }

  @Test func `help is told, and days have their format and limits`() throws {
    let screen = DateScreen("w", "When?", from: Day("2026-12-01"), to: Day("2026-12-24"))
      .help("Before Christmas.")
    let schema = try prompt(of: screen).schema
    #expect(schema["format"] == "date")
    #expect(schema["formatMinimum"] == "2026-12-01" && schema["formatMaximum"] == "2026-12-24")
    #expect(schema["description"]?.string?.hasPrefix("Before Christmas.\n") == true)
  }

  @Test func `rule 22: a secret's schema has no value in it`() throws {
    let secret = try prompt(of: SecretScreen("s", "S?", length: 8...64)).schema
    #expect(secret["writeOnly"] == true && secret["minLength"] == 8 && secret["maxLength"] == 64)
    let screen = TextScreen("s", "S?", default: "hunter2", example: "hunter3").sensitive()
    let sensitive = try prompt(of: screen)
    #expect(sensitive.schema["writeOnly"] == true && !sensitive.schema.text.contains("hunter"))
    #expect(sensitive.defaultAnswer == nil)
  }
}

extension JSONValue {
  /// What a screen reads as it would be typed, though a program should send another form.
  fileprivate var isLenient: Bool { self == "1e3" || self == [] }
}
