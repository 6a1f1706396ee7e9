import Flowline
import Testing

@testable import FlowlineTerminal

/// The marks before what was answered, what failed and what is missing.
struct MarkTests {
  private struct Shortage: Flow {
    let id: FlowID = "pay"
    var hasFailed = false

    func run(_ context: FlowContext) async throws -> Bool {
      if hasFailed { throw Refused() }
      try await context.show("short", "Not paid") {
        Row("Available", "£2.10")
        Row("Missing", "£12.00", mark: .shortage)
        Row("The bank has refused it", mark: .failure)
      }
      return true
    }
  }

  private struct Refused: Error, CustomStringConvertible {
    var description: String { "The bank is gone." }
  }

  private func page(_ look: Look, _ language: String = "en", columns: Int = 60) throws -> [String] {
    let stage = try Stage(language, look: look)
    stage.columns = columns
    _ = try stage.walk(Shortage(), ":quit")
    return stage.messages
  }

  @Test func `a row's mark stands in its indent`() throws {
    let lines = try page(.bare)
    #expect(lines.contains("  Available  £2.10"))
    #expect(lines.contains("△ Missing    £12.00"))
    #expect(lines.contains("! The bank has refused it"))
  }

  @Test func `where there is ASCII alone it is another sign`() throws {
    let lines = try page(.ascii)
    #expect(lines.contains("< Missing    £12.00"))
    #expect(lines.contains("! The bank has refused it"))
  }

  @Test(arguments: [
    ("en", ["Not enough. Missing: £12.00.", "Failed. The bank has refused it."]),
    ("ru", ["Не хватает. Missing: £12.00.", "Не удалось. The bank has refused it."]),
  ])
  func `in plain mode it is a word`(language: String, sentences: [String]) throws {
    let lines = try page(.plain, language)
    #expect(lines.contains("Available: £2.10."))
    for sentence in sentences { #expect(lines.contains(sentence)) }
  }

  @Test func `it has the colour of errors and of warnings`() throws {
    let lines = try page(.colored)
    #expect(lines.contains("\u{1B}[35m△\u{1B}[0m Missing    £12.00"))
    #expect(lines.contains("\u{1B}[31m!\u{1B}[0m The bank has refused it"))
  }

  @Test(arguments: [1, 2, 3, 4, 9, 20])
  func `a narrow window has the mark too`(columns: Int) throws {
    let lines = try page(.bare, columns: columns)
    #expect(lines.contains { $0.hasPrefix("△") })
    for line in lines { #expect(DisplayWidth.of(line) <= columns, "\(line)") }
  }

  @Test(arguments: [Look.bare, .ascii])
  func `no two marks are alike`(look: Look) {
    let marks = [look.check, look.dash] + PageRow.Mark.allCases.map { look.mark($0).text }
    #expect(Set(marks).count == marks.count)
    for mark in marks { #expect(DisplayWidth.of(mark) == 1) }
  }

  @Test(arguments: [
    (Look.bare, "! Pay failed. The bank is gone."), (.ascii, "! Pay failed. The bank is gone."),
    (.plain, "Error: Pay failed. The bank is gone."),
  ])
  func `a flow that failed has the mark of a failure`(look: Look, line: String) throws {
    let stage = try Stage(look: look)
    let report = try stage.walk(Shortage(hasFailed: true))
    let outcome = try #require(report.outcome)
    #expect(OutcomeText(renderer: stage.renderer).lines(for: outcome, of: "pay") == [line])
  }
}

/// That colour is never the only sign.
struct RoleSignTests {
  /// Lines that have a role, and what tells it apart from others without its colour.
  private func drawn(_ role: Look.Role, on stage: Stage) throws -> [(line: String, sign: String)] {
    let renderer = stage.renderer
    let refusal = Refusal("wrong", "It is wrong.")
    func mark(_ mark: PageRow.Mark) -> (String, String) {
      let row = PageRow(label: LocalizedText(key: nil, text: "Money"), value: nil, mark: mark)
      let page = PageRenderer(look: stage.look, words: stage.words, columns: 40)
      let lines = page.lines(for: [PageSection(heading: nil, rows: [row])])
      return (lines[0], stage.look.mark(mark).text)
    }
    switch role {
    case .error:
      return [
        (renderer.error("No.")[0], "Error:"), (renderer.failure("No.")[0], "!"), mark(.failure),
      ]
    case .warning: return [(renderer.warning(refusal)[0], "Warning:"), mark(.shortage)]
    case .success:
      let end = OutcomeText(renderer: renderer).lines(for: .finished(true), of: "pay")
      return [(end[0], "Done:"), (stage.look.paint(stage.look.check, role), "✓")]
    case .accent:
      let choices = ["tea", "milk"].map {
        Choice(key: $0, label: LocalizedText(key: nil, text: $0))
      }
      let menu = ChoiceMenu(of: .choice(choices), look: stage.look, words: stage.words)
      let state = MenuState(try #require(menu.menu(selecting: String?.none)))
      return [(state.rows(columns: 40, rows: 9)[0], "❯")]
    // These are told by where they are: the question above its line, the heading above rows that are
    // indented, the trail first of all; what is dim is no more than a remark to what is beside it.
    case .plain, .question, .heading, .dim, .trail: return []
    }
  }

  @Test(arguments: Look.Role.allCases)
  func `what has a colour of its own has a sign besides`(role: Look.Role) throws {
    let (colored, bare) = (try Stage(look: .colored), try Stage())
    for (line, sign) in try drawn(role, on: colored) {
      #expect(line.contains("\u{1B}[\(colored.look.style(role))m"))
      #expect(line.contains(sign))
    }
    for (line, sign) in try drawn(role, on: bare) {
      #expect(!line.contains("\u{1B}"))
      #expect(line.contains(sign))
    }
  }
}
