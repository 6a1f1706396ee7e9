import FoundationEssentials
import Money
import Testing

/// A text that is no amount, and why.
struct RefusedRow: CustomTestStringConvertible {
  let locale: String
  let currency: Currency
  let text: String
  let problem: AmountProblem

  init(
    _ locale: String, _ currency: Currency, _ text: String, _ code: AmountProblem.Code,
    _ range: Range<Int>, decimals: Int? = nil, other: Currency? = nil
  ) {
    self.locale = locale
    self.currency = currency
    self.text = text
    problem = AmountProblem(code, at: range, maximumDecimals: decimals, otherCurrency: other)
  }

  var testDescription: String { "\(locale) \(currency) «\(text)»" }

  static let traps = [
    RefusedRow("en_GB", .gbp, "", .empty, 0..<0),
    RefusedRow("en_GB", .gbp, " \u{A0}\u{200E}\n", .empty, 0..<0),
    RefusedRow("en_GB", .gbp, "12abc", .notANumber, 2..<5),
    RefusedRow("en_GB", .gbp, "abc", .notANumber, 0..<3),
    RefusedRow("en_GB", .gbp, "0x10", .notANumber, 1..<2),
    RefusedRow("en_GB", .gbp, "50%", .notANumber, 2..<3),
    RefusedRow("en_GB", .gbp, "1/2", .notANumber, 1..<2),
    RefusedRow("en_GB", .gbp, "+5", .notANumber, 0..<1),
    RefusedRow("en_GB", .gbp, "5-3", .notANumber, 1..<2),
    RefusedRow("en_GB", .gbp, "1²", .notANumber, 1..<2),
    RefusedRow("en_GB", .gbp, "12 pints", .notANumber, 3..<8),
    RefusedRow("en_GB", .gbp, "£", .noDigits, 0..<1),
    RefusedRow("en_GB", .gbp, " - £ ", .noDigits, 1..<4),
    RefusedRow("en_GB", .gbp, "+", .noDigits, 0..<1),
    RefusedRow("en_GB", .gbp, ",123", .unexpectedSeparator, 0..<1),
    RefusedRow("ru_RU", .rub, "2 миллионовабвг", .notANumber, 2..<15),
    RefusedRow("en_GB", .gbp, "-GBP", .noDigits, 0..<4),
    RefusedRow("en_GB", .gbp, "GBP-", .noDigits, 0..<4),
    RefusedRow("en_GB", .gbp, "-GB", .notANumber, 0..<3),
    RefusedRow("en_GB", .gbp, "k", .noDigits, 0..<1),
    RefusedRow("en_GB", .gbp, ".", .noDigits, 0..<1),
    RefusedRow("en_GB", .gbp, "££12", .notANumber, 0..<2),
    RefusedRow("en_GB", .gbp, "12£50", .notANumber, 2..<3),
    RefusedRow("en_GB", .gbp, "1e3", .exponent, 1..<3),
    RefusedRow("en_GB", .gbp, "1e+3", .exponent, 1..<4),
    RefusedRow("en_GB", .gbp, "1E-12", .exponent, 1..<5),
    RefusedRow("en_GB", .gbp, "1.5E-12", .exponent, 3..<7),
    RefusedRow("ru_RU", .rub, "1е3", .exponent, 1..<3),
    RefusedRow("en_GB", .gbp, "5-", .negative, 1..<2),
    RefusedRow("en_GB", .gbp, "-5", .negative, 0..<1),
    RefusedRow("en_GB", .gbp, "\u{2212}5", .negative, 0..<1),
    RefusedRow("en_GB", .gbp, "-£5", .negative, 0..<1),
    RefusedRow("en_GB", .gbp, "£-5", .negative, 1..<2),
    RefusedRow("en_GB", .gbp, "(£5)", .negative, 0..<4),
    RefusedRow("en_GB", .gbp, "1.234", .tooManyDecimals, 4..<5, decimals: 2),
    RefusedRow("en_GB", .gbp, "12.500", .tooManyDecimals, 5..<6, decimals: 2),
    RefusedRow("en_GB", .jpy, "12.00", .tooManyDecimals, 3..<5, decimals: 0),
    RefusedRow("en_GB", .bhd, "1.2345", .tooManyDecimals, 5..<6, decimals: 3),
    RefusedRow("en_GB", .gbp, "92233720368547758.08", .tooLarge, 0..<20),
    RefusedRow("en_GB", .gbp, "£99999999999999999999", .tooLarge, 1..<21),
    RefusedRow("en_GB", .gbp, "1٢", .mixedDigits, 1..<2),
    RefusedRow("ar_EG", .egp, "١٢٫5", .mixedDigits, 3..<4),
  ]

