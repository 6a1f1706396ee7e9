import Testing

@testable import FlowlineTerminal

struct CompletionTests {
  @Test(
    arguments: [
      ("", [], nil), ("cr", ["create "], "create "), ("create ", ["create "], nil),
      ("c", ["create", "credit"], "cre"), ("cre", ["create", "credit"], nil),
      ("К", ["круг", "кран"], "кр"), ("", ["a", "b"], nil),
    ] as [(String, [String], String?)])
  func `puts in what the candidates agree on`(
    replaced: String, candidates: [String], insertion: String?
  ) {
    let result = CompletionResult(
      replacing: replaced, with: candidates.map { CompletionResult.Candidate($0) })
    #expect(result.insertion == insertion)
  }

  @Test func `lists in columns of equal width`() {
    let lines = CompletionList.lines(["один", "два", "漢字", "four"], columns: 12, isPlain: false)
    #expect(lines == ["один  漢字", "два   four"])
  }

  @Test func `lists one a line where output is plain or narrow`() {
    #expect(CompletionList.lines(["a", "b"], columns: 80, isPlain: true) == ["a", "b"])
    #expect(CompletionList.lines(["aaa", "b"], columns: 2, isPlain: false) == ["aa", "b"])
  }

  @Test func `counts what is too much`() {
    let lines = CompletionList.lines((1...250).map(String.init), columns: 80, isPlain: true)
    #expect(lines.count == 101)
    #expect(lines.last == "... +150")
  }

  @Test(arguments: [
    ("a\r\nb\n\nc", ["a", "b", "", "c"]), ("a\rb\u{2028}", ["a", "b", ""]), ("", [""]),
    ("a\n\rb\n\r\n\rc", ["a", "b", "", "c"]),
    ("x\ty\u{7}\n\u{1B}[Az", ["x y", "z"]),
  ])
  func `takes a text apart into lines`(text: String, lines: [String]) {
    #expect(OneLine.lines(text) == lines)
  }

  @Test(arguments: [
    ("a\r\n\n b", "a  b"), ("\n", ""), ("a\tb\u{7}\u{1B}[A", "a b"), ("a\u{2028}b\n\n", "a b"),
  ])
  func `makes one line of any text`(text: String, line: String) {
    #expect(OneLine.text(text) == line)
  }
}
