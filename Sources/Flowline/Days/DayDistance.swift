/// How far a day is from another, in the words that people use.
package enum DayDistance: Hashable, Sendable {
  case today, tomorrow, yesterday
  /// From 2 to 729 days ahead.
  case daysAhead(Int)
  /// From 2 to 729 days ago.
  case daysAgo(Int)
  /// 730 days ahead or more, in whole years.
  case yearsAhead(Int)
  /// 730 days ago or more, in whole years.
  case yearsAgo(Int)
}

extension Day {
  /// How far the day is from `today`: in days below 730, in whole years from there on.
  package func distance(from today: Day) -> DayDistance {
    let days = number - today.number
    switch days {
    case 0: return .today
    case 1: return .tomorrow
    case -1: return .yesterday
    case 2..<730: return .daysAhead(days)
    case -729..<0: return .daysAgo(-days)
    default: break
    }
    let (early, late) = days > 0 ? (today, self) : (self, today)
    let isCut = (late.month, late.day) < (early.month, early.day)
    let years = late.year - early.year - (isCut ? 1 : 0)
    return days > 0 ? .yearsAhead(years) : .yearsAgo(years)
  }
}
