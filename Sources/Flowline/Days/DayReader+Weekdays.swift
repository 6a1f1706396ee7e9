import FoundationEssentials

/// Days that are typed by their weekday.
extension DayReader {
  /// `Friday`, `next Friday`, `в прошлую пятницу`; nil if there is more or something else.
  func weekday(of tokens: ArraySlice<DayToken>) throws(DayProblem) -> Day? {
    let words = tokens.last?.text == "." ? tokens.dropLast() : tokens
    guard let last = words.last, let weekday = DayVocabulary.weekday(last.text) else { return nil }
    if words.count == 1 { return try nearest(weekday, tokens.range) }
    guard words.count == 2, let first = words.first, let pick = DayVocabulary.pick(first.text)
    else {
      return nil
    }
    let days = try days(weekday, pick, tokens.range)
    if days.count > 1 {
      throw DayProblem(.several("\(first.typed) \(last.typed)", days), at: tokens.range)
    }
    return days.first
  }

  /// The day that a weekday alone means.
  private func nearest(_ weekday: Int, _ range: Range<Int>) throws(DayProblem) -> Day? {
    guard leaning == .past else { return try days(weekday, .coming, range).first }
    let since = (latestPast.weekday - weekday + 7) % 7
    guard let day = Day(number: latestPast.number - since) else { throw outside(range) }
    return day
  }

  /// The days that a weekday may mean, the nearest first.
  private func days(
    _ weekday: Int, _ pick: DayVocabulary.Pick, _ range: Range<Int>
  ) throws(DayProblem) -> [Day] {
    let ahead = (weekday - today.weekday + 7) % 7
    let coming = ahead == 0 ? 7 : ahead
    let offsets: [Int]
    switch pick {
    case .coming: offsets = [coming]
    case .last: offsets = [coming - 7 == 0 ? -7 : coming - 7]
    case .this:
      offsets = ahead == 0 ? [0, 7] : leaning == .past ? [coming - 7, coming] : [coming]
    case .next:
      // Some mean the next that comes, others that of the next week.
      let weekStart = (calendar.firstWeekday + 5) % 7
      let sinceStart = (today.weekday - weekStart + 7) % 7
      let inNextWeek = 7 - sinceStart + (weekday - weekStart + 7) % 7
      offsets = coming == inNextWeek ? [coming] : [coming, inNextWeek]
    }
    var days: [Day] = []
    for offset in offsets {
      guard let day = Day(number: today.number + offset) else { throw outside(range) }
      days.append(day)
    }
    return days
  }
}
