import Days
import Flowline
import FoundationEssentials
import Money
import Testing

/// What each kind of screen takes and refuses, and what it says about itself.
struct ScreenTests {
  /// What an answer comes to: its recorded form, or the code of its refusal.
  private func read<Asked: Screen>(
    _ screen: Asked, _ answer: Answer, in environment: FlowEnvironment = .test
  ) -> String {
    switch screen.read(answer, in: environment) {
    case .success(let accepted):
      // What was recorded must be read back as the same.
      switch screen.read(.json(accepted.recorded), in: .russian) {
      case .success(let again) where again.recorded == accepted.recorded: accepted.recorded.text
      default: "not read back: \(accepted.recorded.text)"
      }
    case .failure(let refusal): refusal.code.rawValue
    }
  }

  @Test(arguments: [
    ("Ada", "\"Ada\""), ("  Ada \t", "\"Ada\""), ("Ада Лове", "\"Ада Лове\""),
    ("", "empty"), ("   ", "empty"), ("A", "too-short"), ("Abcdefghijk", "too-long"),
    ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", "\"👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦\""), ("a\u{1B}[31mb", "unprintable"), ("a\nb", "unprintable"),
  ])
  func `text is counted as a person counts it`(text: String, result: String) {
    #expect(read(TextScreen("name", "Name?", length: 2...10), .text(text)) == result)
  }

  @Test func `a megabyte of text is refused, and quickly`() {
    let text = String(repeating: "é", count: 1_000_000)
    #expect(read(TextScreen("name", "Name?"), .text(text)) == "too-long")
  }

  @Test(arguments: [
    ("7", "7"), (" 7 ", "7"), ("+7", "7"), ("007", "7"), ("-1", "too-low"), ("−1", "too-low"),
    ("11", "too-high"), ("99999999999999999999", "too-high"), ("-99999999999999999999", "too-low"),
    ("7.0", "not-a-number"), ("7a", "not-a-number"), ("٧", "not-a-number"), ("-", "not-a-number"),
    ("", "empty"),
  ])
  func `whole numbers are digits and nothing else`(text: String, result: String) {
    #expect(read(NumberScreen("n", "N?", in: 0...10), .text(text)) == result)
  }

  @Test(arguments: [("двое", 0..<4), ("7 apples", 1..<2), ("7x", 1..<2), ("12ab3", 2..<4)])
  func `of a word in a whole number all letters are at fault`(text: String, range: Range<Int>) {
    let screen = NumberScreen("n", "N?")
    guard case .failure(let refusal) = screen.read(.text(text), in: .test) else {
      Issue.record("“\(text)” was read")
      return
    }
    #expect(refusal.range == range)
  }

  @Test(arguments: [
    ("y", "true"), ("YES", "true"), ("д", "true"), ("Да", "true"), ("n", "false"), ("No", "false"),
    ("н", "false"), ("НЕТ", "false"), ("", "empty"), ("yep", "not-yes-or-no"),
    ("1", "not-yes-or-no"), ("true", "true"), ("false", "false"), ("truth", "not-yes-or-no"),
  ])
  func `yes and no are understood in both languages, whichever is spoken`(
    text: String, result: String
  ) {
    #expect(read(ConfirmScreen("c", "Sure?"), .text(text)) == result)
    #expect(read(ConfirmScreen("c", "Sure?"), .text(text), in: .russian) == result)
  }

  @Test(arguments: [
    ("", "true"), ("true", "true"), ("yes", "true"), ("далее", "true"), ("false", "not-continued"),
    ("no", "not-continued"),
  ])
  func `a page is continued by nothing, by yes and by the word of JSON`(
    text: String, result: String
  ) {
    #expect(read(ReviewScreen("r", "R", page: []), .text(text)) == result)
  }

  @Test(arguments: [
    ("12", "en_GB", "1200"), ("£12.50", "en_GB", "1250"), ("12.50 gbp", "en_GB", "1250"),
    ("1 234,50", "ru_RU", "123450"), ("1,234.5", "en_GB", "123450"), ("", "en_GB", "empty"),
    ("0", "en_GB", "too-low"), ("-5", "en_GB", "too-low"), ("12.505", "en_GB", "too-many-decimals"),
    ("€12", "en_GB", "other-currency"), ("12 usd", "en_GB", "other-currency"),
    ("abc", "en_GB", "not-a-number"), ("12abc", "en_GB", "not-a-number"),
    ("1,23", "en_GB", "not-a-number"), ("99999999999999999999", "en_GB", "too-high"),
    ("1000000.01", "en_GB", "too-high"),
  ])
  func `amounts are read by the locale, exactly`(text: String, locale: String, result: String) {
    let screen = AmountScreen("a", "How much?", in: .gbp, minorUnits: 1...100_000_000)
    let environment = FlowEnvironment(
      locale: Locale(identifier: locale), timeZone: .gmt, now: Date(timeIntervalSince1970: 0))
    let expected =
      Int(result).map { "{\"currency\":\"GBP\",\"minorUnits\":\($0)}" } ?? result
    #expect(read(screen, .text(text), in: environment) == expected)
  }

  @Test(arguments: [
    ("2026-11-20", "en_GB", "\"2026-11-20\""), ("20/11/2026", "en_GB", "\"2026-11-20\""),
    ("11/20/2026", "en_US", "\"2026-11-20\""), ("20.11.2026", "ru_RU", "\"2026-11-20\""),
    ("2026-02-29", "en_GB", "not-a-date"), ("2028-02-29", "en_GB", "\"2028-02-29\""),
    ("20/13/2026", "en_GB", "not-a-date"), ("tomorrowish", "en_GB", "not-a-date"),
    ("1/2/26", "en_GB", "not-a-date"), ("2025-12-31", "en_GB", "too-low"),
    ("2030-01-01", "en_GB", "too-high"), ("", "en_GB", "empty"),
  ])
  func `days are read as ISO or in the locale's order`(
    text: String, locale: String, result: String
  ) {
    let screen = DateScreen("d", "When?", from: Day("2026-01-01"), to: Day("2029-12-31"))
    let environment = FlowEnvironment(
      locale: Locale(identifier: locale), timeZone: .gmt, now: Date(timeIntervalSince1970: 0))
    #expect(read(screen, .text(text), in: environment) == result)
  }

  private let pets = [
    Option("cat", 1, label: "Cat"), Option("caterpillar", 2, label: "Caterpillar"),
    Option("dog", 3, label: "Собака"), Option("7", 4, label: "Seven"),
  ]

  @Test(arguments: [
    (Answer.text("1"), "\"cat\""), (.text("3"), "\"dog\""), (.text("cat"), "\"cat\""),
    (.text("cate"), "\"caterpillar\""), (.text("ca"), "ambiguous"), (.text("СОБ"), "\"dog\""),
    (.text("7"), "\"7\""), (.text("0"), "not-a-choice"), (.text("5"), "not-a-choice"),
    (.text("horse"), "not-a-choice"), (.text(""), "empty"), (.json("dog"), "\"dog\""),
    (.json(1), "wrong-shape"),
  ])
  func `a choice is its number, its key, its label or an unambiguous beginning`(
    answer: Answer, result: String
  ) {
    #expect(read(ChoiceScreen("pet", "Which?", options: pets), answer) == result)
  }

  @Test func `a choice results in the value itself`() throws {
    let screen = ChoiceScreen("pet", "Which?", options: pets)
    #expect(try screen.read("dog", in: .test).get().value == 3)
  }

  @Test(arguments: [
    (Answer.text("1, 3"), "[\"cat\",\"dog\"]"), (.text("3,1,3"), "[\"cat\",\"dog\"]"),
    (.text("1-3"), "[\"cat\",\"caterpillar\",\"dog\"]"), (.text("dog"), "wrong-count"),
    (.text("1-4"), "wrong-count"), (.text("1, horse"), "not-a-choice"), (.text(""), "wrong-count"),
    (.json(["dog", "cat"]), "[\"cat\",\"dog\"]"), (.json(["horse"]), "not-a-choice"),
    (.json(true), "wrong-shape"),
  ])
  func `several choices keep the order they were offered in`(answer: Answer, result: String) {
    let screen = MultipleChoiceScreen("pets", "Which?", options: pets, count: 2...3)
    #expect(read(screen, answer) == result)
  }

  @Test func `nothing typed takes the default`() {
    let controller = FlowController()
    controller.start(NumberScreen("n", "N?", default: 4), .test)
    #expect(controller.prompt?.defaultText == "4")
    controller.answer("  ")
    #expect(controller.journal.answers.map(\.value) == [4])
  }

  @Test(arguments: [FlowEnvironment.test, .russian])
  func `every kind says what it accepts, with an example that is accepted`(
    environment: FlowEnvironment
  ) throws {
    func check<Asked: Screen>(_ screen: Asked) throws {
      let controller = FlowController()
      controller.start(screen, SessionOptions(environment: environment))
      let prompt = try #require(controller.prompt)
      #expect(!prompt.accepts.text.isEmpty && !prompt.accepts.text.hasPrefix("accepts"))
      if let example = prompt.example {
        #expect(controller.answer(.text(example)) == .accepted, "\(prompt.kind.name): \(example)")
      }
      // The description is plain data that survives its way to another program.
      let data = try JSONValue(encoding: prompt)
      #expect(data["kind"] != nil)
    }
    try check(TextScreen("t", "T?", example: "Ada"))
    try check(NumberScreen("n", "N?", in: 10...20))
    try check(AmountScreen("a", "A?", in: .jpy))
    try check(AmountScreen("a", "A?", in: .bhd, minorUnits: 1_000_000...2_000_000))
    try check(ChoiceScreen("c", "C?", options: pets))
    try check(MultipleChoiceScreen("m", "M?", options: pets, count: 2...3))
    try check(ConfirmScreen("y", "Y?"))
    try check(DateScreen("d", "D?", from: Day("2026-12-01")))
    try check(ReviewScreen("r", "R", page: []))
    try check(LongTextScreen("l", "L?", example: "Two\nlines"))
    try check(DecimalScreen("f", "F?", fractionDigits: 3))
    try check(DecimalScreen("f", "F?", fractionDigits: 0, from: 20, to: 30))
    try check(SecretScreen("s", "S?", length: 8...64, isRepeated: true))
    try check(PathScreen("p", "P?", example: "~/statement.pdf"))
    try check(DateScreen("d", "D?", to: Day("2026-12-01")))
    try check(DateScreen("d", "D?", from: Day("2026-12-01"), to: Day("2026-12-31")))
  }

  @Test func `a rule of the flow's own refuses with its own code`() {
    let screen = TextScreen("name", "Name?").refusing("shouted", "Do not shout.") {
      $0 == $0.uppercased()
    }
    #expect(read(screen, "ADA") == "shouted")
    #expect(read(screen, "Ada") == "\"Ada\"")
    #expect(read(screen, "") == "empty")
  }
}
