/// Decodes UTF-8 that arrives in pieces of any size.
struct UTF8Decoder: Equatable {
  /// What one more byte completed.
  enum Step: Equatable {
    /// A scalar is whole.
    case scalar(Unicode.Scalar)
    /// More bytes must come.
    case incomplete
    /// The bytes before this one were not UTF-8; feed this one again.
    case invalidBefore
    /// This byte, with those before it, is not UTF-8.
    case invalid
  }

  private var value: UInt32 = 0
  private var missing = 0
  // The least and the greatest next byte: refuses overlong forms, surrogates, and what is beyond
  // U+10FFFF as early as table 3-7 of the Unicode Standard does.
  private var bounds: ClosedRange<UInt8> = 0x80...0xBF

  /// Whether a scalar has begun and not ended.
  var isInside: Bool { missing > 0 }

  /// Takes one byte.
  mutating func feed(_ byte: UInt8) -> Step {
    missing == 0 ? begin(byte) : go(on: byte)
  }

  private mutating func begin(_ byte: UInt8) -> Step {
    bounds = 0x80...0xBF
    switch byte {
    case 0x00...0x7F: return .scalar(Unicode.Scalar(byte))
    case 0xC2...0xDF: (value, missing) = (UInt32(byte & 0x1F), 1)
    case 0xE0...0xEF:
      (value, missing) = (UInt32(byte & 0x0F), 2)
      if byte == 0xE0 { bounds = 0xA0...0xBF }
      if byte == 0xED { bounds = 0x80...0x9F }
    case 0xF0...0xF4:
      (value, missing) = (UInt32(byte & 0x07), 3)
      if byte == 0xF0 { bounds = 0x90...0xBF }
      if byte == 0xF4 { bounds = 0x80...0x8F }
    default: return .invalid
    }
    return .incomplete
  }

  private mutating func go(on byte: UInt8) -> Step {
    guard bounds.contains(byte) else {
      missing = 0
      return .invalidBefore
    }
    bounds = 0x80...0xBF
    value = value << 6 | UInt32(byte & 0x3F)
    missing -= 1
    if missing > 0 { return .incomplete }
    return Unicode.Scalar(value).map(Step.scalar) ?? .invalid
  }
}

extension UTF8Decoder {
  /// The text of `bytes`, or where in them it stops being UTF-8.
  static func decode(_ bytes: [UInt8]) -> Result<String, InvalidUTF8> {
    if let text = String(validating: bytes, as: UTF8.self) { return .success(text) }
    var decoder = UTF8Decoder()
    var start = 0
    for (offset, byte) in bytes.enumerated() {
      if !decoder.isInside { start = offset }
      switch decoder.feed(byte) {
      case .scalar, .incomplete: continue
      case .invalid, .invalidBefore: return .failure(InvalidUTF8(byteOffset: start))
      }
    }
    return .failure(InvalidUTF8(byteOffset: start))
  }
}

/// Bytes that are not UTF-8.
struct InvalidUTF8: Error, Equatable {
  /// Where the first bad sequence begins.
  var byteOffset: Int
}
