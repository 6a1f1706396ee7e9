package import FoundationEssentials
import FoundationInternationalization

/// How days are written for people.
package enum DayText {
  /// The day with its weekday, as in `Fri 20 Nov 2026`, in the environment's language and zone.
  package static func long(_ date: Date, in environment: FlowEnvironment) -> String {
    date.formatted(
      style(in: environment).weekday(.abbreviated).day().month(.abbreviated).year())
  }

  /// The day with its weekday, as in `Fri 20 Nov 2026`, in the environment's language.
  package static func long(_ day: Day, in environment: FlowEnvironment) -> String {
    date(day).formatted(
      style(environment.locale).weekday(.abbreviated).day().month(.abbreviated).year())
  }

  /// The day with its weekday in full, as in `Friday, 27 November 2026`, in the environment's
  /// language.
  static func full(_ day: Day, in environment: FlowEnvironment) -> String {
    date(day).formatted(style(environment.locale).weekday(.wide).day().month(.wide).year())
  }

  /// A month with its year, where one is told, as in `February 2026`.
  static func month(_ month: Int, of year: Int?, in environment: FlowEnvironment) -> String {
    let style = style(environment.locale).month(.wide)
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

  private static func style(in environment: FlowEnvironment) -> Date.FormatStyle {
    Date.FormatStyle(
      locale: environment.locale, calendar: environment.calendar, timeZone: environment.timeZone)
  }
}
