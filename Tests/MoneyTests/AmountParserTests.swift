import FoundationEssentials
import Money
import TestSupport
import Testing

/// A text that is an amount, and how many minor units it says.
struct AcceptedRow: CustomTestStringConvertible {
  let locale: String
  let currency: Currency
  let text: String
  let minorUnits: Int64

  init(_ locale: String, _ currency: Currency, _ text: String, _ minorUnits: Int64) {
    self.locale = locale
    self.currency = currency
    self.text = text
    self.minorUnits = minorUnits
  }

  var testDescription: String { "\(locale) \(currency) «\(text)»" }

  static let plain = [
    AcceptedRow("en_GB", .gbp, "12", 1200),
    AcceptedRow("en_GB", .gbp, "12.5", 1250),
    AcceptedRow("en_GB", .gbp, " \t12.50\n", 1250),
    AcceptedRow("en_GB", .gbp, ".50", 50),
    AcceptedRow("en_GB", .gbp, "0", 0),
    AcceptedRow("en_GB", .gbp, "007.05", 705),
    AcceptedRow("en_GB", .gbp, "1,234.50", 123_450),
    AcceptedRow("en_GB", .gbp, "1,234,567", 123_456_700),
    AcceptedRow("en_GB", .gbp, "1234.50", 123_450),
    AcceptedRow("en_GB", .gbp, "92233720368547758.07", .max),
    AcceptedRow("en_GB", .gbp, String(repeating: "0", count: 1000) + "1", 100),
    AcceptedRow("en_GB", .bhd, "1.5", 1500),
    AcceptedRow("en_GB", .gbp, "1 234", 123_400),
    AcceptedRow("en_GB", .gbp, "£1\u{A0}234\u{202F}567.5 ", 123_456_750),
    AcceptedRow("en_GB", .gbp, "5.", 500),
    AcceptedRow("en_GB", .gbp, "£1,500. ", 150_000),
    AcceptedRow("en_GB", .jpy, "1235.", 1235),
    AcceptedRow("en_GB", .jpy, "1,235", 1235),
    AcceptedRow("en_GB", .gbp, "\u{200E}12\u{200F}.50\u{FEFF}", 1250),
    AcceptedRow("en_GB", .gbp, "\u{FF11}\u{FF12}\u{FF0E}\u{FF15}", 1250),
    AcceptedRow("en_GB", .gbp, "١٢.٥٠", 1250),
  ]

  static let byLocale = [
    AcceptedRow("ru_RU", .rub, "1 234,50", 123_450),
    AcceptedRow("ru_RU", .rub, "1\u{A0}234,50", 123_450),
    AcceptedRow("ru_RU", .rub, "1\u{202F}234,50", 123_450),
    AcceptedRow("ru_RU", .rub, "1\u{2009}234,50", 123_450),
    AcceptedRow("ru_RU", .rub, "1\u{A0}234 567,5", 123_456_750),
    AcceptedRow("ru_RU", .rub, "1234.50", 123_450),
    AcceptedRow("ru_RU", .rub, "15.5", 1550),
    AcceptedRow("ru_RU", .rub, "1500,", 150_000),
    AcceptedRow("ru_RU", .rub, "1 500.", 150_000),
    AcceptedRow("ru_RU", .bhd, "0.500", 500),
    AcceptedRow("ru_RU", .bhd, "1 234.500", 1_234_500),
    AcceptedRow("ru_RU", .bhd, "1234.500", 1_234_500),
    AcceptedRow("de_DE", .eur, "1.500", 150_000),
    AcceptedRow("de_DE", .eur, "1.234,50", 123_450),
    AcceptedRow("de_DE", .eur, "1 234,50", 123_450),
    AcceptedRow("fr_FR", .eur, "1\u{202F}234,50", 123_450),
    AcceptedRow("fr_FR", .eur, "1 234,5", 123_450),
    AcceptedRow("de_CH", .chf, "1’234.50", 123_450),
    AcceptedRow("de_CH", .chf, "1'234.50", 123_450),
    AcceptedRow("fr_CH", .chf, "1 234,50", 123_450),
    AcceptedRow("fr_CH", .chf, "1 234.50", 123_450),
    AcceptedRow("en_IN", .inr, "1,00,000.00", 10_000_000),
    AcceptedRow("en_IN", .inr, "100,000", 10_000_000),
    AcceptedRow("en_IN", .inr, "12,34,567", 123_456_700),
    AcceptedRow("en_IN", .inr, "1 234 567", 123_456_700),
    AcceptedRow("ar_EG", .egp, "١٬٢٣٤٫٥٠", 123_450),
    AcceptedRow("ar_EG", .egp, "1234.50", 123_450),
    AcceptedRow("ja_JP", .jpy, "1,235", 1235),
  ]

