extension Day {
  /// The day so many days later, or earlier if the number is negative; nil outside the years 1 to 9999.
  public func adding(days: Int) -> Day? {
    let (sum, overflows) = number.addingReportingOverflow(days)
    return overflows ? nil : Day(number: sum)
  }

  /// The same day so many months later, or earlier if the number is negative, or the last day of that
  /// month if it is shorter; nil outside the years 1 to 9999.
  public func adding(months: Int) -> Day? {
    let (count, overflows) = (year * 12 + month - 1).addingReportingOverflow(months)
    guard !overflows, count >= 12 else { return nil }
    let (year, month) = (count / 12, count % 12 + 1)
    return Day(year: year, month: month, day: min(day, Self.length(of: month, in: year)))
  }

  /// How many days there are until another day; negative if that is earlier.
  public func days(until other: Day) -> Int { other.number - number }
}
