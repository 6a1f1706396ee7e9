import Testing

@testable import FlowlineTerminal

struct TextCellsTests {
  private static func cells(_ text: String, columns: Int = 80) -> TextCells {
    TextCells(text, after: CellFlow(columns: columns))
  }

  @Test(arguments: [
    "a", "й", "и\u{306}", "е\u{301}", "👍", "👍🏽", "👩‍👩‍👧", "🇬🇧", "❤️", "1️⃣", "한", "한", "กำ",
    "\u{200B}", "\u{301}", "\u{F0000}", "\u{17000}", "日", "क्षि", "\u{202E}",
  ])
  func `what a person counts as one is one, and comes back as it was`(character: String) {
    let cells = Self.cells(character)
    #expect(cells.cells.count == 1)
    #expect(
      cells.cells.map { Array(cells.text($0.scalars).unicodeScalars) }
        == [Array(character.unicodeScalars)])
    #expect(cells.cells.allSatisfy { $0.width > 0 })
  }

  @Test(arguments: [
    ("е\u{301}", 1), ("👍🏽", 2), ("👩‍👩‍👧", 2), ("🇬🇧", 2), ("❤️", 2), ("กำ", 2), ("नि", 2),
    ("\u{200B}", 1),
  ])
  func `it is as wide as it looks`(character: String, width: Int) {
    #expect(Self.cells(character).cells.map(\.width) == [width])
  }

  @Test(arguments: [
    ("\u{200B}", "\u{FFFD}"), ("\u{202E}", "\u{FFFD}"), ("\u{301}", "\u{25CC}\u{301}"), ("a", "a"),
  ])
  func `what cannot be seen is shown`(character: String, drawn: String) {
    let cells = Self.cells(character)
    #expect(cells.cells.map { cells.drawn($0, columns: 80) } == [drawn])
  }

  @Test func `a letter with a hundred marks is several, and none is lost`() {
    let text = "a" + String(repeating: "\u{301}", count: 100)
    let cells = Self.cells(text)
    #expect(cells.cells.count == 4)
    #expect(cells.cells.map { cells.text($0.scalars).unicodeScalars.count }.reduce(0, +) == 101)
  }

  @Test(arguments: ["", "а\u{301}", "👩\u{200D}", "🇬", "กำ", "日", "x\ny", "ㄱ", "क्"])
  func `changes anywhere give the same as beginning anew`(piece: String) {
    let base = Array("да и\u{306}од 👩\u{200D}👧 🇬🇧 क्षि 漢字 กำ end".unicodeScalars)
    for place in 0...base.count {
      for removed in 0...3 where place + removed <= base.count {
        var changed = base
        changed.replaceSubrange(place..<place + removed, with: piece.unicodeScalars)
        var cells = TextCells(after: CellFlow(columns: 7))
        cells.update(to: base)
        cells.update(to: changed)
        var anew = TextCells(after: CellFlow(columns: 7))
        anew.update(to: changed)
        #expect(cells.cells == anew.cells)
        #expect(cells.end == anew.end)
      }
    }
  }

  @Test func `a cursor in the middle of a character is seen before it`() {
    let cells = Self.cells("aи\u{306}b")
    #expect((0...4).map { cells.place(before: $0).column } == [0, 1, 1, 2, 3])
    #expect(cells.cell(around: 2) == 1..<3)
    #expect(cells.cell(around: 1) == nil)
    #expect(cells.cell(around: 4) == nil)
    #expect(cells.texts(around: 1).before == ["a"])
    #expect(cells.texts(around: 1).after == ["и\u{306}", "b"])
  }

  @Test func `a prompt keeps its styles`() {
    let pieces = [
      PromptText.Piece("a\n", style: "2"), .init("\u{1B}бв", style: "1;36m\u{7}"), .init(":"),
    ]
    let prompt = PromptCells(PromptText(pieces), columns: 80)
    #expect(prompt.styles == ["2", "1;36", "1;36", "", ""])
    #expect(prompt.flow.place == ScreenPlace(row: 0, column: 5))
  }
}