  static let separators = [
    RefusedRow("en_GB", .gbp, "1,23", .wrongGrouping, 0..<4),
    RefusedRow("en_GB", .gbp, "1,2345", .wrongGrouping, 0..<6),
    RefusedRow("en_GB", .gbp, "1234,567", .wrongGrouping, 0..<8),
    RefusedRow("en_GB", .gbp, "1,00,000.00", .wrongGrouping, 0..<8),
    RefusedRow("en_GB", .gbp, "0,123", .wrongGrouping, 0..<5),
    RefusedRow("en_GB", .gbp, "1,,234", .wrongGrouping, 1..<2),
    RefusedRow("en_GB", .gbp, "1.234,50", .wrongGrouping, 5..<6),
    RefusedRow("en_GB", .gbp, "1.2.3", .severalSeparators, 3..<4),
    RefusedRow("en_GB", .gbp, "1 23", .wrongGrouping, 0..<4),
    RefusedRow("en_GB", .gbp, "12 34 567", .wrongGrouping, 0..<9),
    RefusedRow("en_GB", .gbp, "0 123", .wrongGrouping, 0..<5),
    RefusedRow("en_GB", .gbp, "1,234 567", .wrongGrouping, 5..<6),
    RefusedRow("en_GB", .gbp, "1 500,50", .wrongGrouping, 5..<6),
    RefusedRow("en_GB", .gbp, "1.5 000", .wrongGrouping, 3..<4),
    RefusedRow("en_GB", .gbp, "1  234", .wrongGrouping, 1..<3),
    RefusedRow("en_GB", .gbp, "1\t234", .unexpectedSeparator, 1..<2),
    RefusedRow("en_GB", .gbp, "5 pounds 50", .notANumber, 2..<8),
    RefusedRow("en_GB", .gbp, "1'234", .unexpectedSeparator, 1..<2),
    RefusedRow("en_GB", .gbp, "5,", .unexpectedSeparator, 1..<2),
    RefusedRow("en_GB", .gbp, "5..", .unexpectedSeparator, 1..<3),
    RefusedRow("en_GB", .gbp, "5.5.", .severalSeparators, 3..<4),
    RefusedRow("de_DE", .eur, "5.", .unexpectedSeparator, 1..<2),
    RefusedRow("en_GB", .gbp, ",50", .unexpectedSeparator, 0..<1),
    RefusedRow("en_IN", .inr, "1,000,00,000", .wrongGrouping, 0..<12),
    RefusedRow("en_IN", .inr, "1,00,00", .wrongGrouping, 0..<7),
    RefusedRow("en_IN", .inr, "12 34 567", .wrongGrouping, 0..<9),
    RefusedRow("en_IN", .inr, "123,45,678", .wrongGrouping, 0..<10),
    RefusedRow("de_DE", .eur, "15.5", .wrongGrouping, 0..<4),
    RefusedRow("de_DE", .eur, "1234.50", .wrongGrouping, 0..<7),
    RefusedRow("de_DE", .eur, "1,234.50", .wrongGrouping, 5..<6),
    RefusedRow("ru_RU", .rub, "1.500", .ambiguousSeparator, 1..<2),
    RefusedRow("ru_RU", .bhd, "1.500", .ambiguousSeparator, 1..<2),
    RefusedRow("ru_RU", .bhd, "123.500", .ambiguousSeparator, 3..<4),
    RefusedRow("ru_RU", .rub, "1,234.50", .severalSeparators, 5..<6),
    RefusedRow("ru_RU", .rub, "1 23,50", .wrongGrouping, 0..<4),
    RefusedRow("ru_RU", .rub, "1  234", .wrongGrouping, 1..<3),
    RefusedRow("ru_RU", .rub, "р.50", .ambiguousSeparator, 1..<2),
    RefusedRow("ru_RU", .rub, "5 руб. 50 коп.", .notANumber, 2..<5),
    RefusedRow("de_CH", .chf, "12,50", .unexpectedSeparator, 2..<3),
    RefusedRow("ar_EG", .egp, "1,234", .unexpectedSeparator, 1..<2),
  ]

