package import FoundationEssentials
import FoundationInternationalization
import Money

/// How days are written for people.
///
/// A ``DayReader`` of the same locale reads back every day as it is written here, in any style that names one.
///
/// Days before 15 October 1582 are written in digits, as `1500-01-01`: the formatter has them in the Julian
/// calendar, where they have other names.
package enum DayText {
  /// The day of a moment with its weekday, as in `Fri 20 Nov 2026`, in the calendar's time zone.
  ///
  /// It is written as inside a line: `пт, 20 нояб. 2026 г.` in Russian.
  package static func long(_ moment: Date, calendar: Calendar, locale: Locale) -> String {
    long(
      moment,
      Date.FormatStyle(
        locale: locale.conventions, calendar: calendar, timeZone: calendar.timeZone))
  }

  /// The day with its weekday, as in `Fri 20 Nov 2026`, written as inside a line.
  package static func long(_ day: Day, locale: Locale) -> String {
    moment(of: day).map { long($0, style(locale)) } ?? day.description
  }

  /// The short weekday as small as the language writes the whole word: the formatter begins it with a
  /// capital in Russian, wherever it is.
  private static func long(_ moment: Date, _ style: Date.FormatStyle) -> String {
    let text = moment.formatted(style.weekday(.abbreviated).day().month(.abbreviated).year())
    guard let first = text.first, first.isUppercase,
      moment.formatted(style.weekday(.wide)).first?.isLowercase == true
    else { return text }
    return first.lowercased() + text.dropFirst()
  }

  /// The day with its weekday in full, as in `Friday, 27 November 2026`.
  package static func full(_ day: Day, locale: Locale) -> String {
    moment(of: day)?.formatted(style(locale).weekday(.wide).day().month(.wide).year())
      ?? day.description
  }

  /// The day without its weekday, as in `20 Nov 2026`.
  package static func plain(_ day: Day, locale: Locale) -> String {
    moment(of: day)?.formatted(style(locale).day().month(.abbreviated).year()) ?? day.description
  }

  /// The day in each style that is shown.
  static func styles(of day: Day, locale: Locale) -> [String] {
    [full(day, locale: locale), long(day, locale: locale), plain(day, locale: locale)]
  }

  /// A month with its year, if one is given, as in `February 2026`.
  package static func month(_ month: Int, of year: Int?, locale: Locale) -> String {
    guard let first = Day(year: year ?? 2028, month: month, day: 1) else { return "" }
    let style = style(locale).month(.wide)
    return moment(of: first)?.formatted(year == nil ? style : style.year())
      ?? String(first.description.dropLast(3))
  }

  /// The beginning of the day, in the zone that ``style(_:)`` writes; nil if the formatter would write
  /// another day.
  static func moment(of day: Day) -> Date? {
    day.number < firstGregorian ? nil : Date(timeIntervalSince1970: Double(day.number) * 86_400)
  }

  /// The number of 15 October 1582.
  private static let firstGregorian = -141_427

  /// The style that follows the locale's conventions, without any part of a date yet.
  static func style(_ locale: Locale) -> Date.FormatStyle {
    Date.FormatStyle(
      locale: locale.conventions, calendar: Calendar(identifier: .gregorian), timeZone: .gmt)
  }
}
