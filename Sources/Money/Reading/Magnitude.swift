/// Words that multiply the number before them: `1.5k`, `2 million`, `1,5 тыс.`, `3к`.
///
/// The words of English and Russian are understood in every locale, in either case.
struct Magnitude {
  /// How many zeros the word stands for.
  let power: Int

  /// Where the word stands, with the dot that shortens it.
  let range: Range<Int>

  /// Reads the word at the beginning of a range; nothing where another begins it.
  init?(at range: Range<Int>, of text: AmountText) {
    let letters = Self.letters(range, of: text)
    let word = text.text(letters).lowercased()
    guard let power = Self.powers[word] else { return nil }
    let end = letters.upperBound
    let hasDot =
      Self.shortened.contains(word) && range.contains(end) && text.scalars[end] == "."
    self.power = power
    self.range = letters.lowerBound..<(hasDot ? end + 1 : end)
  }

  /// Where the second word of a doubled one stands, as in `1kk`; nothing where none is doubled.
  static func repetition(at range: Range<Int>, of text: AmountText) -> Range<Int>? {
    let letters = letters(range, of: text)
    guard letters.count >= 2,
      letters.allSatisfy({ powers[text.text($0..<$0 + 1).lowercased()] != nil })
    else { return nil }
    return letters.dropFirst()
  }

  private static func letters(_ range: Range<Int>, of text: AmountText) -> Range<Int> {
    let end = range.prefix(longest + 1).first { !text.scalars[$0].properties.isAlphabetic }
    return range.lowerBound..<(end ?? min(range.upperBound, range.lowerBound + longest + 1))
  }

  private static let powers: [String: Int] = [
    "k": 3, "thousand": 3, "thousands": 3, "к": 3, "тыс": 3, "тысяча": 3, "тысячи": 3,
    "тысяч": 3, "тысячу": 3,
    "m": 6, "mn": 6, "mln": 6, "million": 6, "millions": 6, "м": 6, "млн": 6, "миллион": 6,
    "миллиона": 6, "миллионов": 6,
    "bn": 9, "billion": 9, "billions": 9, "млрд": 9, "миллиард": 9, "миллиарда": 9,
    "миллиардов": 9,
  ]

  /// The words that may have a dot behind them.
  private static let shortened: Set<String> = ["тыс", "млн", "млрд", "mln", "bn"]

  private static let longest = powers.keys.map(\.unicodeScalars.count).max() ?? 0
}
