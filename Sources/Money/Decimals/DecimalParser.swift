package import FoundationEssentials

/// Reads numbers with decimals that people type, as strictly as ``AmountParser`` reads amounts.
///
/// Separators and grouping follow the locale by the same rules; a sign may stand in front.
package struct DecimalParser: Sendable {
  private var notation: AmountNotation
  private let fractionDigits: Int

  /// Makes a parser.
  ///
  /// - Parameters:
  ///   - locale: the locale whose separators and digits are read.
  ///   - fractionDigits: how many decimals a number may have.
  package init(locale: Locale, fractionDigits: Int) {
    notation = .numbers(of: locale)
    self.fractionDigits = fractionDigits
  }

  /// Reads a number.
  ///
  /// Takes linear time, whatever the text.
  package func parse(_ text: String) -> Result<FixedDecimal, AmountProblem> {
    let text = AmountText(text)
    do throws(AmountProblem) {
      return .success(FixedDecimal(units: try units(in: text), fractionDigits: fractionDigits))
    } catch {
      return .failure(error.moved(to: text.characters(error.range)))
    }
  }

  /// The sign that a person of the locale types before decimals.
  package var decimalSeparator: String { String(Character(notation.typedDecimalSeparator)) }

  /// Reads a number with decimals whose dots and commas are used the other way round than here; nil if
  /// the text is no such number.
  package func swappingSeparators(in text: String) -> FixedDecimal? {
    for separators in notation.separators.foreign(in: text) {
      var other = self
      other.notation.separators = separators
      if let number = try? other.parse(text).get() { return number }
    }
    return nil
  }

  private func units(in text: AmountText) throws(AmountProblem) -> Int128 {
    let visible = text.trimmed(0..<text.scalars.count)
    guard !visible.isEmpty else { throw AmountProblem(.empty, at: 0..<0) }
    guard let firstDigit = visible.first(where: text.hasDigit(at:)),
      let lastDigit = visible.last(where: text.hasDigit(at:))
    else { throw text.problemWithoutDigits(in: visible, means: { _ in false }) }

    var start = firstDigit
    if start > visible.lowerBound, text.scalars[start - 1] != " ",
      notation.separators.isDecimal(text.scalars[start - 1])
    {
      start -= 1
    }
    let before = text.trimmed(visible.lowerBound..<start)
    let sign = before.count == 1 ? text.scalars[before.lowerBound] : nil
    let isNegative = sign.map(ScalarFolding.isMinus) ?? false
    guard before.isEmpty || isNegative || sign == "+" else {
      throw StrayText(text, upTo: visible.upperBound).problem(at: before.lowerBound)
    }
    let end = text.endOfNumber(lastDigit: lastDigit, in: visible, notation.separators)
    let magnitude = try NumberReader.units(
      in: text, start..<end, notation: notation, exponent: fractionDigits,
      largest: FixedDecimal.largest)
    let after = text.trimmed(end..<visible.upperBound)
    guard after.isEmpty else {
      throw StrayText(text, upTo: visible.upperBound).problem(at: after.lowerBound)
    }
    return isNegative ? -magnitude : magnitude
  }
}
