/// The ASCII digits of a count of small units, cut into whole units and their fraction.
struct DecimalDigits {
  /// The digits before the decimal separator; at least one.
  let whole: Substring

  /// The digits after the decimal separator: exactly as many as the exponent says.
  let fraction: Substring

  init(of magnitude: some UnsignedInteger, exponent: Int) {
    var digits = String(magnitude)
    if digits.utf8.count <= exponent {
      digits = String(repeating: "0", count: exponent + 1 - digits.utf8.count) + digits
    }
    whole = digits.dropLast(exponent)
    fraction = digits.suffix(exponent)
  }
}
