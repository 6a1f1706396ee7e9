/// When something is due, as seen from today, such as `due in about 1 month`.
///
/// Source: the pages “Invoices”, “Credit Notes” and “Bills” for days and “about 1 month”. Longer times
/// follow the words that Ruby on Rails has for them, of which these are some.
enum DueWords {
  /// The words for so many days from today, negative ones in the past.
  static func of(_ days: Int) -> String {
    let length = length(Int(days.magnitude))
    return days == 0 ? "due today" : days > 0 ? "due in \(length)" : "due \(length) ago"
  }

  private static func length(_ days: Int) -> String {
    let months = (days + 15) / 30
    switch days {
    case ..<30: return count(days, "day")
    case ..<60: return "about \(count(months, "month"))"
    case ..<365: return count(months, "month")
    default:
      let (years, rest) = days.quotientAndRemainder(dividingBy: 365)
      if rest < 92 { return "about \(count(years, "year"))" }
      return rest < 274 ? "over \(count(years, "year"))" : "almost \(count(years + 1, "year"))"
    }
  }

  private static func count(_ number: Int, _ unit: String) -> String {
    "\(number) \(unit)\(number == 1 ? "" : "s")"
  }
}
