import CLibEditShims
import Glibc
import Testing

@testable import FlowlineTerminal

struct ClustersTests {
  private static let characters = [
    "a", "й", "и\u{306}", "е\u{301}", "👍", "👍🏽", "👩‍👩‍👧", "🇬🇧", "❤️", "1️⃣", "한", "한", "กำ",
    "\u{200B}", "\u{301}", "\u{F0000}", "\u{17000}", "日",
  ]

  init() { TerminalLocale.prepare() }

  @Test(arguments: characters)
  func `a character is one for libedit and comes back as it was`(character: String) {
    let clusters = Clusters()
    let encoded = Array(clusters.encoded(character).unicodeScalars)
    #expect(encoded.count == 1)
    for scalar in encoded {
      let text = clusters.text(of: wchar_t(scalar.value))
      #expect(Array(text.unicodeScalars) == Array(character.unicodeScalars))
      #expect((1...2).contains(flowline_wcwidth(wchar_t(scalar.value))))
    }
  }

  @Test func `the same character is stood for in the same way`() {
    let clusters = Clusters()
    #expect(clusters.encoded("е\u{301}") == clusters.encoded("е\u{301}"))
    let others = ["a\u{323}\u{307}", "a\u{307}\u{323}"]
    #expect(Set(others.map { Array(clusters.encoded($0).unicodeScalars) }).count == 2)
  }

  @Test(arguments: [("е\u{301}", 1), ("👍🏽", 2), ("👩‍👩‍👧", 2), ("🇬🇧", 2), ("❤️", 2)])
  func `it is as wide as it looks`(character: String, width: Int) {
    let scalars = Clusters().encoded(character).unicodeScalars
    #expect(scalars.map { Int(flowline_wcwidth(wchar_t($0.value))) } == [width])
  }

  @Test func `marks join the letter before them`() {
    let clusters = Clusters()
    #expect(clusters.joins("\u{306}", to: "и"))
    #expect(clusters.joins("\u{200D}", to: "👩"))
    #expect(clusters.joins("👧", to: "👩\u{200D}"))
    #expect(!clusters.joins("b", to: "a"))
    #expect(!clusters.joins("\u{306}", to: ""))
    #expect(clusters.takesPlain("й", behind: 0x61))
    #expect(!clusters.takesPlain("\u{306}", behind: 0x438))
    #expect(!clusters.takesPlain("\u{306}", behind: nil))
    #expect(!clusters.takesPlain("\u{F0000}", behind: nil))
  }

  @Test func `what one editor draws is not what another does`() throws {
    let characters = ["👍🏽", "🇬🇧"]
    let editors = characters.map { _ in Clusters() }
    let encoded = zip(editors, characters).map { $0.encoded($1) }
    #expect(encoded[0] == encoded[1], "the same character stands for both")
    for (editor, (encoded, character)) in zip(editors, zip(encoded, characters)) {
      var ends: [Int32] = [-1, -1]
      #expect(pipe(&ends) == 0)
      defer { close(ends[0]) }
      let stream = try #require(editor.drawings.openStream(to: ends[1]))
      close(ends[1])
      fputs(encoded, stream)
      fclose(stream)
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = read(ends[0], &bytes, bytes.count)
      #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == character)
    }
  }

  @Test func `a letter with a hundred marks is several, and none is lost`() {
    let clusters = Clusters()
    let text = "a" + String(repeating: "\u{301}", count: 100)
    let encoded = clusters.encoded(text).unicodeScalars
    #expect(encoded.count == 4)
    let decoded = encoded.map { clusters.text(of: wchar_t($0.value)) }.joined()
    #expect(Array(decoded.unicodeScalars) == Array(text.unicodeScalars))
  }
}