  static let magnified = [
    AcceptedRow("en_GB", .gbp, "1.5k", 150_000),
    AcceptedRow("en_GB", .gbp, "1.5K", 150_000),
    AcceptedRow("en_GB", .gbp, "1.5 thousand", 150_000),
    AcceptedRow("en_GB", .gbp, "£1,500k", 150_000_000),
    AcceptedRow("en_GB", .gbp, "1.23456k", 123_456),
    AcceptedRow("en_GB", .gbp, "2m", 200_000_000),
    AcceptedRow("en_GB", .gbp, "2 million", 200_000_000),
    AcceptedRow("en_GB", .gbp, "2 million pounds", 200_000_000),
    AcceptedRow("en_GB", .gbp, "1.5k gbp", 150_000),
    AcceptedRow("en_GB", .gbp, "GBP 1.5k", 150_000),
    AcceptedRow("en_GB", .gbp, "1.5k£", 150_000),
    AcceptedRow("en_GB", .gbp, "1 bn", 100_000_000_000),
    AcceptedRow("en_GB", .gbp, "1.5 тыс.", 150_000),
    AcceptedRow("en_GB", .gbp, "3к", 300_000),
    AcceptedRow("en_US", .usd, "$2.5 MILLION", 250_000_000),
    AcceptedRow("en_GB", .gbp, "92233720368547.75807k", .max),
    AcceptedRow("en_GB", .jpy, "1.5k", 1500),
    AcceptedRow("en_GB", .bhd, "1.234567k", 1_234_567),
    AcceptedRow("ru_RU", .rub, "1,5 тыс", 150_000),
    AcceptedRow("ru_RU", .rub, "1,5 тыс.", 150_000),
    AcceptedRow("ru_RU", .rub, "1,5 тыс. руб.", 150_000),
    AcceptedRow("ru_RU", .rub, "1,5 тыс.руб.", 150_000),
    AcceptedRow("ru_RU", .rub, "5 тысяч рублей", 500_000),
    AcceptedRow("ru_RU", .rub, "2 млн", 200_000_000),
    AcceptedRow("ru_RU", .rub, "2 млн ₽", 200_000_000),
    AcceptedRow("ru_RU", .rub, "1 миллиард", 100_000_000_000),
    AcceptedRow("ru_RU", .rub, "3к", 300_000),
    AcceptedRow("ru_RU", .rub, "3k", 300_000),
    AcceptedRow("ru_RU", .rub, "1 500К", 150_000_000),
    AcceptedRow("ru_RU", .rub, "1.5 тыс", 150_000),
    AcceptedRow("de_DE", .eur, "1,5k", 150_000),
    AcceptedRow("fr_FR", .eur, "1,5 million €", 150_000_000),
    AcceptedRow("sv_SE", .sek, "1,5k kr", 150_000),
    AcceptedRow("my_MM", Currency(code: "MMK") ?? .gbp, "5 K", 500),
  ]

