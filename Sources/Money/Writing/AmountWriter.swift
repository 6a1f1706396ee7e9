/// Writes amounts in one notation.
struct AmountWriter {
  let notation: AmountNotation

  /// The amount with its currency, grouped.
  func formatted(_ money: Money) -> String {
    let digits = DecimalDigits(of: money.minorUnits.magnitude, exponent: money.currency.exponent)
    return formatted(digits, isNegative: money.isNegative)
  }

  /// The amount as a person would type it.
  func editableText(_ money: Money) -> String {
    let digits = DecimalDigits(of: money.minorUnits.magnitude, exponent: money.currency.exponent)
    return editableText(digits, isNegative: money.isNegative)
  }

  /// The digits with what stands around them, grouped.
  func formatted(_ digits: DecimalDigits, isNegative: Bool) -> String {
    let affixes = isNegative ? notation.negative : notation.positive
    var text = affixes.prefix
    appendGrouped(digits.whole, to: &text)
    appendFraction(digits.fraction, after: notation.decimalSeparator, to: &text)
    text += affixes.suffix
    return text
  }

  /// The digits as a person would type them.
  func editableText(_ digits: DecimalDigits, isNegative: Bool) -> String {
    var text = isNegative ? "-" : ""
    append(digits.whole, to: &text)
    appendFraction(digits.fraction, after: notation.typedDecimalSeparator, to: &text)
    return text
  }

  private func appendGrouped(_ digits: Substring, to text: inout String) {
    let primary = notation.primaryGroup
    let secondary = notation.secondaryGroup
    let count = digits.utf8.count
    guard let separator = notation.groupingSeparator,
      count >= primary + notation.minimumFirstGroup
    else {
      append(digits, to: &text)
      return
    }
    let beforeLast = count - primary
    var rest = digits
    var length = beforeLast % secondary == 0 ? secondary : beforeLast % secondary
    while rest.utf8.count > primary {
      append(rest.prefix(length), to: &text)
      text.unicodeScalars.append(separator)
      rest = rest.dropFirst(length)
      length = secondary
    }
    append(rest, to: &text)
  }

  private func appendFraction(
    _ digits: Substring, after separator: Unicode.Scalar, to text: inout String
  ) {
    guard !digits.isEmpty else { return }
    text.unicodeScalars.append(separator)
    append(digits, to: &text)
  }

  /// Appends ASCII digits in the locale's script.
  private func append(_ digits: Substring, to text: inout String) {
    guard notation.zero != "0" else {
      text += digits
      return
    }
    for digit in digits.utf8 {
      if let scalar = Unicode.Scalar(notation.zero.value + UInt32(digit - 0x30)) {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}
