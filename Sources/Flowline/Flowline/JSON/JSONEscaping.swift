/// What is escaped in a text of JSON.
enum JSONEscaping {
  /// How many bytes of a text come before the first that may have to be escaped.
  static func plainCount(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    var count = 0
    // Eight bytes at once, as long as all are ASCII.
    let bytes = UnsafeRawBufferPointer(text)
    while count &+ 8 <= bytes.count,
      bytes.loadUnaligned(fromByteOffset: count, as: UInt64.self).isPlainASCII
    {
      count &+= 8
    }
    while count < text.count, !mayBeEscaped(text[count]) { count &+= 1 }
    return count
  }

  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars { add(scalar, to: &escaped) }
    return escaped
  }

  /// Whether a scalar that begins with this byte may have to be escaped.
  private static func mayBeEscaped(_ byte: UInt8) -> Bool {
    switch byte {
    // The last three begin what ``isEscaped(_:)`` has beyond ASCII.
    case 0..<0x20, 0x22, 0x5C, 0x7F, 0xC2, 0xD8, 0xE2: true
    default: false
    }
  }

  /// Whether a scalar is escaped by its number: control characters, some of which terminals obey, line
  /// separators, and what sets the direction of a text.
  private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x2028...0x2029: true
    default: scalar.turnsText || scalar.isDirectionMark
    }
  }

  private static func add(_ scalar: Unicode.Scalar, to text: inout String) {
    switch scalar {
    case "\"": text += "\\\""
    case "\\": text += "\\\\"
    case "\n": text += "\\n"
    case "\r": text += "\\r"
    case "\t": text += "\\t"
    case _ where isEscaped(scalar):
      let digits = String(scalar.value, radix: 16)
      text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: text.unicodeScalars.append(scalar)
    }
  }
}

extension UInt64 {
  /// Whether none of its eight bytes begins a scalar that may have to be escaped, or is beyond ASCII.
  ///
  /// In what is found, a byte's high bit is set if the byte has it, is below 32, or is one of three: what is
  /// subtracted from such a byte borrows. The byte above may be found by that as well; without one that
  /// borrows, none is found.
  fileprivate var isPlainASCII: Bool {
    func borrows(_ bytes: UInt64, _ count: UInt64) -> UInt64 {
      (bytes &- count &* Self.each) & ~bytes
    }
    func has(_ byte: UInt8) -> UInt64 { borrows(self ^ UInt64(byte) &* Self.each, 1) }
    let found =
      self | borrows(self, 32) | has(UInt8(ascii: "\"")) | has(UInt8(ascii: "\\")) | has(0x7F)
    return found & (0x80 &* Self.each) == 0
  }

  /// One, in each byte.
  private static let each: UInt64 = 0x0101_0101_0101_0101
}