  static let called = [
    AcceptedRow("en_GB", .gbp, "12 pounds", 1200),
    AcceptedRow("en_GB", .gbp, "1 Pound", 100),
    AcceptedRow("en_GB", .gbp, "12 pounds sterling", 1200),
    AcceptedRow("en_GB", .usd, "12 dollars", 1200),
    AcceptedRow("en_CA", .cad, "12 dollars", 1200),
    AcceptedRow("en_GB", .rub, "50р", 5000),
    AcceptedRow("en_GB", .rub, "50 roubles", 5000),
    AcceptedRow("en_GB", .sek, "12 kronor", 1200),
    AcceptedRow("ru_RU", .sek, "12 крон", 1200),
    AcceptedRow("ru_RU", .rub, "50 руб", 5000),
    AcceptedRow("ru_RU", .rub, "50 рублей", 5000),
    AcceptedRow("ru_RU", .rub, "1 рубль", 100),
    AcceptedRow("ru_BY", .byn, "50 рублей", 5000),
    AcceptedRow("ru_RU", .eur, "50 евро", 5000),
    AcceptedRow("ru_RU", .gbp, "50 фунтов стерлингов", 5000),
    AcceptedRow("ru_RU", .jpy, "50 иен", 50),
  ]

  static let named = [
    AcceptedRow("en_GB", .gbp, "£12", 1200),
    AcceptedRow("en_GB", .gbp, "£ 12.50", 1250),
    AcceptedRow("en_GB", .gbp, "12£", 1200),
    AcceptedRow("en_GB", .gbp, "12 gbp", 1200),
    AcceptedRow("en_GB", .gbp, "12.50 GBP", 1250),
    AcceptedRow("en_GB", .gbp, "GBP12.50", 1250),
    AcceptedRow("en_GB", .gbp, "£.50", 50),
    AcceptedRow("en_GB", .cad, "$12", 1200),
    AcceptedRow("en_GB", .cad, "CA$12", 1200),
    AcceptedRow("en_GB", .rub, "₽12", 1200),
    AcceptedRow("en_US", .usd, "US$12", 1200),
    AcceptedRow("en_GB", .rub, "12 руб.", 1200),
    AcceptedRow("ru_BY", .byn, "12 руб.", 1200),
    AcceptedRow("ru_RU", .rub, "1 234,50 ₽", 123_450),
    AcceptedRow("ru_RU", .rub, "12 руб.", 1200),
    AcceptedRow("ru_RU", .rub, "12 РУБ", 1200),
    AcceptedRow("ru_RU", .rub, "12,50р.", 1250),
    AcceptedRow("ru_RU", .rub, "12р", 1200),
    AcceptedRow("fr_FR", .gbp, "12 £", 1200),
    AcceptedRow("fr_FR", .gbp, "12 £GB", 1200),
    AcceptedRow("cs_CZ", .czk, "12 Kč", 1200),
    AcceptedRow("cs_CZ", .czk, "12 Kc\u{30C}", 1200),
    AcceptedRow("ja_JP", .jpy, "\u{FFE5}1,235", 1235),
    AcceptedRow("ja_JP", .jpy, "1235円", 1235),
    AcceptedRow("ar_EG", .egp, "\u{200F}١٢٫٥٠\u{A0}ج.م.\u{200F}", 1250),
  ]
}

struct AmountParserTests {
  @Test(
    arguments: AcceptedRow.plain + AcceptedRow.byLocale + AcceptedRow.named
      + AcceptedRow.magnified + AcceptedRow.called)
  func `reads an amount as a whole`(row: AcceptedRow) {
    let parser = AmountParser(locale: Locale(identifier: row.locale), currency: row.currency)
    let money = Money(minorUnits: row.minorUnits, currency: row.currency)
    #expect(parser.parse(row.text) == .success(money))
  }

  @Test(arguments: [
    ("en_GB", "3,20", 320), ("en_GB", "12,5", 1250), ("en_GB", "1.000,50", 100_050),
    ("en_GB", "£1 500,50", 150_050), ("en_GB", ",50", 50), ("en_GB", "5,", 500),
    ("de_CH", "12,50", 1250), ("de_DE", "15.5", 1550), ("de_DE", "1,234.50", 123_450),
    ("ru_RU", "1,234.50", 123_450), ("ru_RU", "1.234,56", 123_456),
    ("ru_RU", "12.345.678,9", 1_234_567_890),
    ("de_CH", "1,234.50", 123_450),
    ("en_GB", "1,2345", nil), ("en_GB", "1.234.567", nil), ("en_GB", "1,234,5", nil),
    ("en_GB", "12", nil), ("ar_EG", "1,50", nil), ("fr_CH", "1,50", nil),
  ])
  func `the decimals of other languages are known, but not read`(
    locale: String, text: String, minorUnits: Int?
  ) {
    let parser = AmountParser(locale: Locale(identifier: locale), currency: .gbp)
    #expect(parser.swappingSeparators(in: text)?.minorUnits == minorUnits.map { Int64($0) })
    #expect(minorUnits == nil || (try? parser.parse(text).get()) == nil)
  }

