public import FoundationEssentials
import FoundationInternationalization

/// What a session may know of the world: locale, time zone and the time it was started at.
///
/// It stands in the journal's head, so that a replay sees the same world. A flow reads it from its
/// context and never asks the system.
public struct FlowEnvironment: Sendable, Hashable {
  /// How texts, amounts and dates are written and read.
  public let locale: Locale
  /// Where days and weeks begin.
  public let timeZone: TimeZone
  /// When the session started, to the millisecond. It stays the same for the whole session.
  public let now: Date

  /// Makes an environment; the time is cut to whole milliseconds, which is what a journal keeps.
  public init(locale: Locale, timeZone: TimeZone, now: Date) {
    self.locale = locale
    self.timeZone = timeZone
    let milliseconds = (now.timeIntervalSinceReferenceDate * 1000).rounded()
    self.now = Date(timeIntervalSinceReferenceDate: milliseconds / 1000)
  }

  /// The system's locale and time zone, and the time it is now.
  public static var current: FlowEnvironment {
    FlowEnvironment(locale: systemLocale, timeZone: systemTimeZone, now: Date())
  }

  private static let systemLocale = Locale.current
  private static let systemTimeZone = TimeZone.current

  /// The two or three letters of the language texts are in, for example `en`.
  public var language: String {
    locale.language.languageCode?.identifier ?? "en"
  }

  /// The Gregorian calendar with this locale's first day of the week, in this time zone.
  public var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = locale
    calendar.timeZone = timeZone
    return calendar
  }
}
