public import FoundationEssentials

/// Reads amounts that people type, strictly and by the rules of a locale.
///
/// Every text is either an amount as a whole or refused with a problem that says where: nothing
/// is skipped, guessed or rounded. Accepted are:
///
/// - decimal digits of one script, with fewer decimals than the currency has, or none;
/// - the locale's decimal separator, and a dot if the locale neither groups by dots nor could mean
///   it so: in Russian `15.5` is read, `1.500` is refused as ambiguous, and in German, where dots
///   group, `1.500` is fifteen hundred and `15.5` is refused as wrong grouping;
/// - a decimal separator at the end: `1500.`;
/// - the locale's grouping, all or none of it; in every locale, groups of three digits with one of the
///   usual spaces between: `1 500`;
/// - the currency's ISO code, symbol or name on either side, in either case: `12.50 gbp`, `£12`,
///   `50 рублей`;
/// - a magnitude behind the digits, in English or Russian whatever the locale: `1.5k`, `2 million`,
///   `1,5 тыс. руб.`, `3к`. Its decimals must come to whole minor units;
/// - white space around, and invisible marks of direction anywhere.
///
/// Signs are refused, unless they are asked for: most flows ask for the direction of a payment in
/// other ways.
public struct AmountParser: Sendable {
  /// The locale whose separators and symbols the texts have.
  public let locale: Locale

  /// The currency of the amounts.
  public let currency: Currency

  private var notation: AmountNotation

  /// Makes a parser.
  ///
  /// Takes about a microsecond once the locale is known, see ``Money/formatted(locale:)``.
  public init(locale: Locale, currency: Currency) {
    self.locale = locale
    self.currency = currency
    notation = AmountNotation.cache[locale, currency]
  }

  /// Reads an amount, in linear time, whatever the text.
  ///
  /// - Parameters:
  ///   - text: what was typed, as a whole.
  ///   - isSigned: whether a minus may be in front of all else, as ``Money/editableText(locale:)``
  ///     writes it.
  /// - Returns: the amount in the parser's currency, or what is wrong with which part of the text.
  public func parse(_ text: String, isSigned: Bool = false) -> Result<Money, AmountProblem> {
    let text = AmountText(text)
    do throws(AmountProblem) {
      var visible = text.trimmed(0..<text.scalars.count)
      let sign = visible.first.map { ScalarFolding.isMinus(text.scalars[$0]) } ?? false
      let isNegative = isSigned && sign && visible.count > 1
      if isNegative { visible = text.trimmed(visible.dropFirst()) }
      let minorUnits = try minorUnits(in: text, visible: visible)
      return .success(Money(minorUnits: isNegative ? -minorUnits : minorUnits, currency: currency))
    } catch {
      return .failure(error.moved(to: text.characters(error.range)))
    }
  }

  /// The sign that a person of the locale types before decimals.
  package var decimalSeparator: String { String(Character(notation.typedDecimalSeparator)) }

  /// Reads an amount with decimals whose dots and commas are used as in other locales: the other way round
  /// than here, or one of them between groups.
  ///
  /// - Parameters:
  ///   - text: what was typed, as a whole.
  ///   - isSigned: as for ``parse(_:isSigned:)``.
  /// - Returns: what it says; nil if it is no such amount.
  package func swappingSeparators(in text: String, isSigned: Bool = false) -> Money? {
    for separators in notation.separators.foreign(in: text) {
      var other = self
      other.notation.separators = separators
      if let money = try? other.parse(text, isSigned: isSigned).get() { return money }
    }
    return nil
  }

