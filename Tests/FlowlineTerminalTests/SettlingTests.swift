import Flowline
import Testing

@testable import FlowlineTerminal

/// What is on the screen while questions are asked, and the line that stays of each answer.
struct SettlingTests {
  @Test func `a question is drawn with its line, and of an answered one a line stays`() throws {
    let stage = try Stage()
    let source = ScriptedSource(["1", "3", "y"], draws: true)
    _ = try stage.walk(TeaFlow(), from: source)
    #expect(
      source.screens == [
        [
          "Tea · step 1", "Which tea?", "Both are from Yunnan.", "> ",
          "↑↓ choose · Enter next · :help",
        ],
        [
          "✓ Kind: Green", "", "Tea › Milk · step 2", "How many drops?", "> ",
          "Enter next · ⇧Tab back · :help",
        ],
        [
          "✓ Kind: Green", "✓ Drops: 3", "", "Tea · step 3", "Order it?", "> ",
          "y or n · ←→ choose · Enter next · ⇧Tab back · :help",
        ],
      ])
    // In the end the lines stay.
    #expect(stage.messages == ["✓ Kind: Green", "✓ Drops: 3", "✓ Order: yes"])
  }

  /// Asks the same twice, with other choices.
  private struct RoundsFlow: Flow {
    let id: FlowID = "rounds"

    func run(_ context: FlowContext) async throws -> [String] {
      var taken: [String] = []
      for names in [["Green", "Black"], ["Oolong", "White"]] {
        let options = names.map { Option($0.lowercased(), $0, label: Text(verbatim: "\($0) tea")) }
        let screen = ChoiceScreen("tea", "Which tea?", options: options)
        taken.append(try await context.run(screen.label("Tea")))
      }
      return taken
    }
  }

  @Test func `the line of an answer has the label that the answer had when it was given`() throws {
    let stage = try Stage()
    let source = ScriptedSource(["1", ":review", "2"], draws: true)
    _ = try stage.walk(RoundsFlow(), from: source)
    #expect(source.screens[1].first == "✓ Tea: Green tea")
    #expect(stage.messages.contains { $0.hasSuffix("  Green tea") })
    #expect(stage.messages.last == "✓ Tea: White tea")
    #expect(!stage.messages.contains { $0.contains("green") })
  }

  /// Asks what may be left out.
  private struct LeftOutFlow: Flow {
    let id: FlowID = "left-out"

    func run(_ context: FlowContext) async throws -> [String?] {
      [try await context.run(TextScreen("note", "A note?").label("Note").optional())]
    }
  }

  @Test(arguments: [
    (Look.bare, true, "– Note: none"), (.ascii, true, "- Note: none"),
    (.plain, false, "Note: none."),
  ])
  func `an answer that was left out is told as such`(
    look: Look, draws: Bool, line: String
  ) throws {
    let stage = try Stage(look: look)
    let source = ScriptedSource([""], draws: draws)
    _ = try stage.walk(LeftOutFlow(), from: source)
    #expect(stage.messages.last == line)
    if look == .bare {
      #expect(source.screens.first?.last == "Enter next · an empty line skips it · :help")
    }
  }

  @Test func `a no is an answer like any other`() throws {
    let stage = try Stage()
    _ = try stage.walk(TeaFlow(), from: ScriptedSource(["1", "3", "n"], draws: true))
    #expect(stage.messages.contains("✓ Order: no"))
  }

  @Test func `an error stands under the line, one at a time`() throws {
    let stage = try Stage()
    let source = ScriptedSource(["1", "x", "yy", ":nonsense", "3", "y"], draws: true)
    _ = try stage.walk(TeaFlow(), from: source)
    let errors = source.screens.map { $0.filter { $0.hasPrefix("Error: ") }.count }
    #expect(errors == [0, 0, 1, 1, 1, 0])
    #expect(source.screens[2].contains("> x") && source.screens[3].contains("> yy"))
    #expect(!stage.messages.contains { $0.hasPrefix("Error: ") })
  }

  @Test func `what a command tells stays above the question, which is whole again`() throws {
    let stage = try Stage()
    let source = ScriptedSource(["1", ":review", "3", "y"], draws: true)
    _ = try stage.walk(TeaFlow(), from: source)
    #expect(stage.messages.prefix(2) == ["✓ Kind: Green", "Answers so far:"])
    #expect(source.screens[2].dropFirst().first?.hasPrefix("Tea › Milk · ") == true)
    #expect(source.screens[2].contains("How many drops?"))
  }

  @Test func `where nothing can be drawn over only what was understood is added`() throws {
    let stage = try Stage()
    let source = ScriptedSource(["green", "2", "y"])
    _ = try stage.walk(TeaFlow(), from: source)
    #expect(source.drawn.allSatisfy { $0.isEmpty })
    #expect(stage.messages.filter { $0.hasPrefix("✓") } == ["✓ Order: yes"])
    let plain = try Stage(look: .plain)
    _ = try plain.walk(TeaFlow(), "1", "2", "yes")
    #expect(plain.messages.contains("Kind: Green."))
    #expect(!plain.messages.contains { $0.hasPrefix("Drops:") || $0.hasPrefix("Order:") })
  }

  @Test func `rule 12: back takes the line of the step away that it opens again`() throws {
    let stage = try Stage()
    let source = ScriptedSource(["1", "3", ":back", "4", "y"], draws: true)
    _ = try stage.walk(TeaFlow(), from: source)
    #expect(source.screens.map { $0.filter { $0.hasPrefix("✓") }.count } == [0, 1, 2, 1, 2])
    #expect(source.screens[3].contains("> 3"))
    #expect(stage.messages == ["✓ Kind: Green", "✓ Drops: 4", "✓ Order: yes"])
  }

  @Test func `where nothing can be drawn over, back says where one is`() throws {
    let stage = try Stage()
    _ = try stage.walk(TeaFlow(), "1", ":back", "2", "3", "y")
    #expect(stage.messages.contains("Back at “Kind”."))
    let russian = try Stage("ru", look: .plain)
    _ = try russian.walk(TeaFlow(), "1", ":назад", "2", "3", "да")
    #expect(russian.messages.contains("Возврат к шагу «Kind»."))
  }

  @Test func `what stands behind a changed answer is told by its line`() throws {
    let stage = try Stage()
    let source = ScriptedSource(["1", "4", ":review 1", "black", "y"], draws: true)
    let report = try stage.walk(TeaFlow(), from: source)
    #expect(report.outcome?.result == ["kind": "black", "milk": 4])
    #expect(stage.messages == ["✓ Kind: Black", "✓ Drops: 4", "✓ Order: yes"])
    #expect(!stage.messages.contains { $0.contains("stands as given") })
  }

  @Test func `rows are those of the width there is`() throws {
    let stage = try Stage()
    let source = ScriptedSource(["1", "3", "y"], draws: true, columns: 20)
    _ = try stage.walk(TeaFlow(), from: source)
    #expect(source.screens.allSatisfy { $0.allSatisfy { DisplayWidth.of($0) <= 20 } })
    #expect(source.screens[1].last == "⇧Tab back · :help")
  }

  @Test func `rule 22: of a secret a mask stays`() throws {
    let stage = try Stage()
    let source = ScriptedSource(["1.50", "abcd", ""], draws: true)
    _ = try stage.walk(PayFlow(), from: source)
    let lines = stage.messages.filter { $0.hasPrefix("✓") }
    #expect(lines == ["✓ Amount: £1.50", "✓ Code: ••••"])
    let ascii = try Stage(look: .ascii)
    _ = try ascii.walk(PayFlow(), from: ScriptedSource(["1.50", "abcd", ""], draws: true))
    #expect(ascii.messages.contains("+ Code: hidden"))
  }

  @Test func `an answer goes into the history once it stands`() throws {
    let stage = try Stage()
    _ = try stage.walk(TeaFlow(), from: ScriptedSource(["9", "1", "3", "y"], draws: true))
    #expect(stage.histories.history(of: "choice").entries == ["1"])
    #expect(stage.histories.history(of: "number").entries == ["3"])
  }
}
