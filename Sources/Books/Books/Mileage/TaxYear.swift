public import Days

/// A tax year of the United Kingdom for people: 6 April to 5 April.
///
/// Source: HMRC, Employment Income Manual, EIM31240 (mileage counts by it).
public struct TaxYear: Sendable, Hashable {
  /// The calendar year in which it begins, 1 to 9998.
  public let startYear: Int

  /// The tax year that begins in a calendar year; nil outside 1 to 9998.
  public init?(startingIn year: Int) {
    guard 1...9998 ~= year else { return nil }
    startYear = year
  }

  /// The tax year of a day; nil at the two ends of the calendar, 5 April of the year 1 and before, and
  /// 6 April 9999 and after.
  public init?(of day: Day) {
    let isBefore = (day.month, day.day) < (4, 6)
    self.init(startingIn: isBefore ? day.year - 1 : day.year)
  }

  /// The first day and the last.
  public var days: ClosedRange<Day>? {
    guard let first = Day(year: startYear, month: 4, day: 6),
      let last = Day(year: startYear + 1, month: 4, day: 5)
    else { return nil }
    return first...last
  }

  /// Whether a day is in it.
  public func contains(_ day: Day) -> Bool { TaxYear(of: day) == self }
}

extension TaxYear: Comparable {
  /// Whether one is before another.
  public static func < (left: TaxYear, right: TaxYear) -> Bool {
    left.startYear < right.startYear
  }
}

extension TaxYear: CustomStringConvertible {
  /// The year as people write it, such as `2026/27`.
  public var description: String {
    let end = (startYear + 1) % 100
    return "\(startYear)/\(end < 10 ? "0" : "")\(end)"
  }
}
