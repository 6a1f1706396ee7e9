/// Reads one JSON value (RFC 8259) from bytes that may go on after it.
///
/// Written by hand because a script's lines are read at some hundred thousand a second, and
/// because a script needs the place of a fault. Nesting is limited, so that no text can exhaust
/// the stack. An object that has a member twice is refused (RFC 7493, 2.3): of two readers one may
/// take the first and the other the last.
struct JSONParser {
  struct Failure: Error, Hashable {
    /// The byte the fault is at, counted from the start of the text.
    let offset: Int
    let expected: String

    /// The failure of an object that has a member twice.
    static func repeated(_ name: String, at offset: Int) -> Failure {
      Failure(offset: offset, expected: "no second member “\(name.excerpt)”")
    }
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private(set) var offset: Int
  private var depth = 0

  static let deepest = 256

  init(_ bytes: UnsafeBufferPointer<UInt8>, from offset: Int = 0) {
    self.bytes = bytes
    self.offset = offset
  }

  var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  mutating func advance() { offset += 1 }

  /// The bytes as text; bytes that are not UTF-8 are a failure.
  func decode(_ range: Range<Int>) throws(Failure) -> String {
    guard let text = String(validating: bytes[range], as: UTF8.self) else {
      throw Failure(offset: range.lowerBound, expected: "UTF-8")
    }
    return text
  }

  mutating func skipSpaces() {
    while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      advance()
    }
  }

  mutating func parseValue() throws(Failure) -> JSONValue {
    skipSpaces()
    switch peek {
    case UInt8(ascii: "\""): return .string(try parseString())
    case UInt8(ascii: "{"):
      return try nested { (parser) throws(Failure) in try parser.parseObject() }
    case UInt8(ascii: "["):
      return try nested { (parser) throws(Failure) in try parser.parseArray() }
    case UInt8(ascii: "t"): return try parse("true", as: .bool(true))
    case UInt8(ascii: "f"): return try parse("false", as: .bool(false))
    case UInt8(ascii: "n"): return try parse("null", as: .null)
    case UInt8(ascii: "-"): return try parseNumber()
    case let byte? where 0x30...0x39 ~= byte: return try parseNumber()
    default: throw failure("a JSON value")
    }
  }

  private func failure(_ expected: String) -> Failure {
    Failure(offset: offset, expected: expected)
  }

  private mutating func nested(
    _ parse: (inout JSONParser) throws(Failure) -> JSONValue
  ) throws(Failure) -> JSONValue {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw failure("at most \(Self.deepest) levels of nesting") }
    return try parse(&self)
  }

  private mutating func parse(
    _ word: StaticString, as value: JSONValue
  ) throws(Failure) -> JSONValue {
    for index in 0..<word.utf8CodeUnitCount {
      guard offset + index < bytes.count, bytes[offset + index] == word.utf8Start[index] else {
        throw failure("“\(word)”")
      }
    }
    offset += word.utf8CodeUnitCount
    return value
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    advance()
    return true
  }

  private mutating func parseObject() throws(Failure) -> JSONValue {
    var members: [String: JSONValue] = [:]
    try parseMembers { (parser, name, place) throws(Failure) in
      let value = try parser.parseValue()
      guard members.updateValue(value, forKey: name) == nil else {
        throw Failure.repeated(name, at: place)
      }
    }
    return .object(members)
  }

  /// Reads an object's members one by one.
  ///
  /// - Parameter member: is called with the parser at the member's value, and is to leave it behind that;
  ///   `place` is the byte at which the name begins.
  @inline(__always)
  mutating func parseMembers(
    _ member: (inout JSONParser, _ name: String, _ place: Int) throws(Failure) -> Void
  ) throws(Failure) {
    skipSpaces()
    guard take(UInt8(ascii: "{")) else { throw failure("“{”") }
    skipSpaces()
    if take(UInt8(ascii: "}")) { return }
    repeat {
      skipSpaces()
      guard peek == UInt8(ascii: "\"") else { throw failure("a member's name in quotes") }
      let place = offset
      let name = try parseString()
      skipSpaces()
      guard take(UInt8(ascii: ":")) else { throw failure("“:”") }
      skipSpaces()
      try member(&self, name, place)
      skipSpaces()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw failure("“,” or “}”") }
  }

  private mutating func parseArray() throws(Failure) -> JSONValue {
    advance()
    var elements: [JSONValue] = []
    skipSpaces()
    if take(UInt8(ascii: "]")) { return .array(elements) }
    repeat {
      elements.append(try parseValue())
      skipSpaces()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw failure("“,” or “]”") }
    return .array(elements)
  }

  private mutating func parseNumber() throws(Failure) -> JSONValue {
    let start = offset
    _ = take(UInt8(ascii: "-"))
    let digits = offset
    try skipDigits()
    guard bytes[digits] != UInt8(ascii: "0") || offset == digits + 1 else {
      throw Failure(offset: digits, expected: "a number without leading zeros")
    }
    var isWhole = true
    if take(UInt8(ascii: ".")) {
      isWhole = false
      try skipDigits()
    }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      isWhole = false
      advance()
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { offset += 1 }
      try skipDigits()
    }
    if isWhole, let integer = integer(start..<offset) { return .integer(integer) }
    guard let value = JSONNumber.read(bytes[start..<offset]).value else {
      throw Failure(offset: start, expected: "a number of ordinary size")
    }
    return value
  }

  /// A whole number of so few digits that it cannot overflow; nil if it has more, or is a zero with
  /// a minus.
  private func integer(_ range: Range<Int>) -> Int64? {
    guard range.count <= 18 else { return nil }
    let isNegative = bytes[range.lowerBound] == UInt8(ascii: "-")
    var integer: Int64 = 0
    for byte in bytes[range].dropFirst(isNegative ? 1 : 0) {
      integer = integer * 10 + Int64(byte - 0x30)
    }
    return isNegative ? (integer == 0 ? nil : -integer) : integer
  }

  private mutating func skipDigits() throws(Failure) {
    guard let byte = peek, byte >= 0x30, byte <= 0x39 else { throw failure("a digit") }
    while let byte = peek, byte >= 0x30, byte <= 0x39 { offset += 1 }
  }
}
