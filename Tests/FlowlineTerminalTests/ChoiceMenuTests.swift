import Flowline
import Testing

@testable import FlowlineTerminal

struct ChoiceMenuTests {
  private static func choices(_ labels: [String]) -> [Choice] {
    labels.map { Choice(key: $0.lowercased(), label: LocalizedText(key: nil, text: $0)) }
  }

  private static let goals = choices(["Trip", "Train set", "New bike", "Motorbike", "Bike"])

  @Test(arguments: [
    ("", [0, 1, 2, 3, 4]), ("tr", [0, 1]), ("bike", [4, 2, 3]), ("BIKE", [4, 2, 3]), ("3", [2]),
    ("zz", []), ("set", [1]), ("  new ", [2]), ("/tr", [0, 1]), ("/", [0, 1, 2, 3, 4]), ("/zz", []),
  ])
  func `a part of a name finds what begins with it first`(typed: String, found: [Int]) {
    #expect(ChoiceFilter(Self.goals).fitting(typed) == found)
  }

  @Test func `a slash is looked for if a name begins with one`() {
    let filter = ChoiceFilter(Self.choices(["/home", "/tmp", "home"]))
    #expect(filter.fitting("/") == [0, 1])
    #expect(filter.fitting("/h") == [0])
  }

  @Test func `a number finds the choices whose numbers begin with it`() {
    let filter = ChoiceFilter(Self.choices((1...12).map { "Goal \($0)" }))
    #expect(filter.fitting("1") == [0, 9, 10, 11])
    #expect(filter.fitting("99") == [])
  }

  @Test func `what answers with a choice means no other`() throws {
    let labels = ["Trip", "trip", "2", "a, b", ":back", " x", "Вклад"]
    let choices = zip(labels, ["a", "b", "c", "d", "e", "f", "g"]).map { label, key in
      Choice(key: key, label: LocalizedText(key: nil, text: label))
    }
    let filter = ChoiceFilter(choices)
    #expect(labels.indices.map(filter.answer) == ["Trip", "trip", "2", "4", "5", "6", "Вклад"])
  }

  @Test(arguments: ["Trip", "trip", "2", "a, b", ":back", " x", "Вклад", "3"])
  func `the engine takes it for that choice`(label: String) throws {
    let labels = ["Trip", "trip", "2", "a, b", ":back", " x", "Вклад", "3"]
    let index = try #require(labels.firstIndex(of: label))
    let options = labels.enumerated().map { Option("key-\($0)", $0, label: Text(verbatim: $1)) }
    let screen = ChoiceScreen("one", "Which?", options: options)
    let environment = try Stage.environment("en")
    let filter = ChoiceFilter(screen.kind(in: environment).choices)
    let taken = try screen.read(.text(filter.answer(for: index)), in: environment).get()
    #expect(taken.value == index)
  }

  private func menu(_ look: Look = .bare, several: Bool = false) throws -> ChoiceMenu {
    let details = ["£3.20 a box", nil, "£9.00 a box"]
    let choices = zip(["Green", "Black tea, strong", "乌龙茶"], details).map { label, detail in
      Choice(
        key: label.lowercased(), label: LocalizedText(key: nil, text: label),
        detail: detail.map { LocalizedText(key: nil, text: $0) })
    }
    return ChoiceMenu(
      of: several ? .choices(choices, count: 0...3) : .choice(choices), look: look,
      words: try Stage().words)
  }

  @Test(arguments: [(60, []), (35, []), (30, [0, 2]), (20, [0, 1, 2])] as [(Int, [Int])])
  func `what a row has no room for is known`(columns: Int, cut: [Int]) throws {
    let menu = try menu()
    #expect(menu.cutChoices(at: columns) == cut)
    let rows = menu.draw(menu.items(fitting: ""), nil, [], columns, 10)
    #expect(rows.indices.filter { rows[$0].contains("…") } == cut, "\(rows)")
  }

  private struct LongNamesFlow: Flow {
    let id: FlowID = "names"

