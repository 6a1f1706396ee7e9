import Days
import ServiceBasics

/// Whose clock says which day it is.
enum BooksZone {
  /// The time of the United Kingdom: UTC, and an hour more in summer.
  case unitedKingdom
  case utc
}

extension Timestamp {
  private static let hourLength: Int64 = 3_600_000
  private static let dayLength = 24 * hourLength

  /// The day in a zone.
  func day(in zone: BooksZone) -> Day {
    switch zone {
    case .utc: Self.day(at: milliseconds)
    case .unitedKingdom: Self.day(at: milliseconds + (isInSummerTime ? Self.hourLength : 0))
    }
  }

  /// The beginning of a day, by UTC.
  init(_ day: Day) { self.init(milliseconds: Int64(day.number) * Self.dayLength) }

  private static func day(at milliseconds: Int64) -> Day {
    Day(nearest: Int(floorDivide(milliseconds, by: dayLength).0))
  }

  /// Whether the United Kingdom has summer time: from 1:00 UTC on the last Sunday of March to 1:00 UTC on
  /// that of October, as it has been since 1998.
  ///
  /// The rule is here, and not in a data base of zones, so that the books need none.
  ///
  /// Source: Summer Time Act 1972, as the Summer Time Order 2002 changed it.
  private var isInSummerTime: Bool {
    let year = Self.day(at: milliseconds).year
    guard let begin = Self.lastSunday(ofMonth: 3, in: year),
      let end = Self.lastSunday(ofMonth: 10, in: year)
    else { return false }
    let hour = Self.hourLength
    return (Timestamp(begin).milliseconds + hour..<Timestamp(end).milliseconds + hour)
      .contains(milliseconds)
  }

  /// The last Sunday of a month of 31 days.
  private static func lastSunday(ofMonth month: Int, in year: Int) -> Day? {
    Day(year: year, month: month, day: 31).flatMap { last in
      last.adding(days: -((last.weekday + 1) % 7))
    }
  }
}
