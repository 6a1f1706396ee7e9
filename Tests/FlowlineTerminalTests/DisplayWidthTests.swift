import Testing

@testable import FlowlineTerminal

struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("goal", 4), ("цель", 4), ("и\u{306}", 1), ("漢字", 4), ("한글", 4), ("ｗ", 2),
    ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧", 2), ("🇬🇧", 2), ("❤️", 2), ("1️⃣", 2), ("£€₽", 3), ("█▓░", 3),
    ("a\u{200B}b\u{200D}", 2), ("co\u{AD}op", 5), ("\u{1B}[1;31mred\u{1B}[0m", 3), ("\u{7}", 0),
    ("›·…", 3),
    // Vowel signs of Thai and of the Indic scripts have a column of their own.
    ("กำ", 2), ("ที่", 1), ("นิ", 1), ("नि", 2), ("क्ष", 2), ("நா", 2), ("நீ", 1), ("한", 2),
    ("\u{202E}ab\u{202C}", 2),
  ])
  func `counts columns, not characters`(text: String, width: Int) {
    #expect(DisplayWidth.of(text) == width)
  }

  @Test(arguments: [
    ("one two three", 7, ["one two", "three"]),
    ("one two three", 80, ["one two three"]),
    ("a\n\nb", 5, ["a", "", "b"]),
    ("цель накоплений на отпуск", 10, ["цель", "накоплений", "на отпуск"]),
    ("漢字漢字", 3, ["漢", "字", "漢", "字"]),
    ("abcdefgh ij", 3, ["abc", "def", "gh", "ij"]),
    ("  - one two", 7, ["  - one", "  two"]),
    ("漢", 1, ["漢"]), ("", 10, [""]), ("     ", 3, [""]),
  ])
  func `wraps at spaces and keeps to the columns`(text: String, columns: Int, lines: [String]) {
    #expect(text.wrapped(to: columns) == lines)
  }

  @Test(arguments: [0, 1, 2, 3, 7, 40])
  func `wrapping loses no word at any width`(columns: Int) {
    let text = "Сколько накопить? Enter an amount such as 1 200.50 漢字, \u{1B}[1mor\u{1B}[0m leave."
    let lines = text.wrapped(to: columns)
    #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
    #expect(lines.allSatisfy { DisplayWidth.of($0) <= max(columns, 2) })
  }

  @Test func `pads and cuts by columns`() {
    #expect("漢".padded(to: 4) == "漢  ")
    #expect("long".padded(to: 2) == "long")
    #expect("漢字".truncated(to: 3) == "漢")
    #expect("abc".truncated(to: 0) == "")
  }

  @Test func `lays out a line in rows`() {
    func cells(_ text: String, columns: Int) -> TextCells {
      TextCells(text, after: CellFlow(columns: columns))
    }
    let full = cells("> " + String(repeating: "x", count: 18), columns: 20)
    #expect(full.end == ScreenPlace(row: 1, column: 0))
    let wide = cells("abc漢字", columns: 4)
    #expect(wide.place(before: 4) == ScreenPlace(row: 1, column: 2))
    #expect(wide.end.row == 2)
    #expect(cells("a\nb", columns: 80).end.row == 1)
  }
}
