/// A known number as a locale writes it, taken apart.
struct NumberSample {
  let zero: Unicode.Scalar
  let affixes: AmountNotation.Affixes

  /// How many digits each group of the whole part has, from the left.
  let groups: [Int]

  let groupingSeparator: Unicode.Scalar?

  /// `nil` where the sample has no decimals.
  let decimalSeparator: Unicode.Scalar?

  /// Takes the text apart, or returns nil if it is not the number in decimal digits.
  ///
  /// - Parameters:
  ///   - number: a whole number; its digits must be what the text has.
  ///   - text: the number as a locale writes it.
  ///   - exponent: how many decimals, all zero, the text has.
  init?(of number: Int, written text: String, exponent: Int) {
    let scalars = Array(text.unicodeScalars)
    guard let first = scalars.firstIndex(where: { DecimalDigit($0) != nil }),
      let last = scalars.lastIndex(where: { DecimalDigit($0) != nil }),
      let zero = DecimalDigit(scalars[first])?.zero
    else { return nil }

    var digits = ""
    var runs = [0]
    var separators: [Unicode.Scalar] = []
    for scalar in scalars[first...last] {
      if let digit = DecimalDigit(scalar) {
        guard digit.zero == zero else { return nil }
        digits += String(digit.value)
        runs[runs.count - 1] += 1
      } else if !ScalarFolding.isInvisible(scalar) {
        separators.append(scalar)
        runs.append(0)
      }
    }
    guard digits == String(number) + String(repeating: "0", count: exponent) else { return nil }
    if exponent > 0 {
      guard runs.removeLast() == exponent else { return nil }
      decimalSeparator = separators.removeLast()
    } else {
      decimalSeparator = nil
    }
    guard Set(separators).count <= 1, !runs.contains(0) else { return nil }
    self.zero = zero
    groups = runs
    groupingSeparator = separators.first
    affixes = AmountNotation.Affixes(
      prefix: Self.text(scalars[..<first]), suffix: Self.text(scalars[(last + 1)...]))
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }
}
