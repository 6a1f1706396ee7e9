public import FoundationEssentials
// The first day of the week comes from ICU's data, which this module brings.
import FoundationInternationalization
import ServiceBasics

/// A week as the user's calendar, locale and time zone have it: a half-open interval.
///
/// It begins with the first instant of a civil day and ends with that of the day seven days later, so that
/// every day lies in one week. Most weeks last 168 hours, and others an hour less or more: a change of the
/// clocks may fall inside. A week in which a zone moved across the date line has a day less or more. The
/// instant of its end belongs to the next week.
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
    let days = CivilDays(calendar: .ofWeeks(locale: locale, timeZone: timeZone))
    // Nil comes only for dates beyond the calendar's years.
    let interval =
      days.week(of: instant)
      ?? DateInterval(start: instant, duration: 7 * Double(CivilDays.seconds))
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

/// The days of a zone, counted from 1 January 1970.
///
/// A calendar's own interval of a week is not asked: where a zone left out a day, as Apia's left out
/// 30 December 2011, it ends a day late, inside the next week.
private struct CivilDays {
  /// Has the zone and the first day of the week.
  let calendar: Calendar

  static let seconds = 86_400

  /// The week in which an instant lies; nil beyond the calendar's years.
  func week(of instant: Date) -> DateInterval? {
    guard calendar.dateInterval(of: .day, for: instant) != nil else { return nil }
    let day = number(of: instant)
    // The first of January 1970 was a Thursday, the fifth day of a week from Sunday.
    let weekday = ((day + 4) % 7 + 7) % 7 + 1
    let first = day - (weekday - calendar.firstWeekday + 7) % 7
    let (begin, end) = (start(of: first), start(of: first + 7))
    // Clocks that are set back over midnight repeat the end of a day after the next one began.
    if instant < begin { return DateInterval(start: start(of: first - 7), end: begin) }
    if instant >= end { return DateInterval(start: end, end: start(of: first + 14)) }
    return DateInterval(start: begin, end: end)
  }

  /// The civil day of an instant.
  private func number(of instant: Date) -> Int {
    let offset = Double(calendar.timeZone.secondsFromGMT(for: instant))
    return Int(((instant.timeIntervalSince1970 + offset) / Double(Self.seconds)).rounded(.down))
  }

  /// The first instant of a day, or of the next one if the zone left it out.
  private func start(of day: Int) -> Date {
    // Clocks change at whole seconds, and no zone is two days from Greenwich.
    var before = (day - 2) * Self.seconds
    var start = (day + 2) * Self.seconds
    while start - before > 1 {
      let middle = before + (start - before) / 2
      if number(of: Date(timeIntervalSince1970: Double(middle))) < day {
        before = middle
      } else {
        start = middle
      }
    }
    return Date(timeIntervalSince1970: Double(start))
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
