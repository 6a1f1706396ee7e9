/// Days that are typed by how far they are from today.
extension DayReader {
  /// `tomorrow`, `in 3 days`, `неделю назад`, `+2w`; nil if the text is of another kind.
  func relativeDay(of tokens: ArraySlice<DayToken>) throws(DayProblem) -> Day? {
    let words = tokens.drop { DayVocabulary.prepositions.contains($0.text) }.map(\.text)
    if words.count == 1, let offset = DayVocabulary.offsets[words[0]] {
      return try day(after: offset, .day, tokens.range)
    }
    switch words {
    case ["day", "after", "tomorrow"]: return try day(after: 2, .day, tokens.range)
    case ["day", "before", "yesterday"]: return try day(after: -2, .day, tokens.range)
    default: break
    }
    guard let first = tokens.first, let last = tokens.last else { return nil }
    if first.text == "+" || first.text == "-" {
      guard let span = try span(of: tokens.dropFirst(), defaultUnit: .day) else { return nil }
      let count = first.text == "+" ? span.count : -span.count
      return try day(after: count, span.unit, tokens.range)
    }
    if first.text == "in" || first.text == "через" {
      guard let span = try span(of: tokens.dropFirst()) else {
        throw DayProblem(.noSpan(beside: first.typed), at: tokens.range)
      }
      return try day(after: span.count, span.unit, tokens.range)
    }
    if last.text == "ago" || last.text == "назад" {
      guard let span = try span(of: tokens.dropLast()) else {
        throw DayProblem(.noSpan(beside: last.typed), at: tokens.range)
      }
      return try day(after: -span.count, span.unit, tokens.range)
    }
    return try pickedSpan(of: tokens)
  }

  /// `next week`, `на прошлой неделе`, `next month`.
  private func pickedSpan(of tokens: ArraySlice<DayToken>) throws(DayProblem) -> Day? {
    let rest = tokens.drop { DayVocabulary.prepositions.contains($0.text) }
    guard rest.count == 2, let first = rest.first, let last = rest.last,
      let pick = DayVocabulary.pick(first.text), let unit = DayVocabulary.unit(last.text)
    else { return nil }
    switch pick {
    case .next, .coming: return try day(after: 1, unit, tokens.range)
    case .last: return try day(after: -1, unit, tokens.range)
    case .this: throw DayProblem(.unclear(tokens.typed), at: tokens.range)
    }
  }

  /// `3 days`, `a week`, `неделю`, `3`.
  private func span(
    of tokens: ArraySlice<DayToken>, defaultUnit: DayVocabulary.Unit? = nil
  ) throws(DayProblem) -> (count: Int, unit: DayVocabulary.Unit)? {
    guard let first = tokens.first else { return nil }
    let count = first.number ?? DayVocabulary.numbers[first.text]
    let rest = count == nil ? tokens : tokens.dropFirst()
    guard rest.count <= 1 else { return nil }
    guard let word = rest.first else {
      guard let count, let defaultUnit else { return nil }
      return (count, defaultUnit)
    }
    guard let unit = DayVocabulary.unit(word.text) else {
      // A word of dates is no mistyped unit: what is missing is the number of days.
      if DayVocabulary.isKnown(word.text) { return nil }
      throw notUnderstood(word)
    }
    return (count ?? 1, unit)
  }

  private func day(
    after count: Int, _ unit: DayVocabulary.Unit, _ range: Range<Int>
  ) throws(DayProblem) -> Day {
    let day: Day?
    switch unit {
    case .day: day = Day(number: today.number + count)
    case .week: day = Day(number: today.number + 7 * count)
    case .month, .year:
      let months = today.year * 12 + today.month - 1 + count * (unit == .year ? 12 : 1)
      let (year, month) = (months / 12, months % 12 + 1)
      day =
        months < 12
        ? nil
        : Day(year: year, month: month, day: min(today.day, Day.length(of: month, in: year)))
    }
    guard let day else { throw outside(range) }
    return day
  }
}
