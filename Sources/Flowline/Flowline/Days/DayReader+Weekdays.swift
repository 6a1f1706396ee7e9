import FoundationEssentials

/// Days that are told by their weekday.
extension DayReader {
  /// `Friday`, `next Friday`, `в прошлую пятницу`; nothing where there is more or something else.
  func weekday(of tokens: ArraySlice<DayToken>) throws(Refusal) -> Day? {
    let words = tokens.last?.text == "." ? tokens.dropLast() : tokens
    guard let last = words.last, let weekday = DayVocabulary.weekday(last.text) else { return nil }
    if words.count == 1 { return try days(weekday, .coming, tokens.range).first }
    guard words.count == 2, let first = words.first, let pick = DayVocabulary.pick(first.text)
    else {
      return nil
    }
    let days = try days(weekday, pick, tokens.range)
    if days.count > 1 {
      let told = days.map { DayText.full($0, in: environment) }
      throw Refusal(
        .ambiguous,
        Texts.engine(
          "refusal.date.several", .string("\(first.text) \(last.text)"), .string(told[0]),
          .string(told[1])),
        arguments: ["candidates": .array(days.map { .string($0.description) })],
        range: tokens.range)
    }
    return days.first
  }

  /// The days that a weekday may mean, the nearest first.
  private func days(
    _ weekday: Int, _ pick: DayVocabulary.Pick, _ range: Range<Int>
  ) throws(Refusal) -> [Day] {
    let ahead = (weekday - today.weekday + 7) % 7
    let coming = ahead == 0 ? 7 : ahead
    let offsets: [Int]
    switch pick {
    case .coming: offsets = [coming]
    case .last: offsets = [coming - 7 == 0 ? -7 : coming - 7]
    case .this: offsets = ahead == 0 ? [0, 7] : [coming]
    case .next:
      // Some mean the next that comes, others that of the next week.
      let weekStart = (environment.calendar.firstWeekday + 5) % 7
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
