/// What stands behind the digits of an amount: a magnitude, the currency, both or nothing.
struct AmountSuffix {
  /// How many zeros the magnitude stands for; 0 where there is none.
  private(set) var power = 0

  /// What is wrong with it, where something is.
  private(set) var problem: AmountProblem?

  /// Reads a range of the text.
  ///
  /// - Parameters:
  ///   - text: the whole text.
  ///   - range: the part behind the digits.
  ///   - means: what a word means as a currency.
  ///   - isWritten: whether a word is the currency's symbol exactly as the locale writes it.
  ///   - stray: the problem with a word that is neither.
  init(
    of text: AmountText, _ range: Range<Int>, means: (Range<Int>) -> CurrencyWords.Meaning?,
    isWritten: (Range<Int>) -> Bool, stray: (Range<Int>) -> AmountProblem
  ) {
    let words = text.trimmed(range)
    guard !words.isEmpty else { return }
    let magnitude = Magnitude(at: words, of: text)
    if means(words) == .asked {
      // Myanmar's `K` is the kyat, and its `k` may be a thousand of them.
      if magnitude?.range == words, !isWritten(words) {
        problem = AmountProblem(.ambiguousMagnitude, at: words)
      }
      return
    }
    guard let magnitude else {
      problem =
        Magnitude.repetition(at: words, of: text)
        .map { AmountProblem(.severalMagnitudes, at: $0) } ?? stray(words)
      return
    }
    power = magnitude.power
    let rest = text.trimmed(magnitude.range.upperBound..<words.upperBound)
    if rest.isEmpty || means(rest) == .asked { return }
    if let second = Magnitude(at: rest, of: text) {
      problem = AmountProblem(.severalMagnitudes, at: second.range)
    } else {
      problem = stray(rest)
    }
  }
}
