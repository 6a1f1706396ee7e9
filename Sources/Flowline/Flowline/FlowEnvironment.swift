public import FoundationEssentials
import FoundationInternationalization

/// What a session may know of the world: locale, time zone and the time it was started at.
///
/// It is in the journal's head, so that a replay sees the same world. A flow reads it from its
/// context and never asks the system.
public struct FlowEnvironment: Sendable, Hashable {
  /// How texts, amounts and dates are written and read.
  public var locale: Locale { facts.locale }
  /// Where days and weeks begin.
  public var timeZone: TimeZone { facts.timeZone }
  /// When the session started, to the millisecond.
  ///
  /// It stays the same for the whole session.
  public var now: Date { facts.now }

  // One object, which every question and every answer is handed.
  private let facts: Facts

  private final class Facts: Sendable {
    let locale: Locale
    let timeZone: TimeZone
    let now: Date
    let language: String
    let place: TextPlace?

    init(_ locale: Locale, _ timeZone: TimeZone, _ now: Date) {
      self.locale = locale
      self.timeZone = timeZone
      self.now = now
      language = locale.language.languageCode?.identifier ?? "en"
      place = nil
    }

    init(_ base: Facts, at place: TextPlace) {
      (locale, timeZone, now) = (base.locale, base.timeZone, base.now)
      language = base.language
      self.place = place
    }
  }

  /// Makes an environment; the time is cut to whole milliseconds, which is what a journal keeps.
  ///
  /// It is never rounded up: the last moment of a day stays on that day.
  public init(locale: Locale, timeZone: TimeZone, now: Date) {
    facts = Facts(locale, timeZone, now.wholeMillisecond)
  }

  /// The same with texts looked up at a place.
  init(_ base: FlowEnvironment, at place: TextPlace) {
    facts = Facts(base.facts, at: place)
  }

  /// Where texts by place are looked up; nil if nowhere.
  var place: TextPlace? { facts.place }

  /// Whether locale, time zone and time are the same.
  public static func == (left: FlowEnvironment, right: FlowEnvironment) -> Bool {
    left.facts === right.facts
      || left.locale == right.locale && left.timeZone == right.timeZone && left.now == right.now
  }

  /// Hashes locale, time zone and time.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(locale)
    hasher.combine(timeZone)
    hasher.combine(now)
  }

  /// The system's locale and time zone, and the time it is now.
  public static var current: FlowEnvironment {
    FlowEnvironment(locale: systemLocale, timeZone: systemTimeZone, now: Date())
  }

  private static let systemLocale = Locale.current
  private static let systemTimeZone = TimeZone.current

  /// The two or three letters of the language texts are in, for example `en`.
  public var language: String { facts.language }

  /// The Gregorian calendar with this locale's first day of the week, in this time zone.
  public var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = locale
    calendar.timeZone = timeZone
    return calendar
  }
}
