import Days
import FoundationEssentials
import Testing

struct DayTests {
  @Test func `the number of a day leads back to it`() {
    var last = Day(number: -719_163)
    #expect(last == nil && Day(number: 2_932_897) == nil)
    for number in stride(from: -719_162, through: 2_932_896, by: 1) {
      guard let day = Day(number: number), day.number == number else {
        Issue.record("\(number)")
        return
      }
      if let last, day <= last { Issue.record("\(day) is not after \(last)") }
      last = day
    }
    #expect(Day("1970-01-01")?.number == 0 && Day("1970-01-01")?.weekday == 3)
    #expect(Day("2026-11-20")?.weekday == 4 && last == Day("9999-12-31"))
  }

  @Test(arguments: ["en_GB", "ru_RU"])
  func `days that the formatter would call otherwise are written in digits`(locale: String) throws {
    let locale = Locale(identifier: locale)
    for text in ["0001-01-01", "1500-01-01", "1582-10-14"] {
      let day = try #require(Day(text))
      let written = [
        DayText.full(day, locale: locale), DayText.long(day, locale: locale),
        DayText.plain(day, locale: locale),
      ]
      #expect(written == [text, text, text])
    }
    #expect(DayText.month(2, of: 1500, locale: locale) == "1500-02")
  }

  @Test func `the first day of the Gregorian calendar is written in words`() throws {
    let (day, locale) = (try #require(Day("1582-10-15")), Locale(identifier: "en_GB"))
    #expect(DayText.full(day, locale: locale) == "Friday, 15 October 1582")
    #expect(DayText.month(11, of: 1582, locale: locale) == "November 1582")
  }

  @Test(arguments: [
    ("2026-11-20", DayDistance.today), ("2026-11-21", .tomorrow), ("2026-11-19", .yesterday),
    ("2026-11-22", .daysAhead(2)), ("2026-11-18", .daysAgo(2)), ("2028-11-18", .daysAhead(729)),
    ("2028-11-19", .yearsAhead(1)), ("2028-11-20", .yearsAhead(2)),
    ("2024-11-21", .daysAgo(729)), ("2024-11-20", .yearsAgo(2)), ("1990-11-21", .yearsAgo(35)),
  ])
  func `is so far away`(day: String, distance: DayDistance) throws {
    let today = try #require(Day("2026-11-20"))
    #expect(Day(day)?.distance(from: today) == distance)
  }
}
