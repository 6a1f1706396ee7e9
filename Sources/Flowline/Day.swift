public import FoundationEssentials
import FoundationInternationalization

/// A day of the Gregorian calendar, without a time and without a zone.
public struct Day: Hashable, Sendable, Comparable, LosslessStringConvertible {
  /// The year, from 1 to 9999.
  public let year: Int
  /// The month, from 1 to 12.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// Makes a day; nothing where the calendar has no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard 1...9999 ~= year, 1...12 ~= month, day >= 1,
      day <= Self.length(of: month, in: year)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day it is at a moment, in the environment's time zone.
  public init(_ moment: Date, in environment: FlowEnvironment) {
    let parts = environment.calendar.dateComponents([.year, .month, .day], from: moment)
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

  private static func length(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Day {
  /// Reads a day as a person types it: year first, or day, month and year in the locale's order.
  init?(typed text: String, in environment: FlowEnvironment) {
    let parts = text.split(omittingEmptySubsequences: false) { "./- ".contains($0) }
    guard parts.count == 3, let numbers = Self.numbers(parts) else { return nil }
    if parts[0].count == 4 {
      self.init(year: numbers[0], month: numbers[1], day: numbers[2])
    } else if parts[2].count == 4 {
      let isMonthFirst = Self.isMonthFirst(in: environment.locale)
      self.init(
        year: numbers[2], month: numbers[isMonthFirst ? 0 : 1], day: numbers[isMonthFirst ? 1 : 0])
    } else {
      return nil
    }
  }

  private static func numbers(_ parts: [Substring]) -> [Int]? {
    let numbers = parts.compactMap { part in
      part.count <= 4 && part.allSatisfy { "0"..."9" ~= $0 } ? Int(part) : nil
    }
    return numbers.count == parts.count ? numbers : nil
  }

  /// Whether the locale writes the month before the day: asked of how it writes 3 February 2001.
  private static func isMonthFirst(in locale: Locale) -> Bool {
    let style = Date.FormatStyle(
      locale: locale, calendar: Calendar(identifier: .gregorian), timeZone: .gmt
    ).year().month(.defaultDigits).day(.defaultDigits)
    let written = Date(timeIntervalSince1970: 981_158_400).formatted(style)
    guard let month = written.firstIndex(of: "2"), let day = written.firstIndex(of: "3") else {
      return false
    }
    return month < day && !written.hasPrefix("2001")
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
