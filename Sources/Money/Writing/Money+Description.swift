extension Money {
  /// The amount as plain digits, for example `-1234.50`: the same for every locale.
  ///
  /// A dot, no grouping, all decimals of the currency, a minus sign if the amount is negative. Not
  /// for ``AmountParser``, which reads by a locale: in German `1.500` is fifteen hundred. What it
  /// reads is ``formatted(locale:)`` and ``editableText(locale:)``.
  public var decimalString: String {
    let digits = DecimalDigits(of: minorUnits.magnitude, exponent: currency.exponent)
    var text = isNegative ? "-" : ""
    text += digits.whole
    if !digits.fraction.isEmpty {
      text += "."
      text += digits.fraction
    }
    return text
  }
}

extension Money: CustomStringConvertible {
  /// The code and the plain digits, for example `GBP 1.58`: for logs, journals and tests.
  public var description: String { "\(currency.code) \(decimalString)" }
}
