/// How one locale writes amounts of one currency: symbols and positions, no Foundation.
struct AmountNotation: Sendable, Hashable {
  /// The text around the digits of an amount, with its spaces and direction marks.
  struct Affixes: Sendable, Hashable {
    var prefix: String
    var suffix: String
  }

  /// The digit zero of the locale's script; the other nine follow it in Unicode.
  var zero: Unicode.Scalar

  /// What stands between the whole units and their fraction in a written amount.
  var decimalSeparator: Unicode.Scalar

  /// What stands between groups in a written amount, or `nil` where it is not grouped.
  var groupingSeparator: Unicode.Scalar?

  /// How many digits the last group has: 3.
  var primaryGroup = 3

  /// How many digits the groups before the last one have: 3, or 2 in India.
  var secondaryGroup = 3

  /// How many digits the first group needs for grouping to begin: 1, or 2 in Spain.
  var minimumFirstGroup = 1

  var positive: Affixes
  var negative: Affixes

  /// What a person types between whole units and fraction; it differs from the written one where
  /// a locale has a separator for money alone, as in French Switzerland.
  var typedDecimalSeparator: Unicode.Scalar

  /// What a parser takes for separators.
  var separators: Separators
}

/// The separators that a locale's amounts may have, folded by ``ScalarFolding``.
struct Separators: Sendable, Hashable {
  /// The locale's own decimal separators, that for plain numbers and that for money.
  var decimal: Set<Unicode.Scalar>

  /// The locale's own grouping separators.
  var grouping: Set<Unicode.Scalar>

  /// Whether a dot, foreign here as a decimal separator, cannot be mistaken for grouping.
  var readsDot: Bool { !decimal.contains(".") && !grouping.contains(".") }

  /// Whether the scalar may be between whole units and fraction.
  func isDecimal(_ scalar: Unicode.Scalar) -> Bool {
    decimal.contains(scalar) || scalar == "." && readsDot
  }

  /// Whether the scalar may be between groups: a space may in every locale, as it means nothing else.
  func isGrouping(_ scalar: Unicode.Scalar) -> Bool {
    grouping.contains(scalar) || scalar == " " && !decimal.contains(" ")
  }

  /// Whether a text has one of the decimal separators.
  func hasDecimal(in text: String) -> Bool {
    text.unicodeScalars.contains { decimal.contains(ScalarFolding.folded($0)) }
  }

  /// The separators of other locales that a text may be written with; none if this one has others than dot
  /// and comma before decimals.
  ///
  /// These are dot and comma the other way round, and the one that begins no decimals here between groups,
  /// if something else is there.
  func foreign(in text: String) -> [Separators] {
    guard decimal == ["."] || decimal == [","] else { return [] }
    let other: Set<Unicode.Scalar> = decimal == ["."] ? [","] : ["."]
    let swapped = Separators(decimal: other, grouping: decimal)
    let grouped = Separators(decimal: decimal, grouping: other)
    return [swapped, grouped].filter { separators in
      separators.hasDecimal(in: text)
        && (separators.decimal != decimal
          || !grouping.isSuperset(of: other) && swapped.hasDecimal(in: text))
    }
  }
}