  static let magnitudes = [
    RefusedRow("en_GB", .gbp, "1kk", .severalMagnitudes, 2..<3),
    RefusedRow("en_GB", .gbp, "1k k", .severalMagnitudes, 3..<4),
    RefusedRow("en_GB", .gbp, "2 thousand million", .severalMagnitudes, 11..<18),
    RefusedRow("ru_RU", .rub, "1 кк", .severalMagnitudes, 3..<4),
    RefusedRow("ru_RU", .rub, "5 тыс. млн руб.", .severalMagnitudes, 7..<10),
    RefusedRow("en_GB", .gbp, "1.234567k", .fractionOfUnit, 7..<8, decimals: 5),
    RefusedRow("en_GB", .jpy, "1.2345k", .fractionOfUnit, 5..<6, decimals: 3),
    RefusedRow("ru_RU", .rub, "1,23456789012 млн", .fractionOfUnit, 10..<13, decimals: 8),
    RefusedRow("en_GB", .gbp, "100000000000000000k", .tooLarge, 0..<18),
    RefusedRow("en_GB", .gbp, "92233720368547.75808k", .tooLarge, 0..<20),
    RefusedRow("en_GB", .gbp, "5k usd", .otherCurrency, 3..<6, other: .usd),
    RefusedRow("en_GB", .gbp, "5kg", .notANumber, 1..<3),
    RefusedRow("en_GB", .gbp, "5 k apples", .notANumber, 4..<10),
    RefusedRow("en_GB", .gbp, "1k50", .notANumber, 1..<2),
    RefusedRow("en_GB", .gbp, "k5", .notANumber, 0..<1),
    RefusedRow("ru_RU", .rub, "1.500к", .ambiguousSeparator, 1..<2),
    RefusedRow("de_DE", .eur, "1.5k", .wrongGrouping, 0..<3),
    RefusedRow("en_MM", Currency(code: "MMK") ?? .gbp, "5k", .ambiguousMagnitude, 1..<2),
  ]

  static let all = traps + separators + magnitudes + currencies

  static let currencies = [
    RefusedRow("en_GB", .gbp, "€12", .otherCurrency, 0..<1, other: .eur),
    RefusedRow("en_GB", .gbp, "12 usd", .otherCurrency, 3..<6, other: .usd),
    RefusedRow("en_GB", .gbp, "US$12", .otherCurrency, 0..<3, other: .usd),
    RefusedRow("en_GB", .gbp, "12 руб.", .otherCurrency, 3..<7, other: .rub),
    RefusedRow("en_US", .cad, "$12", .otherCurrency, 0..<1, other: .usd),
    RefusedRow("en_US", .cad, "12 dollars", .otherCurrency, 3..<10, other: .usd),
    RefusedRow("sv_SE", .nok, "12 kroner", .otherCurrency, 3..<9, other: .sek),
    RefusedRow("en_GB", .gbp, "12 евро", .otherCurrency, 3..<7, other: .eur),
    RefusedRow("ru_BY", .rub, "12 рублей", .otherCurrency, 3..<9, other: .byn),
    RefusedRow("en_AU", .usd, "$12", .otherCurrency, 0..<1, other: .aud),
    RefusedRow("sv_SE", .nok, "12 kr", .otherCurrency, 3..<5, other: .sek),
    RefusedRow("ru_BY", .rub, "12 руб.", .otherCurrency, 3..<7, other: .byn),
    RefusedRow("ru_RU", .gbp, "12 р.", .otherCurrency, 3..<5, other: .rub),
    RefusedRow("cs_CZ", .gbp, "12 Kc\u{30C}", .otherCurrency, 3..<5, other: .czk),
  ]
}

struct AmountProblemTests {
  @Test(arguments: RefusedRow.all)
  func `says what is wrong and where`(row: RefusedRow) {
    let parser = AmountParser(locale: Locale(identifier: row.locale), currency: row.currency)
    #expect(parser.parse(row.text) == .failure(row.problem))
  }

  @Test func `has a row for every code`() {
    #expect(Set(RefusedRow.all.map(\.problem.code)) == Set(AmountProblem.Code.allCases))
  }

  @Test func `describes itself without the text`() {
    let problem = AmountProblem(.tooManyDecimals, at: 4..<5, maximumDecimals: 2)
    #expect(problem.description == "tooManyDecimals at 4..<5, at most 2 decimals")
    let other = AmountProblem(.otherCurrency, at: 0..<1, otherCurrency: .eur)
    #expect(other.description == "otherCurrency at 0..<1, EUR")
  }
}
