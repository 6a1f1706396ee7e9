import Flowline
import Foundation
import TestSupport
import Testing

@testable import FlowlineTerminal

/// Text from elsewhere, made fit for a line.
struct OneLineTests {
  @Test(arguments: [
    ("a\u{202E}b\u{202C}", "ab"), ("\u{2066}שלום\u{2069}", "שלום"), ("a\nb\tc\u{7}", "a b c"),
    ("e\u{301}\u{200D}", "e\u{301}\u{200D}"),
  ])
  func `what turns the direction of writing is not shown`(text: String, shown: String) {
    #expect(OneLine.text(text) == shown)
  }

  @Test(arguments: [
    ("a\u{200B}b", "ab"), ("\u{FEFF}a\u{2060}\u{200E}b", "ab"), ("👩\u{200D}👧", "👩\u{200D}👧"),
    ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("❤\u{FE0F}", "❤\u{FE0F}"),
  ])
  func `what cannot be seen is left out, but for what joins letters`(text: String, shown: String) {
    #expect(OneLine.text(text) == shown)
    #expect(OneLine.typed(text) == shown)
  }

  @Test(arguments: [
    ("\u{1B}[31mred\u{1B}[0m", "red"), ("a\u{1B}[1;38:5:1mb", "ab"), ("\u{9B}31mx", "x"),
    ("\u{1B}]0;title\u{7}x", "x"), ("\u{1B}]8;;u\u{1B}\\x", "x"), ("\u{1B}Pq\u{1B}\\x", "x"),
    ("\u{1B}(Bx", "x"), ("\u{1B}OAx", "x"), ("\u{1B}cx", "x"), ("a\u{1B}", "a"), ("\u{1B}é", "é"),
    ("\u{1B}[é", "[é"), ("\u{1B}]open", "]open"),
  ])
  func `a sequence for a terminal is left out whole`(text: String, shown: String) {
    #expect(OneLine.text(text) == shown)
    #expect(OneLine.typed(text) == shown)
  }

  @Test(arguments: [("Bike", "Bike"), ("Цель", "Цель"), ("שלום 1", "\u{2068}שלום 1\u{2069}")])
  func `what may be written leftwards is isolated, and as wide as before`(
    text: String, isolated: String
  ) {
    #expect(text.isolated == isolated)
    #expect(DisplayWidth.of(text.isolated) == DisplayWidth.of(text))
  }

  @Test func `a payee that is written leftwards leaves the amounts of a page in their column`()
    throws
  {
    let stage = try Stage()
    let texts = [("שלום", "£1.00"), ("a\u{202E}b", "£20.00")]
    let page = PageSection(
      heading: nil,
      rows: texts.map { label, value in
        PageRow(
          label: Text(verbatim: label).resolved(in: stage.environment),
          value: Text(verbatim: value).resolved(in: stage.environment))
      })
    let lines = PageRenderer(look: .bare, words: stage.words, columns: 40).lines(for: [page])
    #expect(lines == ["  \u{2068}שלום\u{2069}  £1.00", "  ab    £20.00"])
  }

  @Test(arguments: [
    ("short", "short"),
    (String(repeating: "x", count: 50), String(repeating: "x", count: 39) + "…"),
  ])
  func `of a long text the beginning is told`(text: String, excerpt: String) {
    #expect(OneLine.excerpt(text) == excerpt)
  }

  @Test func `a folder with more than can be looked at is not completed`() throws {
    let folder = try TemporaryFolder()
    for name in ["ab", "ac", ".ad", "b"] { try folder.put([UInt8](), as: name) }
    let typed = folder.path + "/a"
    // Two are the folder itself and the one above.
    #expect(FileCompletion.complete(typed, limit: 6).candidates.map(\.text) == ["ab", "ac"])
    #expect(FileCompletion.complete(folder.path + "/.", limit: 6).candidates.map(\.text) == [".ad"])
    #expect(FileCompletion.complete(typed, limit: 5).candidates.isEmpty)
  }
}
