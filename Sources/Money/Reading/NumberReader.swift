/// Reads digits and separators, from the first digit (or the separator before it) to the last.
///
/// Takes one scalar after the other and works in integers only; takes linear time.
struct NumberReader {
  private let notation: AmountNotation
  private let exponent: Int

  private var zero: Unicode.Scalar?
  private var groups: GroupTally
  private var groupingSeparator: Unicode.Scalar?
  private var decimalIndex: Int?
  private var decimals = 0

  private let largest: Int128

  /// The digits so far, without decimals beyond the exponent; `nil` once they do not fit.
  private var units: Int128? = 0

  private init(notation: AmountNotation, exponent: Int, largest: Int128) {
    self.notation = notation
    self.exponent = exponent
    self.largest = largest
    groups = GroupTally(primary: notation.primaryGroup, secondary: notation.secondaryGroup)
  }

  /// The count of the smallest units that a range of the text says.
  ///
  /// - Parameters:
  ///   - text: the whole text.
  ///   - range: the part that is the number.
  ///   - notation: the locale's separators.
  ///   - exponent: how many decimals there may be; so many make one of the smallest units.
  ///   - largest: the largest count that is taken.
  /// - Returns: the count, at most `largest`.
  /// - Throws: the problem, its range in positions of the text.
  static func units(
    in text: AmountText, _ range: Range<Int>, notation: AmountNotation, exponent: Int,
    largest: Int128
  ) throws(AmountProblem) -> Int128 {
    var reader = NumberReader(notation: notation, exponent: exponent, largest: largest)
    for index in range {
      let scalar = text.scalars[index]
      if let digit = DecimalDigit(scalar) {
        try reader.digit(digit, at: index)
      } else if notation.separators.isDecimal(scalar) {
        try reader.decimalSeparator(at: index)
      } else if notation.separators.isGrouping(scalar) {
        try reader.groupingSeparator(scalar, in: text, at: index)
      } else {
        throw StrayText(text, upTo: range.upperBound).problem(at: index)
      }
    }
    return try reader.end(in: text, range)
  }

  private mutating func digit(_ digit: DecimalDigit, at index: Int) throws(AmountProblem) {
    guard zero == nil || zero == digit.zero else {
      throw AmountProblem(.mixedDigits, at: index..<index + 1)
    }
    zero = digit.zero
    if decimalIndex != nil {
      decimals += 1
      guard decimals <= exponent else { return }
    } else {
      groups.digit(digit.value)
    }
    append(digit.value)
  }

  private mutating func append(_ digit: UInt8) {
    guard let soFar = units else { return }
    let (tens, tensOverflow) = soFar.multipliedReportingOverflow(by: 10)
    let (sum, sumOverflow) = tens.addingReportingOverflow(Int128(digit))
    units = tensOverflow || sumOverflow || sum > largest ? nil : sum
  }

  private mutating func decimalSeparator(at index: Int) throws(AmountProblem) {
    guard decimalIndex == nil else {
      throw AmountProblem(.severalSeparators, at: index..<index + 1)
    }
    decimalIndex = index
  }

  private mutating func groupingSeparator(
    _ separator: Unicode.Scalar, in text: AmountText, at index: Int
  ) throws(AmountProblem) {
    guard text.hasDigit(at: index - 1), text.hasDigit(at: index + 1) else {
      // Letters beside the space say more of what is wrong than the space.
      throw StrayText(text, upTo: text.scalars.count)
        .problem(at: index, otherwise: .wrongGrouping)
    }
    guard decimalIndex == nil, groupingSeparator == nil || groupingSeparator == separator else {
      throw AmountProblem(.wrongGrouping, at: index..<index + 1)
    }
    groupingSeparator = separator
    groups.separator()
  }

  private mutating func end(
    in text: AmountText, _ range: Range<Int>
  ) throws(AmountProblem) -> Int128 {
    let whole = range.lowerBound..<(decimalIndex ?? range.upperBound)
    let isForeign = groupingSeparator.map { !notation.separators.grouping.contains($0) } ?? false
    guard groups.isRegular(isForeign: isForeign) else {
      throw AmountProblem(.wrongGrouping, at: whole)
    }
    if let decimalIndex, isAmbiguous(text.scalars[decimalIndex]) {
      throw AmountProblem(.ambiguousSeparator, at: decimalIndex..<decimalIndex + 1)
    }
    guard decimals <= exponent else {
      throw AmountProblem(
        .tooManyDecimals, at: range.upperBound - decimals + exponent..<range.upperBound,
        maximumDecimals: exponent)
    }
    for _ in decimals..<exponent { append(0) }
    guard let units else { throw AmountProblem(.tooLarge, at: range) }
    return units
  }

  /// Whether a foreign dot may have been meant for grouping, as in `1.500` where a comma is usual.
  private func isAmbiguous(_ separator: Unicode.Scalar) -> Bool {
    guard separator == ".", notation.separators.readsDot else { return false }
    return decimals == 3 && (1...3).contains(groups.ungroupedCount) && !groups.hasLeadingZero
  }
}
