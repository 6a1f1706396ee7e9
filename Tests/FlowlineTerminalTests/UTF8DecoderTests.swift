import Testing

@testable import FlowlineTerminal

struct UTF8DecoderTests {
  @Test func `every scalar comes through`() {
    var decoder = UTF8Decoder()
    for value in stride(from: UInt32(0), through: 0x10FFFF, by: 7) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let steps = String(scalar).utf8.map { decoder.feed($0) }
      #expect(steps.last == .scalar(scalar))
      #expect(steps.dropLast().allSatisfy { $0 == .incomplete })
    }
  }

  @Test(arguments: [
    ([0xFF], 0), ([0x61, 0x80], 1), ([0xC0, 0xAF], 0), ([0xE0, 0x80, 0xAF], 0),
    ([0xED, 0xA0, 0x80], 0), ([0xF4, 0x90, 0x80, 0x80], 0), ([0xF5, 0x80], 0),
    ([0xD0, 0xB0, 0xD0], 2), ([0xD0, 0x61], 0), ([0x61, 0xE2, 0x82], 1),
  ])
  func `says where the bytes stop being UTF-8`(bytes: [UInt8], offset: Int) {
    #expect(UTF8Decoder.decode(bytes) == .failure(InvalidUTF8(byteOffset: offset)))
  }

  @Test(arguments: ["", "a", "цель", "👍🏽", "и\u{306}", "\u{0}\u{10FFFF}"])
  func `decodes what is right`(text: String) {
    #expect(UTF8Decoder.decode(Array(text.utf8)) == .success(text))
  }

  @Test func `a byte that breaks a scalar off begins the next`() {
    var decoder = UTF8Decoder()
    #expect(decoder.feed(0xD0) == .incomplete)
    #expect(decoder.feed(0x61) == .invalidBefore)
    #expect(decoder.feed(0x61) == .scalar("a"))
  }
}
