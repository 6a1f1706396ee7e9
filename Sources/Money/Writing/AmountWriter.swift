/// Writes amounts in one notation.
struct AmountWriter {
  let notation: AmountNotation

  /// The amount with its currency, grouped.
  func formatted(_ money: Money) -> String {
    let affixes = money.isNegative ? notation.negative : notation.positive
    let digits = DecimalDigits(of: money.minorUnits.magnitude, exponent: money.currency.exponent)
    var text = affixes.prefix
    appendGrouped(digits.whole, to: &text)
    appendFraction(digits.fraction, after: notation.decimalSeparator, to: &text)
    text += affixes.suffix
    return text
  }

  /// The amount as a person would type it.
  func editableText(_ money: Money) -> String {
    let digits = DecimalDigits(of: money.minorUnits.magnitude, exponent: money.currency.exponent)
    var text = money.isNegative ? "-" : ""
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
