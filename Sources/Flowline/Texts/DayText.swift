package import FoundationEssentials
import FoundationInternationalization

/// How days are written for people.
package enum DayText {
  /// The day with its weekday, as in `Fri 20 Nov 2026`, in the environment's language and zone.
  package static func long(_ date: Date, in environment: FlowEnvironment) -> String {
    date.formatted(
      style(in: environment).weekday(.abbreviated).day().month(.abbreviated).year())
  }

  /// The day with its weekday in full, as in `Friday, 27 November 2026`, in the environment's
  /// language.
  static func full(_ day: Day, in environment: FlowEnvironment) -> String {
    let style = Date.FormatStyle(
      locale: environment.locale, calendar: Calendar(identifier: .gregorian), timeZone: .gmt)
    return Date(timeIntervalSince1970: Double(day.number) * 86_400)
      .formatted(style.weekday(.wide).day().month(.wide).year())
  }

  /// A month with its year, where one is told, as in `February 2026`.
  static func month(_ month: Int, of year: Int?, in environment: FlowEnvironment) -> String {
    let style = Date.FormatStyle(
      locale: environment.locale, calendar: Calendar(identifier: .gregorian), timeZone: .gmt
    ).month(.wide)
    let first = Day(year: year ?? 2028, month: month, day: 1)?.number ?? 0
    return Date(timeIntervalSince1970: Double(first) * 86_400)
      .formatted(year == nil ? style : style.year())
  }

  private static func style(in environment: FlowEnvironment) -> Date.FormatStyle {
    Date.FormatStyle(
      locale: environment.locale, calendar: environment.calendar, timeZone: environment.timeZone)
  }
}
