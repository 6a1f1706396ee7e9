/// Hexadecimal digits, written in lower case and read in either.
extension UInt8 {
  /// The digit of a number below 16.
  fileprivate var hexadecimalDigit: UInt8 {
    self < 10 ? UInt8(ascii: "0") + self : UInt8(ascii: "a") + self - 10
  }

  /// Whether the byte is a digit as it is written, in lower case.
  package var isHexadecimalDigit: Bool { hexadecimalValue?.hexadecimalDigit == self }

  /// The number below 16 that the byte is the digit of; nil if it is no digit.
  package var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension Collection<UInt8> {
  /// Two digits for each byte.
  package var hexadecimal: String {
    String(unsafeUninitializedCapacity: 2 * count) { text in
      var next = 0
      for byte in self { text.add(hexadecimal: byte, at: &next) }
      return next
    }
  }
}

extension UnsafeMutableBufferPointer<UInt8> {
  /// Writes the two digits of a byte into a text that is being made.
  func add(hexadecimal byte: UInt8, at next: inout Int) {
    initializeElement(at: next, to: (byte >> 4).hexadecimalDigit)
    initializeElement(at: next + 1, to: (byte & 15).hexadecimalDigit)
    next += 2
  }
}