  /// Reads the text; the ranges of problems are positions of the folded text.
  private func minorUnits(
    in text: AmountText, visible: Range<Int>
  ) throws(AmountProblem) -> Int64 {
    guard !visible.isEmpty else { throw AmountProblem(.empty, at: 0..<0) }
    guard let firstDigit = visible.first(where: text.hasDigit(at:)),
      let lastDigit = visible.last(where: text.hasDigit(at:))
    else {
      throw text.problemWithoutDigits(in: visible) {
        meaning(text, $0) != nil || Magnitude(at: $0, of: text)?.range == $0
      }
    }

    let before = visible.lowerBound..<firstDigit
    let end = text.endOfNumber(lastDigit: lastDigit, in: visible, notation.separators)
    let after = end..<visible.upperBound
    if let opening = before.first(where: { text.scalars[$0] == "(" }),
      let closing = after.first(where: { text.scalars[$0] == ")" })
    {
      throw AmountProblem(.negative, at: opening..<closing + 1)
    }
    let start = try startOfNumber(in: text, before: before)
    let suffix = AmountSuffix(
      of: text, after, means: { meaning(text, $0) },
      isWritten: { CurrencyWords.cache[locale, currency].isWritten(text.text($0)) },
      stray: { problem(with: $0, of: text) })
    let minorUnits = try self.minorUnits(in: text, start..<end, power: suffix.power)
    if let problem = suffix.problem { throw problem }
    return minorUnits
  }

  /// Reads the digits, taken ten to the power of so many times.
  private func minorUnits(
    in text: AmountText, _ digits: Range<Int>, power: Int
  ) throws(AmountProblem) -> Int64 {
    do throws(AmountProblem) {
      return Int64(
        try NumberReader.units(
          in: text, digits, notation: notation, exponent: currency.exponent + power,
          largest: Int128(Int64.max)))
    } catch {
      guard power > 0, error.code == .tooManyDecimals else { throw error }
      throw AmountProblem(
        .fractionOfUnit, at: error.range, maximumDecimals: error.maximumDecimals)
    }
  }

  /// Checks what stands before the first digit and finds out whether a decimal separator there
  /// belongs to the number: `.50` is half a pound.
  private func startOfNumber(
    in text: AmountText, before: Range<Int>
  ) throws(AmountProblem) -> Int {
    let word = text.trimmed(before)
    if let dot = before.last, [".", ",", "\u{66B}"].contains(text.scalars[dot]),
      notation.separators.isDecimal(text.scalars[dot])
    {
      let rest = text.trimmed(before.lowerBound..<dot)
      let isFraction = rest.isEmpty || meaning(text, rest) == .asked
      let isAbbreviation = meaning(text, word) == .asked
      // `р.50` may be fifty roubles or half a rouble.
      if isFraction, isAbbreviation {
        throw AmountProblem(.ambiguousSeparator, at: dot..<dot + 1)
      }
      if isFraction { return dot }
    }
    try check(text, word)
    return before.upperBound
  }

  /// Checks that a word beside the number is the currency or nothing.
  private func check(_ text: AmountText, _ word: Range<Int>) throws(AmountProblem) {
    guard !word.isEmpty, meaning(text, word) != .asked else { return }
    throw problem(with: word, of: text)
  }

  /// What is wrong with a word that is not the currency asked for.
  private func problem(with word: Range<Int>, of text: AmountText) -> AmountProblem {
    if case .other(let other) = meaning(text, word) {
      return AmountProblem(.otherCurrency, at: word, otherCurrency: other)
    }
    return strayWord(text, word)
  }

  private func strayWord(_ text: AmountText, _ word: Range<Int>) -> AmountProblem {
    if let sign = word.first(where: { ScalarFolding.isMinus(text.scalars[$0]) }) {
      let rests = [text.trimmed(word.lowerBound..<sign), text.trimmed(sign + 1..<word.upperBound)]
      if rests.allSatisfy({ $0.isEmpty || meaning(text, $0) != nil }) {
        return AmountProblem(.negative, at: sign..<sign + 1)
      }
    }
    if word.allSatisfy({ ScalarFolding.isSeparator(text.scalars[$0]) }) {
      return AmountProblem(.unexpectedSeparator, at: word)
    }
    return AmountProblem(.notANumber, at: word)
  }

  private func meaning(_ text: AmountText, _ word: Range<Int>) -> CurrencyWords.Meaning? {
    guard !word.isEmpty, word.count <= CurrencyWords.longestWord else { return nil }
    return CurrencyWords.cache[locale, currency].meaning(of: text.text(word))
  }
}
