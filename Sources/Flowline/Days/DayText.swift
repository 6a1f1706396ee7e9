package import FoundationEssentials
import FoundationInternationalization

/// How days are written for people.
package enum DayText {
  /// The day of a moment with its weekday, as in `Fri 20 Nov 2026`, in the calendar's time zone.
  ///
  /// It is written as inside a line: `пт, 20 нояб. 2026 г.` in Russian.
  package static func long(_ moment: Date, calendar: Calendar, locale: Locale) -> String {
    long(moment, Date.FormatStyle(locale: locale, calendar: calendar, timeZone: calendar.timeZone))
  }

  /// The day with its weekday, as in `Fri 20 Nov 2026`, written as inside a line.
  package static func long(_ day: Day, locale: Locale) -> String {
    long(date(day), style(locale))
  }

  /// The short weekday as small as the language writes the whole word: the formatter begins it with a
  /// capital in Russian, wherever it stands.
  private static func long(_ moment: Date, _ style: Date.FormatStyle) -> String {
    let text = moment.formatted(style.weekday(.abbreviated).day().month(.abbreviated).year())
    guard let first = text.first, first.isUppercase,
      moment.formatted(style.weekday(.wide)).first?.isLowercase == true
    else { return text }
    return first.lowercased() + text.dropFirst()
  }

  /// The day with its weekday in full, as in `Friday, 27 November 2026`.
  package static func full(_ day: Day, locale: Locale) -> String {
    date(day).formatted(style(locale).weekday(.wide).day().month(.wide).year())
  }

  /// The day without its weekday, as in `20 Nov 2026`.
  package static func plain(_ day: Day, locale: Locale) -> String {
    date(day).formatted(style(locale).day().month(.abbreviated).year())
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
