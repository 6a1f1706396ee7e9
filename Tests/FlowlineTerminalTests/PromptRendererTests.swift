import Flowline
import Foundation
import Testing

@testable import FlowlineTerminal

struct PromptRendererTests {
  /// A page with everything a page can have.
  struct PageFlow: Flow {
    let id: FlowID = "page"

    func run(_ context: FlowContext) async throws -> String {
      try await context.run(
        ChoiceScreen(
          "goal", "Which goal?",
          options: [
            Option("trip", "trip", label: "Trip", detail: "£120.70 of £500"),
            Option("new", "new", label: "New goal"),
          ], default: "trip",
          page: [
            Section("What counts", rows: [Row("Coffee", "£4.35"), Row("Новый год", "£0.87")]),
            Section(rows: [Row("Trip", "so far", percentage: 42), Row("A remark\u{1B}[2J")]),
          ]))
    }
  }

  private func lines(_ look: Look, _ columns: Int, _ language: String = "en") throws -> [String] {
    let stage = try Stage(language, look: look)
    stage.columns = columns
    _ = try stage.walk(PageFlow(), ":quit")
    return stage.messages
  }

  @Test func `wide`() throws {
    #expect(
      try lines(.bare, 80) == [
        "Page · step 1",
        "What counts",
        "  Coffee     £4.35",
        "  Новый год  £0.87",
        "  Trip  so far  [####------] 42%",
        "  A remark",
        "Which goal? [Trip]",
        "  1  Trip      £120.70 of £500",
        "  2  New goal",
        "A number from 1 to 2, or part of a name.",
      ])
  }

  @Test func `narrow`() throws {
    #expect(
      try lines(.ascii, 20, "ru") == [
        "Page - шаг 1",
        "What counts",
        "  Coffee     £4.35",
        "  Новый год  £0.87",
        "  Trip",
        "    so far",
        "    42 %",
        "  A remark",
        "Which goal? [Trip]",
        "  1  Trip",
        "     £120.70 of £500",
        "  2  New goal",
        "Номер от 1 до 2 или",
        "часть названия.",
      ])
  }

  @Test func `plain`() throws {
    #expect(
      try lines(.plain, 80) == [
        "Step 1: page, goal.",
        "What counts:",
        "Coffee: £4.35.",
        "Новый год: £0.87.",
        "Trip: so far, 42 percent.",
        "A remark.",
        "Which goal?",
        "Choice 1: Trip, £120.70 of £500.",
        "Choice 2: New goal.",
        "A number from 1 to 2, or part of a name. Press Enter for “Trip”.",
      ])
  }

  @Test(arguments: [
    ("Personal", "available £3.10", "Choice 1: Personal, available £3.10."),
    ("Personal", "", "Choice 1: Personal."),
    ("Leave", "Nothing is sent.", "Choice 1: Leave. Nothing is sent."),
    ("Is it right?", "yes", "Choice 1: Is it right? yes."),
  ])
  func `a choice and its detail are one sentence unless one of them is a sentence`(
    label: String, detail: String, line: String
  ) throws {
    let renderer = PromptRenderer(look: .plain, words: try Stage("en").words, columns: 80)
    let choice = Choice(
      key: "one", label: LocalizedText(key: nil, text: label),
      detail: LocalizedText(key: nil, text: detail))
    #expect(renderer.list([choice], [0]) == [line])
  }

  /// Asks for a name, and says what for.
  private struct NameFlow: Flow {
    let id: FlowID = "name"

    func run(_ context: FlowContext) async throws -> String {
      try await context.run(
        TextScreen("name", "A name?", length: 1...255).help("You will recognise it by that."))
    }
  }

  @Test(arguments: [Look.bare, .plain])
  func `where nothing is drawn over the flow's own words come before what is accepted`(
    look: Look
  ) throws {
    let stage = try Stage(look: look)
    stage.columns = 80
    _ = try stage.walk(TeaFlow(), ":quit")
    let help = try #require(stage.messages.firstIndex(of: "Both are from Yunnan."))
    #expect(stage.messages[help + 1].hasPrefix("A number from 1 to 2, or part of a name."))
    _ = stage.takeMessages()
    _ = try stage.walk(NameFlow(), ":quit")
    #expect(stage.messages.contains("You will recognise it by that."))
    #expect(!stage.messages.contains { $0.hasPrefix("A line of text") }, "that any line is taken")
  }

  /// Shows a page of many rows.
  private struct RowsFlow: Flow {
    let id: FlowID = "rows"

    func run(_ context: FlowContext) async throws -> Bool {
      let rows = (1...12).map { Row(Text(verbatim: "Row \($0)")) }
      _ = try await context.run(ReviewScreen("page", "Rows", page: [Section(rows: rows)]))
      return true
    }
  }

  @Test func `a page is whole if the window has room for it`() throws {
    let stage = try Stage()
    let source = ScriptedSource([""], draws: true)
    _ = try stage.walk(RowsFlow(), from: source)
    let screen = try #require(source.screens.first)
    #expect(stage.surface.rows() == 24)
    #expect(screen.contains("  Row 12"))
    #expect(screen.last?.contains(":more") == false)
  }

  @Test func `a page that is cut says how the whole of it is seen`() throws {
    let stage = try Stage()
    stage.rows = 16
    let source = ScriptedSource([""], draws: true)
    _ = try stage.walk(RowsFlow(), from: source)
    let screen = try #require(source.screens.first)
    #expect(screen.contains("  Row 8") && screen.contains("  and 4 more"))
    #expect(screen.last?.contains(":more") == true)
  }

  @Test(arguments: [(12, nil), (11, 10), (10, 9), (3, 8)] as [(Int, Int?)])
  func `a page without room shows as many rows as fit, and eight at the least`(
    rows: Int, limit: Int?
  ) throws {
    let row = PageRow(label: LocalizedText(key: nil, text: "Row"), value: nil)
    let page = [PageSection(heading: nil, rows: Array(repeating: row, count: 12))]
    let renderer = PageRenderer(look: .bare, words: try Stage().words, columns: 40)
    #expect(renderer.rowLimit(for: page, rows: rows) == limit)
  }

  @Test func `colours`() throws {
    let lines = try lines(.colored, 80)
    #expect(lines.first == "\u{1B}[36mPage\u{1B}[0m\u{1B}[2m · step 1\u{1B}[0m")
    #expect(lines.contains("\u{1B}[1mWhich goal? [Trip]\u{1B}[0m"))
    #expect(lines.contains("  1  Trip      \u{1B}[2m£120.70 of £500\u{1B}[0m"))
  }

  @Test(arguments: [1, 2, 3, 7, 12, 40, 200])
  func `no line is wider than the terminal`(columns: Int) throws {
    for line in try lines(.bare, columns, "ru") {
      #expect(DisplayWidth.of(line) <= columns, "\(line)")
    }
  }

  @Test(arguments: [
    (-1, 0, "en_GB", "-1%"), (120, 4, "en_GB", "[####] 120%"), (0, 4, "en_GB", "[----] 0%"),
    (100, 4, "ru_RU", "[####] 100\u{A0}%"),
  ])
  func `bars`(percentage: Int, cells: Int, locale: String, text: String) {
    let bar = ProgressBar(percentage, cells: cells, in: Locale(identifier: locale))
    #expect(bar.text == text)
  }
}

