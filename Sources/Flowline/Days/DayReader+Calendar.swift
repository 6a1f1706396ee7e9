/// Days that are typed by their place in the calendar.
extension DayReader {
  /// A part of a date: a number and its place.
  private struct Part {
    let number: Int
    let token: DayToken

    var isYear: Bool { token.text.count == 4 }

    init?(_ token: DayToken) {
      guard let number = token.number else { return nil }
      self.number = number
      self.token = token
    }
  }

  /// `2026-11-27`, `27/11/2026`, `27/11`.
  func numericDay(of tokens: ArraySlice<DayToken>) throws(DayProblem) -> Day {
    var parts: [Part] = []
    var marks: Set<String> = []
    var mayHaveMark = false
    for token in tokens {
      if let part = Part(token), parts.count < 3 {
        parts.append(part)
        mayHaveMark = true
      } else if mayHaveMark, parts.count < 3, ["-", "/", "."].contains(token.text) {
        mayHaveMark = false
        marks.insert(token.text)
      } else {
        throw notUnderstood(token)
      }
    }
    let numeric = NumericOrder(of: locale)
    switch parts.count {
    case 3 where parts[0].isYear:
      return try day(year: parts[0], month: parts[1], day: parts[2], order: .yearFirst)
    case 3 where parts[2].isYear:
      let order = numeric.order(isDotted: marks == ["."])
      return try day(parts[0], parts[1], year: parts[2], order: order, in: tokens)
    case 3: throw wrongYear(among: parts, else: numeric.yearIsFirst ? 0 : 2)
    case 2:
      if parts.contains(where: \.isYear) {
        throw DayProblem(.noDay, at: tokens.range)
      }
      let order = numeric.order(isDotted: false)
      return try day(parts[0], parts[1], year: nil, order: order, in: tokens)
    default: throw problem(withoutMonth: parts, at: tokens.range)
    }
  }

  /// The day that two numbers mean, with a year or without.
  ///
  /// - Parameters:
  ///   - first: the first number.
  ///   - second: the second one.
  ///   - year: the year; nil if none was typed.
  ///   - order: their order; nil if the locale's dates tell both. Then what means two days is refused.
  ///   - tokens: the whole date.
  /// - Returns: the day.
  /// - Throws: the problem, with the part at fault.
  private func day(
    _ first: Part, _ second: Part, year: Part?, order: DayOrder?, in tokens: ArraySlice<DayToken>
  ) throws(DayProblem) -> Day {
    guard let order else {
      let read = [
        try? day(year: year, month: second, day: first, order: .dayFirst),
        try? day(year: year, month: first, day: second, order: .monthFirst),
      ]
      let days = Set(read.compactMap { $0 })
      if days.count > 1 {
        throw DayProblem(.several(tokens.typed, days.sorted()), at: tokens.range)
      }
      if let day = days.first { return day }
      return try day(year: year, month: second, day: first, order: .dayFirst)
    }
    return order == .monthFirst
      ? try day(year: year, month: first, day: second, order: order)
      : try day(year: year, month: second, day: first, order: order)
  }

  /// What is wrong with the numbers of a date that has no month: a day that no month has says more.
  private func problem(withoutMonth parts: [Part], at range: Range<Int>) -> DayProblem {
    guard parts.count == 1, let day = parts.first, !day.isYear, !(1...31 ~= day.number) else {
      return DayProblem(.noMonth, at: range)
    }
    return DayProblem(.noSuchDay(day.token.typed), at: day.token.range)
  }

  /// `27`, `27th`, `27-го`: the last such day, today included; nil if the text is of another kind.
  func bareDay(of tokens: ArraySlice<DayToken>) -> Day? {
    let ending = tokens.dropFirst().drop { $0.text == "-" }
    guard let first = tokens.first, first.text.count <= 2, let number = first.number,
      tokens.count == 1
        || ending.count == 1 && ending.allSatisfy({ DayVocabulary.ordinals.contains($0.text) })
    else { return nil }
    let months = latestPast.year * 12 + latestPast.month - 1
    // One of two months in a row has 31 days; the current one may not have come so far.
    for month in (months - 2...months).reversed() {
      let day = Day(year: month / 12, month: month % 12 + 1, day: number)
      if let day, day <= latestPast { return day }
    }
    return nil
  }

  /// `27 Nov 2026`, `November 27th`, `27 ноября`.
  func namedDay(of tokens: ArraySlice<DayToken>) throws(DayProblem) -> Day {
    if let problem = problemWithoutMonth(in: tokens) { throw problem }
    var parts: [Part] = []
    var month: (number: Int, token: DayToken)?
    for (index, token) in zip(tokens.indices, tokens) {
      let before = index > tokens.startIndex ? tokens[index - 1] : nil
      if let part = Part(token), parts.count < 2 {
        parts.append(part)
      } else if month == nil, let number = DayVocabulary.month(token.text) {
        month = (number, token)
      } else if token.kind == .mark, before != nil, [",", ".", "-", "/"].contains(token.text) {
        continue
      } else if names.fillers.contains(token.text)
        || before != nil && isFiller(token, isAfterNumber: parts.count > 0)
      {
        continue
      } else {
        throw notUnderstood(token)
      }
    }
    guard let month else { throw problem(withoutMonth: parts, at: tokens.range) }
    let years = parts.filter(\.isYear)
    let days = parts.filter { !$0.isYear }
    guard let day = days.first, years.count < 2 else {
      throw DayProblem(.noDay, at: tokens.range)
    }
    if days.count > 1 { throw wrongYear(among: days, else: 1) }
    return try self.day(
      year: years.first.map { ($0.number, $0.token) }, month: month,
      day: (day.number, day.token), order: nil)
  }

