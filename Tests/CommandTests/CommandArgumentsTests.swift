import CommandArguments
import Flowline
import Testing

/// Arguments as the system has them.
struct CommandArgumentsTests {
  @Test(arguments: ["", "run", "name=Bïke 🚲", "a\\b"])
  func `UTF-8 is taken as it is`(text: String) throws {
    #expect(try CommandArguments.text(of: Array(text.utf8), at: 1) == text)
  }

  /// Text with bytes behind it that are none.
  struct Broken {
    let text: String
    let bytes: [UInt8]
    let excerpt: String

    init(_ text: String, _ bytes: [UInt8], _ excerpt: String) {
      (self.text, self.bytes, self.excerpt) = (text, bytes, excerpt)
    }
  }

  @Test(arguments: [
    Broken("name=Bi", [0xFF, 0xFE, 0x6B, 0x65], #"name=Bi\xFF\xFEke"#),
    Broken("", [0xE9], #"\xE9"#), Broken("", [0xC3], #"\xC3"#),
    Broken("", [0xED, 0xA0, 0x80], #"\xED\xA0\x80"#),
    Broken("a\\ \u{1B}[1m", [0x80], #"a\\ \u{1B}[1m\x80"#),
    Broken("é\u{202E}", [0x0A, 0x80], #"é\u{202E}\u{A}\x80"#),
  ])
  func `anything else is refused with its place, and bytes by their numbers`(broken: Broken) {
    let (bytes, excerpt) = (Array(broken.text.utf8) + broken.bytes, broken.excerpt)
    let fault = #expect(throws: UnreadableArgument.self) {
      try CommandArguments.text(of: bytes, at: 4)
    }
    #expect(fault?.place == 4)
    #expect(fault?.excerpt == excerpt)
  }

  @Test func `of a long argument the part around the first wrong byte is shown`() {
    let bytes = Array(repeating: UInt8(ascii: "a"), count: 1000) + [0xFF]
    let fault = #expect(throws: UnreadableArgument.self) {
      try CommandArguments.text(of: bytes + bytes, at: 1)
    }
    let shown = String(repeating: "a", count: 40) + #"\xFF"# + String(repeating: "a", count: 19)
    #expect(fault?.excerpt == "…\(shown)…")
  }

  @Test(arguments: ["", "é"]) func `text has no wrong byte`(text: String) {
    #expect(Array(text.utf8).lengthBeforeWrongUTF8 == nil)
  }

  @Test(arguments: [0, 1, 5]) func `the first wrong byte is found`(offset: Int) {
    let bytes = Array(repeating: UInt8(ascii: "a"), count: offset) + [0xFF, 0x61, 0xFF]
    #expect(bytes.lengthBeforeWrongUTF8 == offset)
  }
}