struct RefusalRenderingTests {
  private func lines(
    _ range: Range<Int>?, typed: String, columns: Int = 40, look: Look = .bare
  ) throws -> [String] {
    let stage = try Stage(look: look)
    stage.columns = columns
    let refusal = Refusal("wrong", "It is wrong.", range: range)
    return stage.renderer.lines(for: refusal, typed: typed, under: PromptText("> "))
  }

  @Test func `the mark stands under the fault, by display width`() throws {
    #expect(try lines(2..<5, typed: "12abc") == ["    ^^^", "Error: It is wrong."])
    #expect(try lines(1..<2, typed: "表x") == ["    ^", "Error: It is wrong."])
    #expect(try lines(nil, typed: "12") == ["Error: It is wrong."])
    #expect(try lines(5..<9, typed: "12") == ["Error: It is wrong."])
  }

  @Test func `a fault over the edge is shown again`() throws {
    let typed = String(repeating: "1", count: 60) + "abc"
    let lines = try lines(60..<63, typed: typed, columns: 30)
    #expect(lines[0].hasSuffix("1abc"))
    #expect(lines[1].hasSuffix(" ^^^"))
    #expect(lines[0].count == lines[1].count)
  }

  @Test func `plain mode says the place in words`() throws {
    #expect(
      try lines(2..<5, typed: "12abc", columns: 80, look: .plain) == [
        "Error: It is wrong.", "The problem is “abc”, at character 3.",
      ])
  }

  @Test func `colour is never all that tells an error`() throws {
    #expect(
      try lines(nil, typed: "", look: .colored) == ["\u{1B}[31mError: It is wrong.\u{1B}[0m"])
  }
}
