extension JSONParser {
  mutating func parseString() throws(Failure) -> String {
    let opening = offset
    advance()
    let start = offset
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        let text = try decode(start..<offset)
        advance()
        return text
      case UInt8(ascii: "\\"): return try parseEscapedString(from: start)
      case 0..<0x20: throw Failure(offset: offset, expected: "“\\n” or the like, escaped")
      default: advance()
      }
    }
    throw Failure(offset: opening, expected: "a closing quote")
  }

  /// Reads on in a string from its first escape, behind text that has none.
  private mutating func parseEscapedString(from start: Int) throws(Failure) -> String {
    var text = try decode(start..<offset)
    var run = offset
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        text += try decode(run..<offset)
        advance()
        return text
      case UInt8(ascii: "\\"):
        text += try decode(run..<offset)
        advance()
        text.unicodeScalars.append(try parseEscape())
        run = offset
      case 0..<0x20: throw Failure(offset: offset, expected: "“\\n” or the like, escaped")
      default: advance()
      }
    }
    throw Failure(offset: start, expected: "a closing quote")
  }

  private mutating func parseEscape() throws(Failure) -> Unicode.Scalar {
    guard let byte = peek else { throw Failure(offset: offset, expected: "an escape") }
    advance()
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "u"): return try parseCodePoint()
    default: throw Failure(offset: offset - 1, expected: "an escape that JSON knows")
    }
  }

  private mutating func parseCodePoint() throws(Failure) -> Unicode.Scalar {
    let start = offset
    let first = try parseHex()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, peek == UInt8(ascii: "\\") else {
      throw Failure(offset: start, expected: "a pair of surrogates")
    }
    advance()
    guard peek == UInt8(ascii: "u") else {
      throw Failure(offset: offset, expected: "a pair of surrogates")
    }
    advance()
    let second = try parseHex()
    guard 0xDC00...0xDFFF ~= second,
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw Failure(offset: start, expected: "a pair of surrogates") }
    return scalar
  }

  private mutating func parseHex() throws(Failure) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = peek?.hexadecimalValue else {
        throw Failure(offset: offset, expected: "four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      advance()
    }
    return value
  }
}

extension JSONValue {
  /// Reads text that is one JSON value and nothing else, in which no object has a member twice.
  ///
  /// - Throws: ``JSONFault`` with the place of the fault.
  public init(parsing text: String) throws(JSONFault) {
    var text = text
    let result = text.withUTF8 { bytes -> Result<JSONValue, JSONParser.Failure> in
      var parser = JSONParser(bytes)
      return Result { () throws(JSONParser.Failure) in
        let value = try parser.parseValue()
        parser.skipSpaces()
        guard parser.offset == bytes.count else {
          throw JSONParser.Failure(offset: parser.offset, expected: "the end of the text")
        }
        return value
      }
    }
    switch result {
    case .success(let value): self = value
    case .failure(let failure):
      throw JSONFault(offset: failure.offset, expected: failure.expected)
    }
  }
}

/// Why a text is no JSON value.
public struct JSONFault: Error, Hashable, CustomStringConvertible {
  /// The byte the fault is at, counted from 0.
  public let offset: Int
  /// What was expected there.
  public let expected: String

  /// The byte at which the fault is, counted from 0, and what was expected.
  public var description: String { "not JSON at byte \(offset): expected \(expected)" }
}
