import Flowline
import FoundationEssentials
import Money
import Testing

struct EchoTests {
  struct Row: Sendable {
    let currency: Currency
    let locale: String
    let typed: String
    let echo: String

    init(_ currency: Currency, _ locale: String, _ typed: String, _ echo: String) {
      self.currency = currency
      self.locale = locale
      self.typed = typed
      self.echo = echo
    }
  }

  @Test(arguments: [
    Row(.gbp, "en_GB", "1.5k", "£1,500.00 (one thousand five hundred pounds)"),
    Row(.gbp, "en_GB", "150", "£150.00 (one hundred and fifty pounds)"),
    Row(.gbp, "en_US", "150", "£150.00 (one hundred fifty pounds)"),
    Row(.gbp, "en_GB", "1500.5", "£1,500.50 (one thousand five hundred pounds 50 pence)"),
    Row(.gbp, "en_GB", "1.01", "£1.01 (one pound 1 penny)"),
    Row(.gbp, "en_GB", ".5", "£0.50 (50 pence)"),
    Row(.usd, "en_US", "21", "$21.00 (twenty-one dollars)"),
    Row(.jpy, "en_GB", "1.5k", "JP¥1,500 (one thousand five hundred yen)"),
    Row(.bhd, "en_GB", "1.005", "BHD\u{A0}1.005 (one dinar 5 fils)"),
    Row(.sek, "en_GB", "2.5", "SEK\u{A0}2.50 (two kronor 50 öre)"),
    Row(.isk, "en_GB", "12", "ISK\u{A0}12 (twelve ISK)"),
    Row(.thb, "en_GB", "12.5", "THB\u{A0}12.50 (twelve THB 50/100)"),
    Row(.rub, "ru_RU", "1500,50", "1\u{A0}500,50\u{A0}₽ (одна тысяча пятьсот рублей 50 копеек)"),
    Row(.rub, "ru_RU", "1 тыс.", "1\u{A0}000,00\u{A0}₽ (одна тысяча рублей)"),
    Row(.rub, "ru_RU", "21,01", "21,01\u{A0}₽ (двадцать один рубль 1 копейка)"),
    Row(.rub, "ru_RU", "2,02", "2,02\u{A0}₽ (два рубля 2 копейки)"),
    Row(.jpy, "ru_RU", "22", "22\u{A0}¥ (двадцать две иены)"),
    Row(.sek, "ru_RU", "1", "1,00\u{A0}SEK (одна крона)"),
    Row(.pln, "ru_RU", "5,05", "5,05\u{A0}PLN (пять злотых 5 грошей)"),
    Row(.gbp, "ru_RU", "12", "12,00\u{A0}£ (двенадцать фунтов)"),
    Row(.chf, "ru_RU", "3", "3,00\u{A0}CHF (три франка)"),
    Row(.eur, "ru_RU", "1,02", "1,02\u{A0}€ (один евро 2 цента)"),
  ])
  func `an amount is spelled out`(row: Row) {
    let screen = AmountScreen("a", "A?", in: row.currency)
    #expect(
      echo(of: screen, .text(row.typed), in: .noon("2026-11-20", row.locale)) == row.echo)
  }

  @Test func `a negative amount is typed, read and told with its minus`() throws {
    let screen = AmountScreen("a", "A?", in: .gbp, minorUnits: -1_000_000...1_000_000)
    let recorded = try screen.read("-1,500.50", in: .test).get().recorded
    #expect(recorded == ["currency": "GBP", "minorUnits": -150_050])
    #expect(screen.typed(recorded, in: .test) == "-1500.50")
    #expect(
      echo(of: screen, "-1500.5")
        == "-£1,500.50 (minus one thousand five hundred pounds 50 pence)")
    #expect(echo(of: screen, "-0.5") == "-£0.50 (-50 pence)")
    #expect(reading(AmountScreen("a", "A?", in: .gbp), "-5") == "too-low 0..<1")
  }

  @Test(arguments: [
    ("2026-11-27", "en_GB", "Friday, 27 November 2026, in 7 days"),
    ("2026-11-27", "en_US", "Friday, November 27, 2026, in 7 days"),
    ("2026-11-20", "en_GB", "Friday, 20 November 2026, today"),
    ("2026-11-21", "en_GB", "Saturday, 21 November 2026, tomorrow"),
    ("2026-11-19", "en_GB", "Thursday, 19 November 2026, yesterday"),
    ("2026-11-10", "en_GB", "Tuesday, 10 November 2026, 10 days ago"),
    ("2028-11-19", "en_GB", "Sunday, 19 November 2028, in 1 year"),
    ("1990-11-21", "en_GB", "Wednesday, 21 November 1990, 35 years ago"),
    ("2026-11-21", "ru_RU", "суббота, 21 ноября 2026\u{202F}г., завтра"),
    ("2026-11-22", "ru_RU", "воскресенье, 22 ноября 2026\u{202F}г., через 2 дня"),
    ("2026-11-15", "ru_RU", "воскресенье, 15 ноября 2026\u{202F}г., 5 дней назад"),
    ("2047-11-20", "ru_RU", "среда, 20 ноября 2047\u{202F}г., через 21 год"),
  ])
  func `a day is told with its weekday and how far away it is`(
    day: String, locale: String, expected: String
  ) {
    let told = echo(of: DateScreen("d", "D?"), .text(day), in: .noon("2026-11-20", locale))
    #expect(told == expected)
  }

  @Test func `the rest need no echo`() {
    #expect(echo(of: TextScreen("t", "T?"), "Ada") == nil)
    #expect(echo(of: NumberScreen("n", "N?"), "5") == nil)
    #expect(echo(of: ConfirmScreen("c", "C?"), "y") == nil)
  }
}

extension Currency {
  fileprivate static let isk = Currency(code: "ISK") ?? .gbp
  fileprivate static let thb = Currency(code: "THB") ?? .gbp
}
