import FoundationEssentials
import Testing

@testable import Days

/// Days as people type them; today is Friday, 20 November 2026.
struct DayReaderTests {
  private func read(
    _ text: String, _ locale: String = "en_GB", today: String = "2026-11-20", last: Day? = nil,
    leaning: DayLeaning = .future
  ) -> String? {
    guard let today = Day(today) else { return nil }
    return try? reader(locale, today, last, leaning).read(text).get().description
  }

  private func reader(
    _ locale: String, _ today: Day, _ last: Day? = nil, _ leaning: DayLeaning = .future
  ) -> DayReader {
    let locale = Locale(identifier: locale)
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = locale
    return DayReader(
      today: today, last: last, leaning: leaning, calendar: calendar, locale: locale)
  }

  @Test(arguments: [
    ("2026-11-27", "2026-11-27"), ("2026/11/27", "2026-11-27"), ("2026 11 27", "2026-11-27"),
    ("27/11/2026", "2026-11-27"), ("27.11.2026", "2026-11-27"), ("27-11-2026", "2026-11-27"),
    ("1/2/2027", "2027-02-01"), ("27/11", "2026-11-27"), ("20/11", "2026-11-20"),
    ("19/11", "2027-11-19"), ("29/2", "2028-02-29"),
    ("27 nov", "2026-11-27"), ("27 November 2027", "2027-11-27"),
    ("27th of November", "2026-11-27"),
    ("nov 27", "2026-11-27"), ("November 27th, 2026", "2026-11-27"), ("27-Nov-2026", "2026-11-27"),
    ("1 sept", "2027-09-01"), ("1 Sep. 2026", "2026-09-01"),
    ("Friday 27 November 2026", "2026-11-27"),
    ("Fri, 27 Nov", "2026-11-27"), ("2026 nov 27", "2026-11-27"), ("on 27 nov", "2026-11-27"),
    ("27 ноября", "2026-11-27"), ("27 НОЯ", "2026-11-27"), ("1 марта 2027 года", "2027-03-01"),
  ])
  func `reads places in the calendar`(text: String, day: String) {
    #expect(read(text) == day)
  }

  @Test(arguments: [
    ("today", "2026-11-20"), ("Tomorrow", "2026-11-21"), ("yesterday", "2026-11-19"),
    ("day after tomorrow", "2026-11-22"), ("the day before yesterday", "2026-11-18"),
    ("in 3 days", "2026-11-23"), ("in a week", "2026-11-27"), ("in two weeks", "2026-12-04"),
    ("in 3 months", "2027-02-20"), ("in a year", "2027-11-20"), ("3 days ago", "2026-11-17"),
    ("a month ago", "2026-10-20"), ("+3", "2026-11-23"), ("-3", "2026-11-17"),
    ("+2w", "2026-12-04"),
    ("+ 2 weeks", "2026-12-04"), ("+1m", "2026-12-20"), ("-1y", "2025-11-20"), ("+0", "2026-11-20"),
    ("next week", "2026-11-27"), ("last week", "2026-11-13"), ("next month", "2026-12-20"),
    ("next year", "2027-11-20"), ("monday", "2026-11-23"), ("Friday", "2026-11-27"),
    ("on sat", "2026-11-21"), ("thurs", "2026-11-26"), ("last friday", "2026-11-13"),
    ("last monday", "2026-11-16"), ("this sunday", "2026-11-22"), ("next friday", "2026-11-27"),
    ("coming tuesday", "2026-11-24"),
  ])
  func `reads words in English`(text: String, day: String) {
    #expect(read(text) == day)
    #expect(read(text, "ru_RU") == day)
  }

  @Test(arguments: [
    ("сегодня", "2026-11-20"), ("Завтра", "2026-11-21"), ("на завтра", "2026-11-21"),
    ("послезавтра", "2026-11-22"),
    ("вчера", "2026-11-19"), ("позавчера", "2026-11-18"), ("через 3 дня", "2026-11-23"),
    ("через неделю", "2026-11-27"), ("через две недели", "2026-12-04"),
    ("через месяц", "2026-12-20"), ("через 5 лет", "2031-11-20"), ("3 дня назад", "2026-11-17"),
    ("неделю назад", "2026-11-13"), ("на следующей неделе", "2026-11-27"),
    ("на прошлой неделе", "2026-11-13"), ("+2н", "2026-12-04"), ("+3 дня", "2026-11-23"),
    ("в пятницу", "2026-11-27"), ("во вторник", "2026-11-24"), ("пт", "2026-11-27"),
    ("среда", "2026-11-25"), ("в прошлую среду", "2026-11-18"), ("в эту субботу", "2026-11-21"),
    ("в ближайший четверг", "2026-11-26"), ("27 ноября 2026 г.", "2026-11-27"),
    ("27-го ноября", "2026-11-27"), ("пятница, 27 ноября 2026 г.", "2026-11-27"),
    ("1 янв", "2027-01-01"), ("5 мая", "2027-05-05"), ("27.11", "2026-11-27"),
  ])
  func `reads words in Russian`(text: String, day: String) {
    #expect(read(text, "ru_RU") == day)
    #expect(read(text) == day)
  }

