import Foundation
import Testing

@testable import Flowline

/// UUIDs and bytes as text, against Foundation's own.
struct UUIDTextTests {
  @Test func `is Foundation's in lower case, and is read in either case`() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<1_000 {
      let id = UUID(seed: UUID.nilUUID, "test", Int.random(in: 0...Int.max, using: &generator))
      #expect(id.text == id.uuidString.lowercased())
      #expect(UUID(text: id.text) == id)
      #expect(UUID(text: id.uuidString) == id)
    }
  }

  @Test(arguments: [
    "", "-", "6ba7b810-9dad-11d1-80b4-00c04fd430c", "6ba7b810-9dad-11d1-80b4-00c04fd430c80",
    "6ba7b8109dad11d180b400c04fd430c8", "6ba7b8-109dad-11d1-80b4-00c04fd430c8",
    "6ba7b810-9dad-11d1-80b4-00c04fd430g8", " ba7b810-9dad-11d1-80b4-00c04fd430c8",
    "+ba7b810-9dad-11d1-80b4-00c04fd430c8", "0xa7b810-9dad-11d1-80b4-00c04fd430c8",
    "{6ba7b810-9dad-11d1-80b4-00c04fd430c8}", "6ba7b810-9dad-11d1-80b4-00c04fd430c\u{E9}",
    "6ba7b810-9dad-11d1-80b4-00c04fd430c8\n", "6ba7b810–9dad–11d1–80b4–00c04fd430c8",
  ])
  func `nothing else is one`(text: String) {
    #expect(UUID(text: text) == nil)
  }

  @Test func `each byte is two digits, and each digit is read`() {
    let bytes = (0...255).map { UInt8($0) }
    #expect(bytes.hexadecimal == bytes.map { String(format: "%02x", $0) }.joined())
    #expect([UInt8]().hexadecimal.isEmpty)
    for byte in bytes {
      let scalar = Character(Unicode.Scalar(byte))
      #expect(
        byte.isHexadecimalDigit == (scalar.isASCII && scalar.isHexDigit && !scalar.isUppercase))
      #expect(
        byte.hexadecimalValue == (scalar.isASCII ? scalar.hexDigitValue.map { UInt8($0) } : nil))
    }
  }
}
