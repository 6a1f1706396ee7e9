/// Passing over values that nobody wants to know.
extension JSONParser {
  /// Goes on behind one value.
  ///
  /// Of what is inside of objects and arrays only quotes and brackets are looked at, so that their
  /// faults are found when they are read.
  mutating func skipValue() throws(Failure) {
    skipSpaces()
    switch peek {
    case UInt8(ascii: "{"), UInt8(ascii: "["): try skipNested()
    case UInt8(ascii: "\""): try skipString()
    default: _ = try parseValue()
    }
  }

  private mutating func skipNested() throws(Failure) {
    let opening = offset
    var depth = 0
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        try skipString()
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      advance()
      if depth == 0 { return }
    }
    throw Failure(offset: opening, expected: "a closing bracket")
  }

  private mutating func skipString() throws(Failure) {
    let opening = offset
    advance()
    while let byte = peek {
      advance()
      if byte == UInt8(ascii: "\"") { return }
      if byte == UInt8(ascii: "\\") { advance() }
    }
    throw Failure(offset: opening, expected: "a closing quote")
  }
}
