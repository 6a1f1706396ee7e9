public import FoundationEssentials
// The first day of the week comes from ICU's data, which this module brings.
import FoundationInternationalization
import ServiceBasics

/// A week as the user's calendar, locale and time zone have it: a half-open interval.
///
/// It lasts 167, 168 or 169 hours: a change of the clocks may fall inside. The instant of its end
/// belongs to the next week.
public struct Week: Sendable, Hashable {
  /// The first instant.
  public var start: Date { from.date }

  /// The first instant of the next week.
  public var end: Date { to.date }

  /// The locale that says on which day a week begins, for example `en_GB`.
  public let localeIdentifier: String

  /// The zone in which that day begins, for example `Europe/London`.
  public let timeZoneIdentifier: String

  private let from: Timestamp
  private let to: Timestamp

  /// Finds the week in which an instant lies.
  public static func containing(_ instant: Date, locale: Locale, timeZone: TimeZone) -> Week {
    let calendar = Calendar.ofWeeks(locale: locale, timeZone: timeZone)
    // `nil` comes only for dates beyond the calendar's years.
    let interval =
      calendar.dateInterval(of: .weekOfYear, for: instant)
      ?? DateInterval(start: instant, duration: 7 * 86_400)
    return Week(
      localeIdentifier: locale.identifier, timeZoneIdentifier: timeZone.identifier,
      from: Timestamp(interval.start), to: Timestamp(interval.end))
  }

  /// The day on which weeks begin in a locale: 1 is Sunday, 2 Monday, 7 Saturday.
  public static func firstWeekday(in locale: Locale) -> Int {
    Calendar.ofWeeks(locale: locale, timeZone: .gmt).firstWeekday
  }

  /// The week before this one.
  public var previous: Week {
    neighbour(containing: Timestamp(milliseconds: from.milliseconds - 1))
  }

  /// The week after this one.
  public var next: Week { neighbour(containing: to) }

  /// The interval, for a bank's `payments(of:in:)`.
  public var range: Range<Date> { start..<end }

  /// How long the week lasts.
  public var hours: Int { Int((to.milliseconds - from.milliseconds) / 3_600_000) }

  /// Says whether an instant lies in this week, to the millisecond.
  public func contains(_ instant: Date) -> Bool {
    (from..<to).contains(Timestamp(instant))
  }

  private func neighbour(containing timestamp: Timestamp) -> Week {
    .containing(
      timestamp.date, locale: Locale(identifier: localeIdentifier),
      timeZone: TimeZone(identifier: timeZoneIdentifier) ?? .gmt)
  }
}

extension Week: Codable {
  private enum CodingKeys: String, CodingKey {
    case localeIdentifier = "locale"
    case timeZoneIdentifier = "timeZone"
    case from = "start"
    case to = "end"
  }

  /// Reads a week; one that ends before it begins, or lies in no known zone, is a `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    localeIdentifier = try container.decode(String.self, forKey: .localeIdentifier)
    timeZoneIdentifier = try container.decode(String.self, forKey: .timeZoneIdentifier)
    from = try container.decode(Timestamp.self, forKey: .from)
    to = try container.decode(Timestamp.self, forKey: .to)
    guard from < to else {
      throw DecodingError.dataCorruptedError(
        forKey: .to, in: container, debugDescription: "the week ends before it begins")
    }
    guard TimeZone(identifier: timeZoneIdentifier) != nil else {
      throw DecodingError.dataCorruptedError(
        forKey: .timeZoneIdentifier, in: container,
        debugDescription: "there is no time zone \(timeZoneIdentifier)")
    }
  }
}

extension Calendar {
  /// The Gregorian calendar with both its settings made: without them weeks begin on Sunday.
  fileprivate static func ofWeeks(locale: Locale, timeZone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = locale
    calendar.timeZone = timeZone
    return calendar
  }
}