  @Test func `reads every form of every month`() {
    let forms = [
      "январь января январе", "февраль февраля", "март марта марте", "апрель апреля апреле",
      "май мая мае", "июнь июня", "июль июля", "август августа августе", "сентябрь сентября",
      "октябрь октября", "ноябрь ноября ноябре", "декабрь декабря декабрем",
    ]
    for (index, names) in forms.enumerated() {
      for name in names.split(separator: " ") {
        let month = index < 9 ? "0\(index + 1)" : "\(index + 1)"
        #expect(read("5 \(name) 2027", "ru_RU") == "2027-\(month)-05", "\(name)")
      }
    }
  }

  @Test(arguments: [
    ("11/27/2026", "en_US", "2026-11-27"), ("11/27", "en_US", "2026-11-27"),
    ("1/2/2027", "en_US", "2027-01-02"), ("27.11.2026", "de_DE", "2026-11-27"),
    ("27/11/2026", "fr_FR", "2026-11-27"), ("2026-11-27", "sv_SE", "2026-11-27"),
    ("27/11/2026", "sv_SE", "2026-11-27"), ("2026/11/27", "ja_JP", "2026-11-27"),
    ("11/27", "ja_JP", "2026-11-27"),
  ])
  func `follows the locale's order`(text: String, locale: String, day: String) {
    #expect(read(text, locale) == day)
  }

  @Test(arguments: ["en_GB", "en_US", "ru_RU", "sv_SE", "ja_JP"], [DayLeaning.future, .past])
  func `a day that is proposed is read as that day`(locale: String, leaning: DayLeaning) throws {
    let reader = reader(locale, try #require(Day("2026-11-20")), nil, leaning)
    let days = [
      ("12-13", 12, 13), ("13 12", 12, 13), ("31/1", 1, 31), ("1.31", 1, 31), ("29/2", 2, 29),
      ("2/29", 2, 29), ("2027-20-11", 11, 20), ("20/11/2027", 11, 20), ("11/20/2027", 11, 20),
    ]
    for (text, month, day) in days {
      var read = reader.read(text)
      if case .failure(let problem) = read, case .swapped(_, _, let meant) = problem.reason {
        read = reader.read(meant)
      }
      let found = try? read.get()
      #expect(found?.month == month && found?.day == day, "«\(text)»: \(read)")
    }
  }

  @Test func `a month that is too short ends the day earlier`() {
    #expect(read("in a month", today: "2027-01-31") == "2027-02-28")
    #expect(read("a year ago", today: "2028-02-29") == "2027-02-28")
  }

  @Test func `a day without its year is the last one if the next is too late`() {
    let last = Day("2026-11-20")
    #expect(read("27 nov", last: last) == "2025-11-27")
    #expect(read("20 nov", last: last) == "2026-11-20")
    #expect(read("29 feb", last: last) == "2024-02-29")
  }

  @Test(arguments: [
    ("19 nov", "2026-11-19"), ("20/11", "2026-11-20"), ("21/11", "2025-11-21"),
    ("1/2", "2026-02-01"), ("29 feb", "2024-02-29"), ("fri 13 nov", "2026-11-13"),
    ("friday", "2026-11-20"), ("в субботу", "2026-11-14"), ("thursday", "2026-11-19"),
    ("last friday", "2026-11-13"), ("20", "2026-11-20"), ("the 19th", "2026-11-19"),
    ("21-го", "2026-10-21"), ("31", "2026-10-31"), ("yesterday", "2026-11-19"),
    ("tomorrow", "2026-11-21"), ("+3", "2026-11-23"), ("21 nov 2026", "2026-11-21"),
    ("2027-01-01", "2027-01-01"), ("friday the 13th", "2026-11-13"),
  ])
  func `if days lie in the past, what is left open is the last one`(text: String, day: String) {
    #expect(read(text, leaning: .past) == day)
  }

  @Test func `a day of the past is before the last that is allowed, and after no month too short`()
  {
    let last = Day("2026-11-10")
    #expect(read("15 nov", last: last, leaning: .past) == "2025-11-15")
    #expect(read("friday", last: last, leaning: .past) == "2026-11-06")
    #expect(read("30", today: "2027-03-29", leaning: .past) == "2027-01-30")
    #expect(read("31", today: "2026-07-30", leaning: .past) == "2026-05-31")
    #expect(read("5", today: "0001-01-02", leaning: .past) == nil)
  }

  @Test(arguments: ["20", "20 г", "0", "32", "20/", "2026", "the"])
  func `a number alone is a day only if days lie in the past`(text: String) {
    #expect(read(text) == nil)
    #expect((read(text, leaning: .past) != nil) == (text == "20"))
  }
}
