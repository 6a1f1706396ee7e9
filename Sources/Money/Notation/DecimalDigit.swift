/// A decimal digit of any script of Unicode.
package struct DecimalDigit {
  /// The digit zero of the same script.
  package let zero: Unicode.Scalar

  /// The value, 0 to 9.
  package let value: UInt8

  /// Reads a scalar, or returns nil if it is not a decimal digit (superscripts are not).
  package init?(_ scalar: Unicode.Scalar) {
    if scalar.isASCII {
      guard ("0"..."9").contains(scalar) else { return nil }
      zero = "0"
      value = UInt8(scalar.value - 0x30)
      return
    }
    guard scalar.properties.numericType == .decimal,
      let number = scalar.properties.numericValue.flatMap(UInt8.init(exactly:)),
      let zero = Unicode.Scalar(scalar.value - UInt32(number))
    else { return nil }
    self.zero = zero
    value = number
  }
}
