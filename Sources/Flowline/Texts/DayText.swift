package import FoundationEssentials
import FoundationInternationalization

/// How days are written for people.
package enum DayText {
  /// The day with its weekday, as in `Fri 20 Nov 2026`, in the environment's language and zone.
  package static func long(_ date: Date, in environment: FlowEnvironment) -> String {
    date.formatted(
      style(in: environment).weekday(.abbreviated).day().month(.abbreviated).year())
  }

  private static func style(in environment: FlowEnvironment) -> Date.FormatStyle {
    Date.FormatStyle(
      locale: environment.locale, calendar: environment.calendar, timeZone: environment.timeZone)
  }
}
