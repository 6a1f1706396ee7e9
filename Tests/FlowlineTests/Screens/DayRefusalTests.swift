import Days
import FoundationEssentials
import TestSupport
import Testing

@testable import Flowline

/// What is no day, and what is said of it; today is Friday, 20 November 2026.
struct DayRefusalTests {
  private let screen = DateScreen("d", "D?", from: Day("2026-01-01"))

  @Test(arguments: [
    ("20/13/2026", "not-a-date 3..<5"), ("11/20/2026", "not-a-date 3..<5"),
    ("30/2/2027", "not-a-date 0..<2"), ("2027-02-29", "not-a-date 8..<10"),
    ("0/1/2027", "not-a-date 0..<1"), ("1/2/26", "not-a-date 4..<6"),
    ("27 nov 26", "not-a-date 7..<9"), ("2026-11", "not-a-date 0..<7"), ("27", "not-a-date 0..<2"),
    ("november", "not-a-date 0..<8"), ("nov 2026", "not-a-date 0..<8"),
    ("31 nov", "not-a-date 0..<2"),
    ("1/2/3/2027", "not-a-date 5..<6"), ("1//2/2027", "not-a-date 2..<3"),
    ("1/2/2027x", "not-a-date 8..<9"),
    ("soon", "not-a-date 0..<4"), ("27 novembre", "not-a-date 3..<11"),
    ("27 nov dec", "not-a-date 7..<10"),
    ("in a fortnight", "not-a-date 5..<14"), ("in", "not-a-date 0..<2"),
    ("ago", "not-a-date 0..<3"),
    ("+99999y", "not-a-date 0..<7"), ("+", "not-a-date 0..<1"),
    ("monday 27 nov", "not-a-date 0..<6"), ("tomorrow120", "not-a-date 8..<11"),
    ("12 tomorrow", "not-a-date 0..<2"), ("friday tomorrow", "not-a-date 7..<15"),
    ("next christmas", "not-a-date 5..<14"), ("3 days", "not-a-date 0..<6"),
    ("this week", "not-a-date 0..<9"), ("in november", "not-a-date 0..<11"),
    ("0000-01-01", "not-a-date 0..<4"), ("next monday", "2026-11-23"),
    ("10000-01-01", "not-a-date 0..<5"), ("12-13", "not-a-date 3..<5"),
    ("99999-01-01", "not-a-date 0..<5"), ("01/01/99999", "not-a-date 6..<11"),
    ("99999 jan 1", "not-a-date 0..<5"), ("1 jan 99999", "not-a-date 6..<11"),
    ("999-01-01", "not-a-date 0..<3"),
    ("next sunday", "ambiguous 0..<11"),
    ("this friday", "ambiguous 0..<11"), ("в следующее воскресенье", "ambiguous 2..<23"),
    ("", "empty"), ("   ", "empty"), ("99999999999999999999", "not-a-date 0..<20"),
    (String(repeating: "1 ", count: 500_000), "not-a-date 0..<1"), ("2025-12-31", "too-low"),
  ])
  func `points at the part that is wrong`(text: String, result: String) {
    #expect(
      reading(screen, .text(text), in: .noon("2026-11-20")).replacing("\"", with: "") == result)
  }

  @Test(arguments: [
    ("20/13/2026", "There is no month 13. The order here is: day, month, year."),
    (
      "11/20/2026",
      "There is no month 20. The order here is: day, month, year. Did you mean 2026-11-20?"
    ),
    ("12-13", "There is no month 13. The order here is: day, month, year. Did you mean 13-12?"),
    ("30/2/2027", "February 2027 has 28 days; there is no 30."),
    ("30/2/1500", "1500-02 has 28 days; there is no 30."),
    ("1/2/26", "Type the year with four digits: 2026 rather than 26."),
    ("1/2/3", "Type the year with four digits: 2003 rather than 3."),
    ("999-01-01", "Type the year with four digits instead of “999”."),
    (
      "10000-01-01",
      "That date is outside the calendar, which runs from the year 1 to 9999. Type another one."
    ),
    (
      "99999-01-01",
      "That date is outside the calendar, which runs from the year 1 to 9999. Type another one."
    ),
    ("monday 27 nov", "“monday” does not match: that date is Friday, 27 November 2026."),
    (
      "tomorrow120",
      """
      “120” is too much for one date. Remove it, or type, for example, 2026-01-01, 20 Nov, \
      tomorrow or Friday.
      """
    ),
    (
      "3  Days",
      """
      “3 Days” cannot be read as one date. Type, for example, 2026-01-01, 20 Nov, tomorrow \
      or Friday.
      """
    ),
    ("tomorow", "“tomorow” does not belong in a date. Did you mean “tomorrow”?"),
    ("27 novmber", "“novmber” does not belong in a date. Did you mean “November”?"),
    ("Frday", "“Frday” does not belong in a date. Did you mean “Friday”?"),
    ("27", "The month is missing. Type the date as in 2026-01-01."),
    ("32", "A month has no day 32."), ("0", "A month has no day 0."),
    ("32nd", "A month has no day 32."),
    (
      "2026-11-20T12:00",
      """
      “T” does not belong in a date. Type, for example, 2026-01-01, 20 Nov, tomorrow or Friday.
      """
    ),
    ("Tomorow", "“Tomorow” does not belong in a date. Did you mean “tomorrow”?"),
    ("Monday 27 Nov", "“Monday” does not match: that date is Friday, 27 November 2026."),
    (
      "next sunday",
      """
      “next sunday” can mean Sunday, 22 November 2026 or Sunday, 29 November 2026. \
      Type the date you want.
      """
    ),
  ])
  func `says what is wrong`(text: String, message: String) {
    #expect(refusal(of: screen, .text(text), in: .noon("2026-11-20")) == message)
  }

  @Test(arguments: [
    ("30.02.2027", "В этом месяце (февраль 2027\u{202F}г.) 28 дней, числа 30 нет."),
    ("1.2.26", "Введите год четырьмя цифрами: 2026, а не 26."),
    ("999-01-01", "Введите год четырьмя цифрами вместо «999»."),
    ("32", "Числа 32 в месяце нет."),
    ("31 ноября", "В этом месяце (ноябрь) 30 дней, числа 31 нет."),
    ("11-19", "Месяца 19 нет. Порядок здесь такой: день, месяц, год. Может быть, 19-11?"),
    ("завтро", "«завтро» не похоже на дату. Может быть, «завтра»?"),
    ("Завтро", "«Завтро» не похоже на дату. Может быть, «завтра»?"),
    ("27 нобря", "«нобря» не похоже на дату. Может быть, «ноября»?"),
    ("5 агуста", "«агуста» не похоже на дату. Может быть, «августа»?"),
  ])
  func `says it in Russian too`(text: String, message: String) {
    #expect(refusal(of: screen, .text(text), in: .noon("2026-11-20", "ru_RU")) == message)
  }

  @Test func `if days lie in the past, so do the examples`() {
    let screen = DateScreen("d", "D?", leaning: .past)
    let environment = FlowEnvironment.noon("2026-11-20")
    #expect(reading(screen, "19 nov", in: environment) == "\"2026-11-19\"")
    let message = refusal(of: screen, "soon", in: environment) ?? ""
    #expect(message.hasSuffix("Type, for example, 2026-11-20, 20 Nov, yesterday or Friday."))
    let accepts = screen.kind(in: environment).accepts(in: environment).text
    #expect(accepts == "A date such as 2026-11-20, 20 Nov, yesterday or Friday.")
  }

  private static let examples: [(String?, String?, String)] = [
    (nil, nil, "2026-11-20"), (nil, "2026-12-31", "2026-11-20"), (nil, "2026-10-01", "2026-10-01"),
    ("2026-01-01", nil, "2026-11-20"), ("2026-12-01", nil, "2026-12-01"),
  ]

  @Test(arguments: examples)
  func `if days lie in the past, the example is today or earlier, if that is allowed`(
    first: String?, last: String?, example: String
  ) {
    let screen = DateScreen(
      "d", "D?", from: first.flatMap { Day($0) }, to: last.flatMap { Day($0) }, leaning: .past)
    #expect(screen.example(in: .noon("2026-11-20")) == example)
  }

  @Test func `a number that means two days is refused with both`() {
    #expect(
      refusal(of: DateScreen("d", "D?"), "05.04.2026", in: .noon("2026-11-20", "en_US")) == """
        “05.04.2026” can mean Sunday, April 5, 2026 or Monday, May 4, 2026. Type the date you want.
        """)
  }

  @Test(arguments: ["en_GB", "en_US", "ru_RU", "sv_SE", "ja_JP", "ar_EG"])
  func `no text crashes, and every refusal points into it`(locale: String) {
    let pieces = [
      "1", "31", "2026", "0", "99999", "nov", "ноября", "friday", "пт", "в", "on", "next", "in",
      "через", "ago", "назад", "week", "дня", "+", "-", "/", ".", ",", " ", " ", "th", "г.", "é",
      "👩‍👩‍👧‍👦", "\u{301}", "\0", "tomorrow", "last", "this", "day", "the",
    ]
    var random = SeededNumbers(seed: 5)
    let environment = FlowEnvironment.noon("2026-11-20", locale)
    for _ in 0..<(runsLongTests ? 3000 : 600) {
      let text = (0..<Int.random(in: 0...6, using: &random))
        .compactMap { _ in pieces.randomElement(using: &random) }.joined()
      switch DateScreen("d", "D?").read(.text(text), in: environment) {
      case .success(let accepted):
        #expect(Day(accepted.value.description) == accepted.value, "«\(text)»")
      case .failure(let refusal):
        let length = text.trimmed.count
        #expect(refusal.range.map { $0.upperBound <= length } ?? true, "«\(text)»")
        let words = refusal.message.resolved(in: environment)
        #expect(words.key != words.text, "«\(text)»")
      }
    }
  }
}
