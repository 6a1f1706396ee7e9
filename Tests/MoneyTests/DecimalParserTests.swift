import FoundationEssentials
import Money
import Testing

struct DecimalParserTests {
  @Test(arguments: [
    ("en_GB", "12.5", "12.500"), ("en_GB", "1,234.5", "1234.500"), ("en_GB", "-3", "-3.000"),
    ("en_GB", "+3.25", "3.250"), ("en_GB", ".5", "0.500"), ("en_GB", "-.5", "-0.500"),
    ("en_GB", "5.", "5.000"), ("en_GB", "-1 500.5", "-1500.500"), ("ru_RU", "5,", "5.000"),
    ("en_GB", "\u{2212}1", "-1.000"), ("en_GB", " 7 ", "7.000"), ("ru_RU", "12,5", "12.500"),
    ("ru_RU", "1 234,5", "1234.500"), ("ru_RU", "12.5", "12.500"), ("de_DE", "1.234,5", "1234.500"),
    ("fr_FR", "1\u{202F}234,5", "1234.500"), ("sv_SE", "-1 234,5", "-1234.500"),
    (
      "en_GB", "12345678901234567890123456789012345.678",
      "12345678901234567890123456789012345.678"
    ),
  ])
  func `reads by the locale, exactly`(locale: String, text: String, exact: String) throws {
    let locale = Locale(identifier: locale)
    let number = try DecimalParser(locale: locale, fractionDigits: 3).parse(text).get()
    #expect(number.text == exact)
    #expect(FixedDecimal(exact, fractionDigits: 3) == number)
    let again = DecimalParser(locale: locale, fractionDigits: 3)
    #expect(again.parse(number.editableText(locale: locale)) == .success(number))
    #expect(again.parse(number.formatted(locale: locale)) == .success(number))
  }

  @Test(arguments: [
    ("", AmountProblem.Code.empty, 0..<0), ("-", .noDigits, 0..<1), ("abc", .notANumber, 0..<3),
    ("1.2345", .tooManyDecimals, 5..<6), ("1,23", .wrongGrouping, 0..<4),
    ("1.2.3", .severalSeparators, 3..<4), ("12k", .notANumber, 2..<3), ("£12", .notANumber, 0..<1),
    ("--1", .notANumber, 0..<2), ("1e3", .exponent, 1..<3), ("5,", .unexpectedSeparator, 1..<2),
    ("1 5", .wrongGrouping, 0..<3),
    ("1٢", .mixedDigits, 1..<2),
    (String(repeating: "9", count: 39), .tooLarge, 0..<39),
  ])
  func `refuses the rest and points at it`(
    text: String, code: AmountProblem.Code, range: Range<Int>
  ) {
    let parser = DecimalParser(locale: Locale(identifier: "en_GB"), fractionDigits: 3)
    guard case .failure(let problem) = parser.parse(text) else {
      Issue.record("«\(text)» was read")
      return
    }
    #expect(problem.code == code && problem.range == range, "\(problem)")
  }

  @Test func `the decimals of other languages are known, but not read`() {
    func number(_ text: String, _ locale: String) -> String? {
      DecimalParser(locale: Locale(identifier: locale), fractionDigits: 2)
        .swappingSeparators(in: text)?.text
    }
    #expect(number("-12,5", "en_GB") == "-12.50")
    #expect(number("1,234.5", "ru_RU") == "1234.50")
    #expect(number("1,234", "en_GB") == nil)
    #expect(number("12", "en_GB") == nil)
  }

  @Test(arguments: ["", "-", "1.", ".5", "+1", "1e3", "1,5", "0.001", "٣", "1.2.3", " 1"])
  func `exact digits are nothing else`(text: String) {
    #expect(FixedDecimal(text, fractionDigits: 2) == nil)
  }

  @Test(arguments: [
    ("1234.50", "en_GB", "1,234.5"), ("1234.50", "ru_RU", "1\u{A0}234,5"),
    ("-0.10", "de_DE", "-0,1"), ("7.00", "en_GB", "7"), ("0.00", "en_GB", "0"),
  ])
  func `is written as the locale writes it, without needless zeros`(
    exact: String, locale: String, text: String
  ) {
    #expect(FixedDecimal(exact)?.formatted(locale: Locale(identifier: locale)) == text)
  }
}
