/// What a person typed, folded for reading: no invisible marks, one scalar for all look-alikes.
///
/// Positions are indices of `scalars`.
struct AmountText {
  let original: String
  private(set) var scalars: [Unicode.Scalar] = []

  /// Where in the original, in scalars, each scalar stood.
  private var offsets: [Int] = []

  init(_ text: String) {
    original = text
    scalars.reserveCapacity(text.utf8.count)
    offsets.reserveCapacity(text.utf8.count)
    for (offset, scalar) in text.unicodeScalars.enumerated()
    where !ScalarFolding.isInvisible(scalar) {
      scalars.append(ScalarFolding.folded(scalar))
      offsets.append(offset)
    }
  }

  /// The part of a range that neither begins nor ends with white space.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var range = range
    while let first = range.first, scalars[first].properties.isWhitespace {
      range = first + 1..<range.upperBound
    }
    while let last = range.last, scalars[last].properties.isWhitespace {
      range = range.lowerBound..<last
    }
    return range
  }

  /// Whether there is a decimal digit at a position; false outside the text.
  func hasDigit(at index: Int) -> Bool {
    scalars.indices.contains(index) && DecimalDigit(scalars[index]) != nil
  }

  /// Where a number ends: behind its last digit, or behind a decimal separator with nothing after it.
  func endOfNumber(
    lastDigit: Int, in visible: Range<Int>, _ separators: Separators
  ) -> Int {
    let end = lastDigit + 1
    return end + 1 == visible.upperBound && separators.isDecimal(scalars[end]) ? end + 1 : end
  }

  /// The scalars of a range as text.
  func text(_ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(scalars[range]))
  }

  /// What is wrong with a visible range that has no digits: signs alone, or no number at all.
  ///
  /// - Parameters:
  ///   - visible: the range, without spaces and marks at its ends.
  ///   - means: whether a part is a word that an amount may have.
  /// - Returns: the problem with its code and range.
  func problemWithoutDigits(
    in visible: Range<Int>, means: (Range<Int>) -> Bool
  ) -> AmountProblem {
    let isSign = { (index: Int) in
      ScalarFolding.isMinus(scalars[index]) || ScalarFolding.isSeparator(scalars[index])
        || scalars[index] == "+"
    }
    let start = visible.first { !isSign($0) } ?? visible.upperBound
    let end = visible.last { !isSign($0) }.map { $0 + 1 } ?? start
    let hasSense = start >= end || means(visible) || means(start..<end)
    return AmountProblem(hasSense ? .noDigits : .notANumber, at: visible)
  }

  /// Where a range stands in the original, in characters.
  ///
  /// Takes linear time.
  func characters(_ range: Range<Int>) -> Range<Int> {
    let end = original.unicodeScalars.count
    let lower = range.lowerBound < offsets.count ? offsets[range.lowerBound] : end
    let upper = range.isEmpty ? lower : offsets[range.upperBound - 1] + 1
    var scalarsSeen = 0
    var charactersSeen = 0
    var lowerCharacter: Int?
    for character in original {
      if scalarsSeen >= upper, lowerCharacter != nil || range.isEmpty { break }
      let next = scalarsSeen + character.unicodeScalars.count
      if lowerCharacter == nil, lower < next { lowerCharacter = charactersSeen }
      if range.isEmpty, lowerCharacter != nil { break }
      scalarsSeen = next
      charactersSeen += 1
    }
    let start = lowerCharacter ?? charactersSeen
    return start..<(range.isEmpty ? start : max(start, charactersSeen))
  }
}
