package import FoundationEssentials

/// A number with a fixed count of decimals, exact: so many units of its last decimal.
package struct FixedDecimal: Hashable, Sendable {
  /// The number in units of its last decimal.
  package let units: Int128

  /// How many decimals it has.
  package let fractionDigits: Int

  /// The largest count of units: 38 digits, which is what `Decimal` holds too.
  static let largest: Int128 = 99_999_999_999_999_999_999_999_999_999_999_999_999

  package init(units: Int128, fractionDigits: Int) {
    self.units = units
    self.fractionDigits = fractionDigits
  }

  /// Reads ``text``: digits with a dot and perhaps a minus, whatever the locale.
  ///
  /// Nothing where the text is something else, has more decimals that are not zero, or does not
  /// fit.
  package init?(_ text: some StringProtocol, fractionDigits: Int) {
    let isNegative = text.hasPrefix("-")
    let parts = text.dropFirst(isNegative ? 1 : 0)
      .split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard fractionDigits >= 0, let whole = parts.first,
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } })
    else { return nil }
    let fraction = parts.count > 1 ? parts[1] : ""
    guard fraction.dropFirst(fractionDigits).allSatisfy({ $0 == "0" }) else { return nil }
    let digits = fraction.prefix(fractionDigits)
    let zeros = String(repeating: "0", count: fractionDigits - digits.count)
    guard let magnitude = Int128("\(whole)\(digits)\(zeros)"), magnitude <= Self.largest else {
      return nil
    }
    units = isNegative ? -magnitude : magnitude
    self.fractionDigits = fractionDigits
  }

  /// Reads ``text`` with as many decimals as it has.
  package init?(_ text: String) {
    let fraction = text.split(separator: ".", omittingEmptySubsequences: false).dropFirst().first
    self.init(text, fractionDigits: fraction?.count ?? 0)
  }

  /// The number as plain digits with a dot and all its decimals, for example `-12.50`.
  package var text: String {
    let digits = DecimalDigits(of: units.magnitude, exponent: fractionDigits)
    let sign = units < 0 ? "-" : ""
    return digits.fraction.isEmpty
      ? "\(sign)\(digits.whole)" : "\(sign)\(digits.whole).\(digits.fraction)"
  }

  /// The same value without the zeros at its end.
  var shortened: FixedDecimal {
    var units = units
    var fractionDigits = fractionDigits
    while fractionDigits > 0, units % 10 == 0 {
      units /= 10
      fractionDigits -= 1
    }
    return FixedDecimal(units: units, fractionDigits: fractionDigits)
  }

  /// The number as a locale writes it, grouped, without needless zeros.
  package func formatted(locale: Locale) -> String {
    let short = shortened
    return AmountWriter(notation: .numbers(of: locale)).formatted(
      DecimalDigits(of: short.units.magnitude, exponent: short.fractionDigits),
      isNegative: units < 0)
  }

  /// The number as a person would type it, without needless zeros; ``DecimalParser`` for the same
  /// locale reads it back.
  package func editableText(locale: Locale) -> String {
    let short = shortened
    return AmountWriter(notation: .numbers(of: locale)).editableText(
      DecimalDigits(of: short.units.magnitude, exponent: short.fractionDigits),
      isNegative: units < 0)
  }
}

extension FixedDecimal: Comparable {
  /// Whether one number is below another with as many decimals.
  package static func < (left: FixedDecimal, right: FixedDecimal) -> Bool {
    left.units < right.units
  }
}
