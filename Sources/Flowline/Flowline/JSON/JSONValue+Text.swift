extension JSONValue {
  /// The value as one line of JSON: sorted keys, no spaces.
  ///
  /// Escaped is what must be, and what a terminal obeys or what turns the text around it: the line may be
  /// looked at.
  public var text: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(128)
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let bool): bytes += (bool ? "true" : "false").utf8
    case .integer(let integer): bytes += String(integer).utf8
    case .number(let number): bytes += number.description.utf8
    case .string(let string): Self.write(string, to: &bytes)
    case .array(let array):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in array.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        element.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.write(member.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  static func write(_ string: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var string = string
    string.withUTF8 { text in
      // A plain loop over memory: every line of a journal and every reply is written here.
      var plain = 0
      while plain < text.count, !mayBeEscaped(text[plain]) { plain &+= 1 }
      bytes.append(contentsOf: text.prefix(plain))
      guard plain < text.count else { return }
      var rest = ""
      for scalar in String(decoding: text[plain...], as: UTF8.self).unicodeScalars {
        write(scalar, to: &rest)
      }
      bytes += rest.utf8
    }
    bytes.append(UInt8(ascii: "\""))
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

  private static func write(_ scalar: Unicode.Scalar, to text: inout String) {
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
