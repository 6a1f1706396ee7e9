package import FoundationEssentials

/// A day of the Gregorian calendar, without a time and without a zone.
public struct Day: Hashable, Sendable, Comparable, LosslessStringConvertible {
  /// The year, from 1 to 9999.
  public let year: Int
  /// The month, from 1 to 12.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// Makes a day; nil if the calendar has no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard 1...9999 ~= year, 1...12 ~= month, day >= 1,
      day <= Self.length(of: month, in: year)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day it is at a moment, in the time zone of a Gregorian calendar.
  package init(_ moment: Date, in calendar: Calendar) {
    let parts = calendar.dateComponents([.year, .month, .day], from: moment)
    year = parts.year ?? 1
    month = parts.month ?? 1
    day = parts.day ?? 1
  }

  /// Reads `2026-11-20`.
  public init?(_ description: String) {
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2,
      parts.allSatisfy({ $0.allSatisfy { "0"..."9" ~= $0 } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// The day as `2026-11-20`.
  public var description: String {
    [(year, 4), (month, 2), (day, 2)].map { number, width in
      String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
    }.joined(separator: "-")
  }

  /// Whether one day is before another.
  public static func < (left: Day, right: Day) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  /// How many days the day is after 1 January 1970, by the calendar that counts backwards too.
  ///
  /// Source: Howard Hinnant, “chrono-Compatible Low-Level Date Algorithms”, days_from_civil.
  package var number: Int {
    let year = month <= 2 ? self.year - 1 : self.year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The numbers of the years 1 to 9999.
  private static let numbers = -719_162...2_932_896

  /// The day with a ``number``; nil outside the years 1 to 9999.
  package init?(number: Int) {
    guard Self.numbers ~= number else { return nil }
    self.init(nearest: number)
  }

  /// The day with a ``number``, or the first or last day if that is outside the years 1 to 9999.
  ///
  /// Source: as there, civil_from_days.
  package init(nearest number: Int) {
    let shifted = min(max(number, Self.numbers.lowerBound), Self.numbers.upperBound) + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    self.year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    self.month = month
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
  }

  /// The day of the week, from 0 for Monday to 6 for Sunday.
  package var weekday: Int { ((number + 3) % 7 + 7) % 7 }

  /// How many days a month has.
  static func length(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Day: Codable {
  /// Reads `2026-11-20`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let day = Day(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "not a day such as 2026-11-20")
    }
    self = day
  }

  /// Writes `2026-11-20`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
