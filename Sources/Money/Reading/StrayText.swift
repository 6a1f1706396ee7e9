/// Finds words for something that is neither a digit nor one of the locale's separators.
struct StrayText {
  private let text: AmountText
  /// Where the text ends that is looked at.
  private let limit: Int

  init(_ text: AmountText, upTo limit: Int) {
    self.text = text
    self.limit = limit
  }

  /// The problem with the text at a position, its range as far as the stray text goes.
  ///
  /// - Parameters:
  ///   - index: the position of its first character.
  ///   - separatorCode: what a separator between digits is.
  /// - Returns: the problem with its code and range.
  func problem(
    at index: Int, otherwise separatorCode: AmountProblem.Code = .unexpectedSeparator
  ) -> AmountProblem {
    var start = index
    while start < limit, text.scalars[start].properties.isWhitespace { start += 1 }
    guard start < limit, !text.hasDigit(at: start)
    else {
      return AmountProblem(separatorCode, at: index..<max(start, index + 1))
    }
    if ScalarFolding.isSeparator(text.scalars[start]) {
      return AmountProblem(separatorCode, at: start..<start + 1)
    }
    if let end = endOfExponent(from: start) {
      return AmountProblem(.exponent, at: start..<end)
    }
    var end = start
    while end < limit, !text.hasDigit(at: end),
      !ScalarFolding.isSeparator(text.scalars[end])
    {
      end += 1
    }
    return AmountProblem(.notANumber, at: start..<end)
  }

  /// Where an exponent that begins here ends: `e3`, `E+3`, also with the Cyrillic letter.
  private func endOfExponent(from start: Int) -> Int? {
    guard text.hasDigit(at: start - 1) || start > 0 && text.scalars[start - 1] == ".",
      ["e", "E", "\u{435}", "\u{415}"].contains(text.scalars[start])
    else { return nil }
    var end = start + 1
    if end < limit,
      text.scalars[end] == "+" || ScalarFolding.isMinus(text.scalars[end])
    {
      end += 1
    }
    guard text.hasDigit(at: end) else { return nil }
    while end < limit, text.hasDigit(at: end) { end += 1 }
    return end
  }
}
