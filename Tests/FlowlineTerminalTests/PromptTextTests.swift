import Testing

@testable import FlowlineTerminal

struct PromptTextTests {
  private typealias Piece = PromptText.Piece

  @Test(arguments: [
    (PromptText(""), ""), (PromptText("name>"), "name> "), (PromptText("name> "), "name> "),
    (PromptText("имя>", style: "1"), "\u{1}\u{1B}[1m\u{1}имя>\u{1}\u{1B}[0m\u{1} "),
    (
      PromptText([Piece("a", style: "2"), Piece("b", style: "1;36"), Piece(": ")]),
      "\u{1}\u{1B}[2m\u{1}a\u{1}\u{1B}[0m\u{1B}[1;36m\u{1}b\u{1}\u{1B}[0m\u{1}: "
    ),
    (
      PromptText([Piece("a", style: "1"), Piece("", style: "2"), Piece("b", style: "1")]),
      "\u{1}\u{1B}[1m\u{1}ab\u{1}\u{1B}[0m\u{1} "
    ),
    (PromptText(" ", style: "7"), " "),
  ])
  func `is written by libedit's rules`(prompt: PromptText, encoded: String) {
    #expect(prompt.encoded == encoded)
  }

  @Test(
    arguments: [
      "a", "a ", "", " ", "\u{1}", "a\u{1}b", "a\n", "й", "a  ",
    ], ["", "1", "1;31", "\u{1B}[31m", "x"])
  func `never puts two literals together or one last`(text: String, style: String) {
    let prompt = PromptText([Piece(text, style: style), Piece(text), Piece("x", style: style)])
    #expect(!prompt.encoded.contains("\u{1}\u{1}"))
    #expect(prompt.encoded.last == " ")
    #expect(prompt.encoded.count { $0 == "\u{1}" }.isMultiple(of: 2))
  }

  @Test func `composes letters and marks, and drops line breaks`() {
    let encoded = PromptText("и\u{306}\n\u{1B}д").encoded
    #expect(encoded.unicodeScalars.elementsEqual("й\u{434} ".unicodeScalars))
    #expect(PromptText("и\u{306}").plainText.unicodeScalars.count == 2)
  }
}
