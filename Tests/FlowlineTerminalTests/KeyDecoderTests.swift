import Testing

@testable import FlowlineTerminal

struct KeyDecoderTests {
  private static let typed = "aй👍\u{1B}[Z\u{1B}[A\u{1B}[1;5D\u{1B}b\u{1B}[200~x\r\ny\u{1B}[201~z"

  private static let keys: [KeyDecoder.Key] =
    characters("aй👍") + [.editor(.back), .editor(.up), .editor(.wordLeft), .editor(.wordLeft)]
    + [.paste("x\r\ny")] + characters("z")

  @Test(arguments: 1...12)
  func `pieces of any size give the same keys`(size: Int) {
    var decoder = KeyDecoder(pasteLimit: 100)
    var keys: [KeyDecoder.Key] = []
    let bytes = Array(Self.typed.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      decoder.feed(bytes[start..<min(start + size, bytes.count)])
      while let key = decoder.next() { keys.append(key) }
    }
    #expect(keys == Self.keys)
  }

  @Test(arguments: [(false, KeyDecoder.Key.editor(.escape)), (true, .literal("\u{1B}"))])
  func `an escape alone is a key when the time is up`(passes: Bool, key: KeyDecoder.Key) {
    var decoder = KeyDecoder(pasteLimit: 100)
    decoder.passesEscape = passes
    decoder.feed([0x1B])
    #expect(decoder.next() == nil)
    #expect(decoder.isAmbiguous)
    decoder.giveUpWaiting()
    #expect(decoder.next() == key)
    #expect(decoder.next() == nil)
    #expect(!decoder.isAmbiguous)
  }

  @Test func `escape twice is two keys, and one before a sequence is Alt`() {
    var decoder = KeyDecoder(pasteLimit: 100)
    decoder.feed([0x1B, 0x1B])
    #expect(decoder.next() == nil)
    decoder.giveUpWaiting()
    #expect(
      [decoder.next(), decoder.next(), decoder.next()] == [.editor(.escape), .editor(.escape), nil])
    #expect(Self.decode("\u{1B}\u{1B}[A") == [.editor(.up)])
  }

  @Test func `a sequence that is cut off leaves nothing`() {
    var decoder = KeyDecoder(pasteLimit: 100)
    decoder.feed("\u{1B}[1;".utf8)
    #expect(decoder.next() == nil)
    decoder.giveUpWaiting()
    #expect(decoder.next() == nil)
    decoder.feed("a".utf8)
    #expect(decoder.next() == .character("a"))
  }

  @Test(arguments: [
    ("\u{1B}", "[A", [KeyDecoder.Key.editor(.escape)]), ("\u{1B}[", "A", []),
    ("\u{1B}[1;", "5Cx", [.character("x")]),
    ("\u{1B}", "[x", [.editor(.escape), .character("["), .character("x")]),
    ("\u{1B}", "a[A", [.editor(.escape)] + characters("a[A")),
  ])
  func `what comes of a sequence after its time was up is dropped`(
    begun: String, late: String, keys: [KeyDecoder.Key]
  ) {
    var decoder = KeyDecoder(pasteLimit: 100)
    decoder.feed(begun.utf8)
    var decoded: [KeyDecoder.Key] = []
    while let key = decoder.next() { decoded.append(key) }
    decoder.giveUpWaiting()
    while let key = decoder.next() { decoded.append(key) }
    decoder.feed(late.utf8)
    while let key = decoder.next() { decoded.append(key) }
    #expect(decoded == keys)
    // It is of the next bytes alone.
    decoder.feed("[A".utf8)
    #expect([decoder.next(), decoder.next()] == [.character("["), .character("A")])
  }

  @Test func `the parts of a sequence may come a tenth of a second apart`() {
    #expect(LineEditor.escapeMilliseconds > 100)
  }

  @Test func `a sequence broken off by a letter beyond ASCII takes that letter`() {
    #expect(Self.decode("\u{1B}[1й") == [.invalid, .character("й")])
    #expect(
      Self.decode("\u{1B}[1й", passing: true)
        == [.literal("\u{1B}"), .literal("["), .literal("1"), .character("й")])
  }

  @Test func `Alt goes by words, or to libedit, or is refused`() {
    #expect(
      Self.decode("\u{1B}\u{7F}\u{1B}d") == [.editor(.deleteWordLeft), .editor(.deleteWordRight)])
    #expect(Self.decode("\u{1B}u") == [.literal("\u{1B}"), .literal("u")])
    #expect(Self.decode("\u{1B}x1") == [.invalid, .character("1")])
    #expect(Self.decode("\u{1B}x", passing: true) == [.literal("\u{1B}"), .character("x")])
  }

  @Test(arguments: ["[15~", "[1;2A", "OP", "[I", "[?1;2c", "[[A"])
  func `an unknown sequence goes to libedit only if the user has settings`(sequence: String) {
    #expect(Self.decode("\u{1B}\(sequence)") == [])
    #expect(Self.decode("\u{1B}\(sequence)", passing: true).first == .literal("\u{1B}"))
  }

  @Test func `a paste over the limit keeps nothing`() {
    let paste = "\u{1B}[200~\(String(repeating: "x", count: 101))\u{1B}[201~b"
    #expect(Self.decode(paste) == [.oversizedPaste] + Self.characters("b"))
  }

  @Test func `a paste at the limit is whole`() {
    let text = String(repeating: "x", count: 100)
    #expect(Self.decode("\u{1B}[200~\(text)\u{1B}[201~") == [.paste(text)])
  }

  @Test func `control characters of the C1 set are refused`() {
    #expect(Self.decode("\u{80}\u{9F}\u{A0}") == [.invalid, .invalid, .character("\u{A0}")])
  }

  @Test func `forgetting drops what is under way`() {
    var decoder = KeyDecoder(pasteLimit: 100)
    decoder.feed("ab\u{1B}[200~c".utf8)
    #expect(decoder.next() == .character("a"))
    decoder.reset()
    #expect(decoder.next() == nil)
    decoder.feed("d".utf8)
    #expect(decoder.next() == .character("d"))
  }

  private static func decode(_ text: String, passing: Bool = false) -> [KeyDecoder.Key] {
    var decoder = KeyDecoder(pasteLimit: 100)
    decoder.passesUnknownSequences = passing
    decoder.feed(text.utf8)
    var keys: [KeyDecoder.Key] = []
    while let key = decoder.next() { keys.append(key) }
    return keys
  }

  private static func characters(_ text: String) -> [KeyDecoder.Key] {
    text.unicodeScalars.map(KeyDecoder.Key.character)
  }
}