    func run(_ context: FlowContext) async throws -> String {
      try await context.run(
        ChoiceScreen(
          "which", "Which?",
          options: [
            Option("short", "short", label: "Tea"),
            Option("long", "long", label: "A name with more words than a row has room for"),
          ]))
    }
  }

  @Test func `what is cut in the menu can be read in whole`() throws {
    func shown(at columns: Int) throws -> String {
      let stage = try Stage()
      stage.columns = columns
      let source = ScriptedSource([":more", ":quit"], draws: true, columns: columns)
      _ = try stage.walk(LongNamesFlow(), from: source)
      return (stage.messages + source.screens.joined() + source.drawn.joined())
        .joined(separator: " ")
    }
    let narrow = try shown(at: 30)
    #expect(narrow.contains("room for") && !narrow.contains("no more to show"), "\(narrow)")
    let wide = try shown(at: 80)
    #expect(wide.contains("There is no more to show."), "\(wide)")
  }

  @Test func `rows have a pointer, numbers and details in columns`() throws {
    let menu = try menu()
    #expect(
      menu.draw(menu.items(fitting: ""), 1, [], 60, 10) == [
        "  1  Green              £3.20 a box",
        "❯ 2  Black tea, strong",
        "  3  乌龙茶             £9.00 a box",
      ])
    let ascii = try self.menu(.ascii)
    #expect(ascii.draw(ascii.items(fitting: "b"), 0, [], 60, 10) == ["> 2  Black tea, strong"])
  }

  @Test func `marks are more than a colour`() throws {
    let menu = try menu(several: true)
    #expect(
      menu.draw(menu.items(fitting: ""), 0, ["Green", "乌龙茶"], 24, 10) == [
        "❯ [x] 1  Green    £3.20…", "  [ ] 2  Black tea, str…", "  [x] 3  乌龙茶   £9.00…",
      ])
  }

  @Test(arguments: [
    (56, "-£279.78 · 12 Nov 2026 · Unexplained"), (55, "-£279.78 · 12 Nov 2026 · …"),
    (45, "-£279.78 · …"), (30, "-£279.78…"), (21, "…"),
  ])
  func `a detail without room loses whole parts, and a mark says so`(
    columns: Int, shown: String
  ) throws {
    let choice = Choice(
      key: "hotel", label: LocalizedText(key: nil, text: "Hilton Hotels"),
      detail: LocalizedText(key: nil, text: "-£279.78 · 12 Nov 2026 · Unexplained"))
    let menu = ChoiceMenu(of: .choice([choice]), look: .bare, words: try Stage().words)
    let rows = menu.draw(menu.items(fitting: ""), nil, [], columns, 5)
    #expect(rows == ["  1  Hilton Hotels  \(shown)"])
  }

  @Test func `one wide label moves its own detail, and no other`() throws {
    let wide = String(repeating: "x", count: 30)
    let details = ["Tea": "£3.20 a box", wide: "£2.80 a box", "Milk": "£1.10 a pint"]
    let choices = ["Tea", wide, "Milk"].map { label in
      Choice(
        key: label, label: LocalizedText(key: nil, text: label),
        detail: details[label].map { LocalizedText(key: nil, text: $0) })
    }
    let menu = ChoiceMenu(of: .choice(choices), look: .bare, words: try Stage().words)
    #expect(
      menu.draw(menu.items(fitting: ""), nil, [], 45, 5) == [
        "  1  " + "Tea".padded(to: 26) + "  £3.20 a box", "  2  " + wide + "  £2.80 a…",
        "  3  " + "Milk".padded(to: 26) + "  £1.10 a pint",
      ])
  }

  @Test func `a refused answer leaves all choices below it`() throws {
    let stage = try Stage()
    let source = ScriptedSource(["zzz", "1", "3", "y"], draws: true)
    _ = try stage.walk(TeaFlow(), from: source)
    let request = source.requests[1]
    #expect(request.initialText == "zzz")
    let menu = MenuState(try #require(request.menu), typed: request.initialText)
    #expect(
      menu.rows(columns: 60, rows: 9) == ["  1  Green  £3.20 a box", "  2  Black  £2.80 a box"])
    #expect(menu.answer == nil)
  }

  @Test func `behind a comma the next choice is looked for`() throws {
    let menu = try menu(several: true)
    #expect(menu.items(fitting: "1, bl").map(\.display) == ["Black tea, strong"])
    #expect(menu.items(fitting: "1,").count == 3)
    // A label with a comma would be two answers.
    #expect(menu.items(fitting: "bl").map(\.text) == ["2"])
  }

  @Test func `a long list shows its part around the cursor`() throws {
    let choices = Self.choices((1...40).map { "Goal \($0)" })
    let menu = ChoiceMenu(of: .choice(choices), look: .bare, words: try Stage().words)
    let lines = menu.draw(menu.items(fitting: ""), 20, [], 40, 5)
    #expect(lines.count == 5)
    #expect(lines.contains("❯ 21  Goal 21"))
    #expect(lines.last == "    36 more")
    #expect(menu.draw(menu.items(fitting: ""), 39, [], 40, 5).last == "    36 more above")
    let russian = ChoiceMenu(of: .choice(choices), look: .bare, words: try Stage("ru").words)
    #expect(russian.draw(russian.items(fitting: ""), nil, [], 40, 5).last == "    ещё 36")
    #expect(russian.draw(russian.items(fitting: ""), 39, [], 40, 5).last == "    выше ещё 36")
  }

  @Test func `a long list takes a dozen rows, and tells where nothing fits`() throws {
    let choices = Self.choices((1...40).map { "Goal \($0)" })
    let menu = ChoiceMenu(of: .choice(choices), look: .bare, words: try Stage().words)
    #expect(menu.draw(menu.items(fitting: ""), nil, [], 40, 30).count == 12)
    #expect(menu.draw(menu.items(fitting: "Goal 1"), nil, [], 40, 30).count == 11)
    #expect(menu.draw(menu.items(fitting: "zz"), nil, [], 40, 30) == ["    Nothing fits."])
  }

  @Test func `beside a command nothing is offered`() throws {
    let menu = try #require(try menu().menu(selecting: nil))
    #expect(menu.draw(menu.items(":ba"), nil, [], 40, 5) == [])
    #expect(menu.draw(menu.items("zz"), nil, [], 40, 5) == ["    Nothing fits."])
    #expect(menu.draw(menu.items(""), nil, [], 40, 5).count == 3)
  }

  @Test(arguments: [1, 5, 12, 20, 40])
  func `no row is wider than there is room`(columns: Int) throws {
    let menu = try menu(several: true)
    for line in menu.draw(menu.items(fitting: ""), 0, [], columns, 10) {
      #expect(DisplayWidth.of(line) <= columns, "\(line)")
    }
  }

  @Test(
    arguments: [
      (nil, false, nil, []), ("Green", false, "Green", []), ("3", false, "乌龙茶", []),
      ("black tea, strong", false, "2", []), ("3, green", true, "乌龙茶", ["乌龙茶", "Green"]),
    ] as [(String?, Bool, String?, [String])])
  func `what is answered already, or by default, is selected`(
    answer: String?, several: Bool, selected: String?, marked: [String]
  ) throws {
    let menu = try #require(try menu(several: several).menu(selecting: answer))
    #expect(menu.selected == selected && menu.marked == marked)
  }

  @Test func `an optional question has a row that leaves it without an answer`() throws {
    let choices = Self.choices(["Green", "Black"])
    let menu = ChoiceMenu(
      of: .choice(choices), isOptional: true, look: .bare, words: try Stage().words)
    #expect(
      menu.draw(menu.items(fitting: ""), 0, [], 60, 10) == [
        "❯    No answer", "  1  Green", "  2  Black",
      ])
    #expect(menu.items(fitting: "b").map(\.text) == ["Black"])
    #expect(MenuState(try #require(menu.menu(selecting: nil))).answer == "")
    var offered = MenuState(try #require(menu.menu(selecting: "Black")))
    #expect(offered.answer == "Black")
    #expect(offered.move(.down) == true)
    #expect(offered.answer == "", "over the end")
    let several = ChoiceMenu(
      of: .choices(choices, count: 0...2), isOptional: true, look: .bare,
      words: try Stage().words)
    #expect(several.items(fitting: "").count == 2)
  }

  /// A question that may be left without an answer, with an answer that is offered.
  private struct OptionalFlow: Flow {
    let id: FlowID = "optional"

    func run(_ context: FlowContext) async throws -> [String?] {
      let teas = [
        Option("green", "green", label: "Green"), Option("black", "black", label: "Black"),
      ]
      let tea = try await context.run(
        ChoiceScreen("tea", "Tea?", options: teas, default: "black").optional())
      let note = try await context.run(TextScreen("note", "A note?", default: "Strong").optional())
      return [tea, note]
    }
  }

  @Test func `Enter takes what is offered, and there is a way to leave it out`() throws {
    let stage = try Stage()
    stage.columns = 100
    let taken = ScriptedSource([.menu(), "Strong"], draws: true, columns: 100)
    let report = try stage.walk(OptionalFlow(), from: taken)
    #expect(report.outcome?.result == ["black", "Strong"])
    #expect(taken.requests.map(\.initialText) == ["", "Strong"])
    #expect(taken.screens[1].last?.contains("Ctrl-U Enter leaves it out") == true)
    let left = try stage.walk(
      OptionalFlow(), from: ScriptedSource([.menu(.up, .up), ""], draws: true))
    #expect(left.outcome?.result == .array([.null, .null]))
  }

  @Test func `what names no choice cannot be selected`() throws {
    #expect(try menu().menu(selecting: "tea") == nil)
    #expect(try menu(several: true).menu(selecting: "Green, tea") == nil)
  }

  @Test func `a walk gives a menu where the source draws it, and a list where not`() throws {
    let stage = try Stage()
    let source = ScriptedSource(["2", "3", "y"], draws: true)
    _ = try stage.walk(TeaFlow(), from: source)
    #expect(source.requests.map { $0.menu != nil } == [true, false, true])
    #expect(source.requests[0].menu?.selected == "Green")
    #expect(!source.screens[0].contains { $0.hasPrefix("  1  Green") })
    let plain = try Stage(look: .plain)
    let other = ScriptedSource(["2", "3", "y"], draws: true)
    _ = try plain.walk(TeaFlow(), from: other)
    #expect(other.requests.allSatisfy { $0.menu == nil && $0.ghost == nil && $0.hint.isEmpty })
  }

  @Test func `the keys of the menu answer`() throws {
    let stage = try Stage()
    let one = try stage.walk(
      TeaFlow(), from: ScriptedSource([.menu(.down), "3", "y"], draws: true))
    #expect(one.outcome?.result == ["kind": "black", "milk": 3])
    let several = try stage.walk(
      KindFlow(kind: .choices),
      from: ScriptedSource([.menu(.mark, .up, .mark)], draws: true))
    #expect(several.journal.answers.first?.value == ["green", "oolong"])
    let none = try stage.walk(
      KindFlow(kind: .choice),
      from: ScriptedSource([.menu(.type("strong"))], draws: true))
    #expect(none.journal.answers.first?.value == "black")
  }

  @Test func `without a menu a part of a name shows which of many choices fit`() throws {
    let stage = try Stage(look: .plain)
    stage.columns = 100
    let labels = (1...16).map { "Goal \($0)" } + ["Red bike", "Blue bike"]
    let source = ScriptedSource(["bike", "17"])
    let report = try stage.walk(ManyFlow(labels: labels), from: source)
    #expect(report.outcome?.result == "Red bike")
    #expect(
      stage.messages.contains("2 choices fit “bike”. Type a number, or more of the name."))
    #expect(
      stage.messages.suffix(3).prefix(2) == ["Choice 17: Red bike.", "Choice 18: Blue bike."])
    #expect(!report.journal.text.contains("refuse"))
  }
}