  /// What is wrong with words of which none is a month, if they are more than fillers.
  private func problemWithoutMonth(in tokens: ArraySlice<DayToken>) -> DayProblem? {
    let words = tokens.filter { $0.kind == .word }
    if words.contains(where: { DayVocabulary.month($0.text) != nil }) { return nil }
    let others = words.filter { !isFiller($0, isAfterNumber: true) }
    if others.isEmpty { return nil }
    if let word = others.first(where: { !DayVocabulary.isKnown($0.text) }) {
      return notUnderstood(word)
    }
    if let day = tokens.firstIndex(where: { DayVocabulary.isDay($0.text) }) {
      let (before, after) = (tokens[..<day], tokens[(day + 1)...])
      // A day that is alone here has a weekday before it.
      let surplus = !after.isEmpty ? after : !before.isEmpty ? before : tokens
      return DayProblem(.surplus(surplus.typed), at: surplus.range)
    }
    return DayProblem(.unclear(tokens.typed), at: tokens.range)
  }

  private func isFiller(_ token: DayToken, isAfterNumber: Bool) -> Bool {
    token.text == "of" || token.text == "the"
      || isAfterNumber
        && (DayVocabulary.ordinals.contains(token.text)
          || DayVocabulary.yearWords.contains(token.text))
  }

  private func day(
    year: Part?, month: Part, day: Part, order: DayOrder
  ) throws(DayProblem) -> Day {
    try self.day(
      year: year.map { ($0.number, $0.token) }, month: (month.number, month.token),
      day: (day.number, day.token), order: order)
  }

  private typealias Place = (number: Int, token: DayToken)

  /// The day, or what is wrong with which part.
  ///
  /// - Parameters:
  ///   - year: the year, and its place in the text; nil if none was typed.
  ///   - month: the month, and its place.
  ///   - day: the day, and its place.
  ///   - order: the order that month and day were taken to be in; nil if the month was typed by
  ///     name.
  /// - Returns: the day, in the reader's calendar.
  /// - Throws: the problem, with the part at fault.
  private func day(
    year: Place?, month: Place, day: Place, order: DayOrder?
  ) throws(DayProblem) -> Day {
    if let year, year.number == 0 { throw outside(year.token.range) }
    guard 1...12 ~= month.number else {
      throw noMonth(year: year, month: month, day: day, order ?? .dayFirst)
    }
    let length = Day.length(of: month.number, in: year?.number ?? 2028)
    guard 1...length ~= day.number else {
      throw DayProblem(
        .tooManyDays(
          day.token.text, length: length, month: month.number, year: year?.number),
        at: day.token.range)
    }
    guard let year else { return try nearest(month: month.number, day: day.number, day.token) }
    guard let found = Day(year: year.number, month: month.number, day: day.number) else {
      throw outside(year.token.range)
    }
    return found
  }

  private func noMonth(
    year: Place?, month: Place, day: Place, _ order: DayOrder
  ) -> DayProblem {
    let swapped = Day(year: year?.number ?? 2028, month: day.number, day: month.number)
    guard let swapped else {
      return DayProblem(.month(month.token.text, order), at: month.token.range)
    }
    var parts = swapped.description.split(separator: "-")
    if year == nil {
      parts.removeFirst()
      if order == .dayFirst { parts.reverse() }
    }
    let meant = parts.joined(separator: "-")
    return DayProblem(.swapped(month.token.text, order, meant: meant), at: month.token.range)
  }

  /// A month's day without its year: the next one, today included, or the last one before ``last``;
  /// the last one if days lie in the past.
  private func nearest(
    month: Int, day: Int, _ token: DayToken
  ) throws(DayProblem) -> Day {
    func first(of years: some Sequence<Int>, where isRight: (Day) -> Bool) -> Day? {
      for year in years {
        if let day = Day(year: year, month: month, day: day), isRight(day) { return day }
      }
      return nil
    }
    func latest(until end: Day) -> Day? {
      first(of: (end.year - 8...end.year).reversed()) { $0 <= end }
    }
    let found =
      switch leaning {
      case .past: latest(until: latestPast)
      case .future: first(of: today.year...today.year + 8) { $0 >= today }
      }
    guard let found else { throw outside(token.range) }
    guard let last, found > last else { return found }
    return latest(until: last) ?? found
  }

  /// What is wrong with numbers of which none is a year of four digits.
  ///
  /// The one that has too many digits for a day or a month is meant as the year; if there is none, the one
  /// in the year's place.
  private func wrongYear(among parts: [Part], else place: Int) -> DayProblem {
    let year = (parts.first { $0.token.text.count > 2 } ?? parts[place]).token
    return year.text.count > 4 ? outside(year.range) : shortYear(year)
  }

  /// A year of one or two digits is of this century, unless the last day that is wanted is before it; what
  /// is meant by three digits nobody knows.
  private func shortYear(_ token: DayToken) -> DayProblem {
    var meant: String?
    if token.text.count <= 2, let digits = Int(token.text) {
      let year = 2000 + digits
      meant = String(last.map { year > $0.year } == true ? year - 100 : year)
    }
    return DayProblem(.shortYear(token.text, meant: meant), at: token.range)
  }
}
