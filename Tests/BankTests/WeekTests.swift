import Bank
import BankTestSupport
import EmbeddedBank
import FoundationEssentials
import ServiceBasics
import Testing

struct WeekTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var instant: String
    var locale: String
    var zone: String
    var start: String
    var end: String
    var hours: Int
    var testDescription: String { "\(instant) \(locale) \(zone)" }
  }

  static let cases = [
    Case(
      instant: "2026-11-20T12:00:00Z", locale: "en_GB", zone: "Europe/London",
      start: "2026-11-16T00:00:00Z", end: "2026-11-23T00:00:00Z", hours: 168),
    Case(
      instant: "2026-03-25T12:00:00Z", locale: "en_GB", zone: "Europe/London",
      start: "2026-03-23T00:00:00Z", end: "2026-03-29T23:00:00Z", hours: 167),
    Case(
      instant: "2026-10-20T12:00:00Z", locale: "en_GB", zone: "Europe/London",
      start: "2026-10-18T23:00:00Z", end: "2026-10-26T00:00:00Z", hours: 169),
    // Sunday night in UTC is Monday in London while summer lasts.
    Case(
      instant: "2026-07-05T23:30:00Z", locale: "en_GB", zone: "Europe/London",
      start: "2026-07-05T23:00:00Z", end: "2026-07-12T23:00:00Z", hours: 168),
    Case(
      instant: "2026-11-20T12:00:00Z", locale: "en_US", zone: "America/New_York",
      start: "2026-11-15T05:00:00Z", end: "2026-11-22T05:00:00Z", hours: 168),
    Case(
      instant: "2026-11-20T12:00:00Z", locale: "ar_EG", zone: "Africa/Cairo",
      start: "2026-11-13T22:00:00Z", end: "2026-11-20T22:00:00Z", hours: 168),
    Case(
      instant: "2026-11-20T12:00:00Z", locale: "ru_RU", zone: "Asia/Kamchatka",
      start: "2026-11-15T12:00:00Z", end: "2026-11-22T12:00:00Z", hours: 168),
    // The Sunday on which midnight did not exist begins an hour later.
    Case(
      instant: "2018-11-06T12:00:00Z", locale: "pt_BR", zone: "America/Sao_Paulo",
      start: "2018-11-04T03:00:00Z", end: "2018-11-11T02:00:00Z", hours: 167),
    // Apia left out Friday, 30 December 2011, when it moved across the date line.
    Case(
      instant: "2011-12-28T12:00:00Z", locale: "en_GB", zone: "Pacific/Apia",
      start: "2011-12-26T10:00:00Z", end: "2012-01-01T10:00:00Z", hours: 144),
    Case(
      instant: "2012-01-01T12:00:00Z", locale: "en_GB", zone: "Pacific/Apia",
      start: "2012-01-01T10:00:00Z", end: "2012-01-08T10:00:00Z", hours: 168),
    // A week that would begin on the day that was left out begins with the next one.
    Case(
      instant: "2012-01-01T12:00:00Z", locale: "dv_MV", zone: "Pacific/Apia",
      start: "2011-12-30T10:00:00Z", end: "2012-01-05T10:00:00Z", hours: 144),
  ]

  @Test(arguments: cases)
  func `begins and ends as calendar, locale and zone have it`(_ expected: Case) throws {
    let week = Week.containing(
      try date(expected.instant), locale: Locale(identifier: expected.locale),
      timeZone: try #require(TimeZone(identifier: expected.zone)))
    #expect(Timestamp(week.start) == Timestamp(expected.start))
    #expect(Timestamp(week.end) == Timestamp(expected.end))
    #expect(week.hours == expected.hours)
    #expect(week.previous.end == week.start)
    #expect(week.next.start == week.end)
    #expect(week.next.previous == week)
    #expect(try roundTrip(week) == week)
  }

  @Test(arguments: [
    ("en_GB", 2), ("ru_RU", 2), ("fr_FR", 2), ("de_DE", 2), ("ar_AE", 2), ("en_US", 1),
    ("en_CA", 1), ("ja_JP", 1), ("en_IN", 1), ("pt_BR", 1), ("he_IL", 1), ("pt_PT", 1),
    ("ar_EG", 7), ("ar_BH", 7), ("fa_IR", 7), ("dv_MV", 6),
  ])
  func `begins on the day of the locale`(locale: String, weekday: Int) {
    #expect(Week.firstWeekday(in: Locale(identifier: locale)) == weekday)
  }

  @Test(arguments: [
    "Pacific/Apia", "Pacific/Kwajalein", "America/St_Johns", "Australia/Lord_Howe",
  ])
  func `every instant lies in one week, and weeks follow each other`(zone: String) throws {
    let zone = try #require(TimeZone(identifier: zone))
    for locale in ["en_GB", "dv_MV"].map({ Locale(identifier: $0) }) {
      for year in [1993, 2011] {
        var instant = try date("\(year)-01-01T00:30:00Z")
        for _ in 0..<185 {
          let week = Week.containing(instant, locale: locale, timeZone: zone)
          #expect(week.contains(instant), "\(instant) \(week)")
          #expect(week.next.start == week.end && week.previous.end == week.start, "\(week)")
          instant += 2 * 86_400
        }
      }
    }
  }

  @Test func `has its first instant and not its last`() throws {
    let week = try Week.london("2026-11-20T12:00:00Z")
    #expect(week.contains(try date("2026-11-16T00:00:00.000Z")))
    #expect(!week.contains(try date("2026-11-15T23:59:59.999Z")))
    #expect(week.contains(try date("2026-11-22T23:59:59.999Z")))
    #expect(!week.contains(try date("2026-11-23T00:00:00.000Z")))
  }

  @Test func `is readable as JSON`() throws {
    #expect(
      try CanonicalJSON.text(try Week.london("2026-11-20T12:00:00Z")) == """
        {"end":"2026-11-23T00:00:00.000Z","locale":"en_GB","start":"2026-11-16T00:00:00.000Z",\
        "timeZone":"Europe/London"}
        """)
  }

  @Test(arguments: [
    #"{"end":"2026-11-16T00:00:00Z","locale":"en_GB","start":"2026-11-23T00:00:00Z","timeZone":"UTC"}"#,
    #"{"end":"2026-11-23T00:00:00Z","locale":"en_GB","start":"2026-11-16T00:00:00Z","timeZone":"No/Where"}"#,
    #"{"end":"soon","locale":"en_GB","start":"2026-11-16T00:00:00Z","timeZone":"UTC"}"#,
  ])
  func `is not read from what is no week`(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Week.self, from: Data(text.utf8))
    }
  }

  @Test(arguments: [-1e18, -63_113_904_000, 252_455_615_999, 1e18])
  func `survives dates at and beyond the ends of the calendar`(seconds: Double) {
    let week = Week.containing(
      Date(timeIntervalSinceReferenceDate: seconds), locale: Locale(identifier: "en_GB"),
      timeZone: .gmt)
    #expect(week.start <= week.end)
    #expect(week.previous.start <= week.next.end)
  }
}