  @Test(arguments: [
    (3, ["k", "thousand", "thousands", "к", "тыс", "тыс.", "тысяча", "тысячи", "тысяч", "тысячу"]),
    (
      6,
      [
        "m", "mn", "mln", "mln.", "million", "millions", "м", "млн", "млн.", "миллион", "миллиона",
        "миллионов",
      ]
    ),
    (
      9,
      [
        "bn", "bn.", "billion", "billions", "млрд", "млрд.", "миллиард", "миллиарда", "миллиардов",
      ]
    ),
  ])
  func `each word multiplies by its power of ten`(power: Int, words: [String]) {
    let minorUnits = (0..<power).reduce(2_00) { product, _ in product * 10 }
    let money = Money(minorUnits: Int64(minorUnits), currency: .gbp)
    for locale in ["en_GB", "ru_RU"] {
      let parser = AmountParser(locale: Locale(identifier: locale), currency: .gbp)
      for word in words { #expect(parser.parse("2 \(word)") == .success(money), "\(word)") }
    }
  }

  @Test func `a minus alone has no digits, also if signs are read`() {
    let parser = AmountParser(locale: Locale(identifier: "en_GB"), currency: .gbp)
    let money = Money(minorUnits: -1200, currency: .gbp)
    #expect(parser.parse("-12", isSigned: true) == .success(money))
    for isSigned in [false, true] {
      let problem = AmountProblem(.noDigits, at: 0..<1)
      #expect(parser.parse("-", isSigned: isSigned) == .failure(problem))
    }
  }

  @Test(arguments: [
    String(repeating: "1", count: 1_000_000), String(repeating: "1,", count: 500_000),
    String(repeating: "x", count: 1_000_000), String(repeating: "\u{301}", count: 100_000) + "1",
    String(repeating: "£", count: 100_000) + "1", String(repeating: "e1", count: 100_000),
    String(repeating: "-", count: 100_000) + "1", "\u{200F}", "\u{0}", "1\u{0}2", "e", ".", "£.",
    "1\r\n2", "👨‍👩‍👧1", "(", ")1(", "\u{202E}12",
  ])
  func `refuses any other text without crashing, and points into it`(text: String) {
    let parser = AmountParser(locale: Locale(identifier: "en_GB"), currency: .gbp)
    guard case .failure(let problem) = parser.parse(text) else {
      Issue.record("accepted")
      return
    }
    #expect(problem.range.upperBound <= text.count)
  }

  @Test(arguments: SeededNumbers.seeds)
  func `survives random texts and reads none of them as another amount`(seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    let alphabet = Array("0123456789.,' -+eE£$()xр\u{A0}\u{200F}٣٫\u{301}").map(String.init)
    for name in ["en_GB", "ru_RU", "de_DE", "en_IN", "ar_EG", "de_CH"] {
      let locale = Locale(identifier: name)
      let parser = AmountParser(locale: locale, currency: .bhd)
      for _ in 0..<500 {
        let length = Int.random(in: 0...9, using: &random)
        let text = (0..<length).compactMap { _ in alphabet.randomElement(using: &random) }.joined()
        switch parser.parse(text) {
        case .success(let money):
          let again = parser.parse(money.formatted(locale: locale))
          #expect(again == .success(money), "\(name) «\(text)» seed \(seed)")
          #expect(!text.contains("-") && !text.contains("+"), "\(name) «\(text)» seed \(seed)")
        case .failure(let problem):
          #expect(problem.range.upperBound <= text.count, "\(name) «\(text)» seed \(seed)")
        }
      }
    }
  }
}
