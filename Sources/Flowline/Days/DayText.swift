package import FoundationEssentials
import FoundationInternationalization

/// How days are written for people.
package enum DayText {
  /// The day of a moment with its weekday, as in `Fri 20 Nov 2026`, in the calendar's time zone.
  package static func long(_ moment: Date, calendar: Calendar, locale: Locale) -> String {
    moment.formatted(
      Date.FormatStyle(locale: locale, calendar: calendar, timeZone: calendar.timeZone)
        .weekday(.abbreviated).day().month(.abbreviated).year())
  }

  /// The day with its weekday, as in `Fri 20 Nov 2026`.
  package static func long(_ day: Day, locale: Locale) -> String {
    date(day).formatted(
      style(locale).weekday(.abbreviated).day().month(.abbreviated).year())
  }

  /// The day with its weekday in full, as in `Friday, 27 November 2026`.
  package static func full(_ day: Day, locale: Locale) -> String {
    date(day).formatted(style(locale).weekday(.wide).day().month(.wide).year())
  }

  /// A month with its year, if one is given, as in `February 2026`.
  package static func month(_ month: Int, of year: Int?, locale: Locale) -> String {
    let style = style(locale).month(.wide)
    let first = Day(year: year ?? 2028, month: month, day: 1)
    return first.map { date($0).formatted(year == nil ? style : style.year()) } ?? ""
  }

  /// The beginning of the day, in the zone that ``style(_:)`` writes.
  private static func date(_ day: Day) -> Date {
    Date(timeIntervalSince1970: Double(day.number) * 86_400)
  }

  private static func style(_ locale: Locale) -> Date.FormatStyle {
    Date.FormatStyle(
      locale: locale, calendar: Calendar(identifier: .gregorian), timeZone: .gmt)
  }
}
