package import Money

/// An amount in words, so that a person can check what was understood: the whole units spelled out,
/// the parts of a unit in digits.
///
/// The front end that shows it names what is counted, from the catalogue ``names``.
package struct SpelledAmount: Hashable, Sendable {
  /// What is said: units, parts of a unit, or units and then parts.
  package let counts: [Count]

  /// Spells an amount out.
  package init(_ money: Money, in language: SpelledNumber.Language) {
    let (code, perUnit) = (money.currency.code, money.currency.minorUnitsPerUnit)
    let (units, parts) = money.minorUnits.quotientAndRemainder(dividingBy: perUnit)
    var counts: [Count] = []
    // The sign goes with what is said first.
    if units != 0 || parts == 0 {
      let gender: SpelledNumber.Gender =
        Self.feminine.contains(money.currency) ? .feminine : .masculine
      let number = SpelledNumber(units, in: language, gender: gender).description
      counts.append(
        Count(
          key: "currency.\(code.lowercased()).unit", count: units, number: number,
          unnamed: "\(number) \(code)"))
    }
    if parts != 0 {
      let count = units == 0 ? parts : abs(parts)
      counts.append(
        Count(
          key: "currency.\(code.lowercased()).part", count: count, number: "\(count)",
          unnamed: "\(count)/\(perUnit)"))
    }
    self.counts = counts
  }

  /// The names of common currencies and of their parts, as an `.xcstrings` file.
  package static var names: StaticString { PackageResources.AmountWords_xcstrings }

  /// The currencies whose Russian names are feminine; the others are masculine.
  private static let feminine: Set<Currency> = [
    .jpy, .sek, .nok, .dkk, .czk, .inr, .uah, .`try`,
  ]
}

extension SpelledAmount {
  /// So many units of a currency, or so many parts of a unit.
  package struct Count: Hashable, Sendable {
    /// The key of what is counted in ``SpelledAmount/names``, with ``count`` and ``number`` in its
    /// gaps.
    ///
    /// There is a name for common currencies only.
    package let key: String
    /// How many.
    package let count: Int64
    /// How many, in words or in digits.
    package let number: String
    /// What to say if there is no name: `twelve THB`, `50/100`.
    package let unnamed: String
  }
}
