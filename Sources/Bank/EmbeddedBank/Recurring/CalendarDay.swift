package import ServiceBasics

/// A day of the Gregorian calendar, written such as `2026-11-20`.
package struct CalendarDay: Sendable, Hashable {
  /// Days since 1970-01-01.
  package let number: Int64

  /// The last day that four digits of a year can write.
  static let last = CalendarDay(Timestamp(milliseconds: .max))

  init(number: Int64) { self.number = number }

  /// The day in UTC that an instant lies in.
  package init(_ instant: Timestamp) {
    number = floorDivide(instant.milliseconds, by: 86_400_000).0
  }

  /// The days since the Monday before: 0 for a Monday, 6 for a Sunday.
  var sinceMonday: Int64 { floorDivide(number + 3, by: 7).1 }

  /// Months since the year 0.
  var month: Int64 {
    let (year, month, _) = Timestamp.civil(daysSince1970: number)
    return year * 12 + month - 1
  }

  /// The same day of a later month, or the month's last where it is shorter.
  func adding(months: Int64) -> CalendarDay {
    let (year, month) = floorDivide(self.month + months, by: 12)
    let day = min(
      Timestamp.civil(daysSince1970: number).2, Timestamp.days(in: month + 1, of: year))
    return CalendarDay(
      number: Timestamp.daysSince1970(year: year, month: month + 1, day: day))
  }
}

extension CalendarDay: Comparable {
  package static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

extension CalendarDay: LosslessStringConvertible {
  package init?(_ text: String) {
    guard text.utf8.count == 10, let noon = Timestamp("\(text)T12:00:00Z") else { return nil }
    self.init(noon)
  }

  package var description: String {
    let (year, month, day) = Timestamp.civil(daysSince1970: number)
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }
}

extension CalendarDay: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let day = Self(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(text) is not a date")
    }
    self = day
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
