import FoundationEssentials
import FoundationInternationalization
import Testing

@testable import Days

/// Days in the locales of the world; today is Friday, 20 November 2026, if nothing else is said.
struct DayLocaleTests {
  private func reader(_ locale: Locale, today: String = "2026-11-20") throws -> DayReader {
    DayReader(
      today: try #require(Day(today)), calendar: Calendar(identifier: .gregorian), locale: locale)
  }

  private func read(_ text: String, _ locale: String) throws -> String? {
    try? reader(Locale(identifier: locale)).read(text).get().description
  }

  /// One locale of each way to write days.
  private static let ways: [Locale] = {
    var seen: Set<[String]> = []
    return Locale.availableIdentifiers.sorted().map { Locale(identifier: $0) }.filter { locale in
      guard let day = Day(year: 2026, month: 9, day: 3) else { return false }
      return seen.insert(DayText.styles(of: day, locale: locale)).inserted
    }
  }()

  private func expectSame(_ day: Day, _ locale: Locale) throws {
    let reader = try reader(locale)
    for text in DayText.styles(of: day, locale: locale) {
      #expect(
        reader.read(text) == .success(day), "\(locale.identifier): \(day) is written “\(text)”")
    }
  }

  @Test(arguments: [
    "ar_EG", "cs_CZ", "de_CH", "de_DE", "en_CA", "en_GB", "en_HU", "en_SE", "en_TR", "en_US",
    "es_ES", "fa_IR", "fr_FR", "he_IL", "hi_IN", "it_IT", "ja_JP", "ko_KR", "lt_LT", "pl_PL",
    "pt_BR", "pt_PT", "ru_RU", "ru_US", "sv_SE", "th_TH", "tr_TR", "uk_UA", "vi_VN", "zh_TW",
  ])
  func `a day is read as it is written`(locale: String) throws {
    for month in 1...12 {
      for day in [month % 12 + 1, 28] {
        try expectSame(
          try #require(Day(year: 2026, month: month, day: day)), Locale(identifier: locale))
      }
    }
  }

  // Each way to write days takes other months, so that all of them are there.
  @Test(arguments: 0..<4)
  func `a day is read as it is written in every locale`(part: Int) throws {
    #expect(Self.ways.count > 200)
    for (index, locale) in Self.ways.enumerated() where index % 4 == part {
      for month in stride(from: index / 4 % 4 + 1, through: 12, by: 4) {
        let day = (month * 5 + index) % 28 + 1
        try expectSame(try #require(Day(year: 2026, month: month, day: day)), locale)
      }
    }
  }

  @Test func `a day and a month are one day with a year and without`() throws {
    var agreeing = 0
    for identifier in Locale.availableIdentifiers {
      let reader = try reader(Locale(identifier: identifier), today: "2026-01-01")
      for text in ["6/4", "4.6"] {
        let short = try? reader.read(text).get()
        let mark = text.contains("/") ? "/" : "."
        let full = try? reader.read("\(text)\(mark)2026").get()
        guard let short, let full else { continue }
        #expect(short == full, "\(identifier): \(text)")
        agreeing += 1
      }
    }
    #expect(agreeing > Locale.availableIdentifiers.count)
  }

  @Test(arguments: [
    ("6/4/2027", "sv_SE", "2027-04-06"), ("6/4/2027", "en_SE", "2027-04-06"),
    ("6/4/2027", "ja_JP", "2027-06-04"), ("6/4/2027", "en_US", "2027-06-04"),
    ("05.04.2026", "ru_RU", "2026-04-05"), ("05.04.2026", "ru_US", "2026-04-05"),
    ("05/04/2026", "ru_US", "2026-04-05"), ("05.04.2026", "ru_SE", "2026-04-05"),
    ("05.04.2026", "ru", "2026-04-05"), ("05.04.2026", "de_DE", "2026-04-05"),
    ("05/04/2026", "en_KZ", "2026-04-05"), ("27.11.2026", "en_US", "2026-11-27"),
    ("5.5.2026", "en_US", "2026-05-05"),
  ])
  func `follows the order of the locale's own dates`(
    text: String, locale: String, day: String
  ) throws {
    #expect(try read(text, locale) == day)
  }

  @Test(arguments: ["en_US", "ja_JP"])
  func `dots before a year are refused if the month is first and both numbers are months`(
    locale: String
  ) throws {
    let days = ["2026-04-05", "2026-05-04"].compactMap { Day($0) }
    let result = try reader(Locale(identifier: locale)).read("05.04.2026")
    guard case .failure(let problem) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(problem.reason == .several("05.04.2026", days) && problem.range == 0..<10)
  }

  @Test func `a language without conventions for a region is written and read as the language`()
    throws
  {
    let day = try #require(Day("2026-04-05"))
    for (regional, plain) in [("ru_US", "ru"), ("ru_SE", "ru_RU"), ("en_KZ", "en_001")] {
      let written = [regional, plain].map { name in
        DayText.styles(of: day, locale: Locale(identifier: name))
      }
      #expect(written[0] == written[1], "\(regional)")
    }
  }

  @Test(arguments: [
    "٢٠٢٦-٠٤-٠٦", "۲۰۲۶/۰۴/۰۶", "२०२६ ०४ ०६", "2026\u{2011}04\u{2011}06",
    "2026\u{2013}04\u{2013}06", "2026\u{2212}04\u{2212}06", "２０２６／０４／０６",
    "\u{200F}2026\u{200F}-04-06\u{200E}",
  ])
  func `digits of any script and any dash are read`(text: String) throws {
    for locale in ["en_GB", "ar_EG", "ru_RU"] { #expect(try read(text, locale) == "2026-04-06") }
  }

  @Test(arguments: [
    ("27. November", "de_DE", "2026-11-27"), ("Do, 26. Nov. 2026", "de_CH", "2026-11-26"),
    ("Dienstag", "de_DE", "2026-11-24"), ("in 3 mo", "de_DE", "2027-02-20"),
    ("3 septembre 2027", "fr_FR", "2027-09-03"), ("1 d’abril del 2027", "ca_ES", "2027-04-01"),
    ("3 de septiembre de 2027", "es_ES", "2027-09-03"), ("lunes", "es_ES", "2026-11-23"),
    ("mar 3 mar 2026", "es_ES", "2026-03-03"), ("mar", "es_ES", "2026-11-24"),
    ("3 mar", "it_IT", "2027-03-03"), ("3 września", "pl_PL", "2027-09-03"),
    ("sexta-feira, 27 de novembro de 2026", "pt_BR", "2026-11-27"),
    ("27 ноября", "de_DE", "2026-11-27"), ("tomorrow", "ja_JP", "2026-11-21"),
  ])
  func `names are read in the locale's language`(
    text: String, locale: String, day: String
  ) throws {
    #expect(try read(text, locale) == day)
  }

  @Test(arguments: [
    ("27 novembre", "en_GB"), ("3 Smarch 2027", "de_DE"), ("Mo, 27. November 2026", "de_DE"),
  ])
  func `what is no name, or does not fit, is refused`(text: String, locale: String) throws {
    #expect(try read(text, locale) == nil)
  }
}
