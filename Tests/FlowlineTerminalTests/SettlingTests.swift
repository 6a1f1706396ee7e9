import Flowline
import Testing

@testable import FlowlineTerminal

/// Taking answered questions off the screen, and the line that stays of each.
struct SettlingTests {
  @Test func `an answered question goes, and one line stays of it`() throws {
    let stage = try Stage()
    let source = ScriptedSource(["1", "3", "y"], erases: true)
    _ = try stage.walk(TeaFlow(), from: source)
    // Trail, question, two choices, hint; the second and third have a blank line before them.
    #expect(source.erased == [5, 4, 4])
    let lines = stage.messages.filter { $0.hasPrefix("✓") }
    #expect(lines == ["✓ Kind: Green", "✓ Drops: 3", "✓ Order: yes"])
  }

  @Test func `refusals, help and the lines that were typed go with the question`() throws {
    let stage = try Stage()
    let source = ScriptedSource(["1", "x", ":state", "3", "y"], erases: true)
    _ = try stage.walk(TeaFlow(), from: source)
    // Besides its own four: two lines that were typed, mark and error, and what :state tells.
    #expect(source.erased == [5, 4 + 2 + 2 + 4, 4])
  }

  @Test func `a line that goes over the edge counts all its rows`() throws {
    let stage = try Stage()
    stage.columns = 20
    let long = String(repeating: "1", count: 30)
    let source = ScriptedSource([.line(long), "1", "3", "y"], erases: true)
    _ = try stage.walk(TeaFlow(), from: source)
    let shown = stage.messages.prefix { !$0.hasPrefix("✓") }
    #expect(source.erased.first == shown.count + 2)
  }

  @Test func `where nothing can be erased only what was understood is added`() throws {
    let stage = try Stage()
    let source = ScriptedSource(["green", "2", "y"])
    _ = try stage.walk(TeaFlow(), from: source)
    #expect(source.erased == [])
    #expect(stage.messages.filter { $0.hasPrefix("✓") } == ["✓ Order: yes"])
    let plain = try Stage(look: .plain)
    _ = try plain.walk(TeaFlow(), "1", "2", "yes")
    #expect(plain.messages.contains("Kind: Green."))
    #expect(!plain.messages.contains { $0.hasPrefix("Drops:") || $0.hasPrefix("Order:") })
  }

  @Test func `rule 12: back takes the line of the step away that it opens again`() throws {
    let stage = try Stage()
    let source = ScriptedSource(["1", "3", ":back", "4", "y"], erases: true)
    _ = try stage.walk(TeaFlow(), from: source)
    // Back: the question's rows, and one row of the step before it.
    #expect(source.erased == [5, 4, 4 + 1, 4, 4])
    #expect(!stage.messages.contains { $0.hasPrefix("Back at") })
  }

  @Test func `where nothing can be erased, back says where one is`() throws {
    let stage = try Stage()
    _ = try stage.walk(TeaFlow(), "1", ":back", "2", "3", "y")
    #expect(stage.messages.contains("Back at “Kind”."))
    let russian = try Stage("ru", look: .plain)
    _ = try russian.walk(TeaFlow(), "1", ":назад", "2", "3", "да")
    #expect(russian.messages.contains("Возврат к шагу «Kind»."))
  }

  @Test func `what stands behind a changed answer is told by its line`() throws {
    let stage = try Stage()
    let source = ScriptedSource(["1", "4", ":review 1", "black", "y"], erases: true)
    let report = try stage.walk(TeaFlow(), from: source)
    #expect(report.outcome?.result == ["kind": "black", "milk": 4])
    #expect(
      stage.messages.filter { $0.hasPrefix("✓") } == [
        "✓ Kind: Green", "✓ Drops: 4", "✓ Kind: Black", "✓ Drops: 4", "✓ Order: yes",
      ])
    #expect(!stage.messages.contains { $0.contains("stands as given") })
  }

  @Test func `a resize in between leaves everything where it is`() throws {
    let stage = try Stage()
    let source = ScriptedSource(["x", "1", "3", "y"], erases: true)
    var round = 0
    let walk = Walk(
      on: Surface(
        look: .bare, message: { _ in round += 1 }, result: { _ in },
        columns: { round < 2 ? 60 : 50 }),
      from: source, in: stage.environment, histories: stage.histories, wake: {})
    var catalog = FlowCatalog()
    catalog.add(TeaFlow(), summary: "")
    _ = try walk.run(try #require(catalog["tea"]))
    #expect(source.erased == [4, 4])
  }

  @Test func `rule 22: of a secret a mask stays`() throws {
    let stage = try Stage()
    let source = ScriptedSource(["1.50", "abcd", ""], erases: true)
    _ = try stage.walk(PayFlow(), from: source)
    let lines = stage.messages.filter { $0.hasPrefix("✓") }
    #expect(lines == ["✓ Amount: £1.50", "✓ Code: ••••", "✓ Paid"])
    let ascii = try Stage(look: .ascii)
    _ = try ascii.walk(PayFlow(), from: ScriptedSource(["1.50", "abcd", ""], erases: true))
    #expect(ascii.messages.contains("+ Code: hidden"))
  }

  @Test func `an answer goes into the history once it stands`() throws {
    let stage = try Stage()
    _ = try stage.walk(TeaFlow(), from: ScriptedSource(["9", "1", "3", "y"], erases: true))
    #expect(stage.histories.history(of: "choice").entries == ["1"])
    #expect(stage.histories.history(of: "number").entries == ["3"])
  }
}

struct RowTallyTests {
  @Test func `what was listed while a line was read counts once the next line is read`() {
    let tally = RowTally()
    tally.show("one\ntwo", columns: 10)
    tally.lists(3)
    tally.read("> ab", columns: 10)
    #expect(tally.erasable(columns: 10) == 2)
    #expect(tally.total == 6)
    tally.show("wrong", columns: 10)
    #expect(tally.erasable(columns: 10) == nil)
    tally.read("> abc", columns: 10)
    #expect(tally.erasable(columns: 10) == 2 + 3 + 1 + 1)
  }

  @Test func `rows are counted by display width, without colours`() {
    let tally = RowTally()
    tally.show("\u{1B}[31mабвгд\u{1B}[0m\n表表表表表表\n", columns: 10)
    tally.read("> ", columns: 10)
    #expect(tally.erasable(columns: 10) == 1 + 2 + 1)
  }

  @Test func `another width and an unknown line cannot be counted`() {
    let tally = RowTally()
    tally.show("one", columns: 10)
    tally.read("> ", columns: 12)
    #expect(tally.erasable(columns: 12) == nil)
    tally.begin()
    tally.read(nil, columns: 12)
    tally.read("> ", columns: 12)
    #expect(tally.erasable(columns: 12) == nil)
    tally.begin()
    #expect(tally.isEmpty)
  }
}
