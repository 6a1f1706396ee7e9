import FoundationEssentials
import Testing

@testable import Money

/// A language in a country that has no conventions of its own for it writes as the language does.
struct RegionTests {
  private func read(_ text: String, _ locale: String, _ currency: Currency = .gbp) -> String {
    switch AmountParser(locale: Locale(identifier: locale), currency: currency).parse(text) {
    case .success(let money): money.description
    case .failure(let problem): problem.code.name
    }
  }

  @Test(arguments: [
    ("1,5 тыс", "GBP 1500.00"), ("1,5", "GBP 1.50"), ("1.5", "GBP 1.50"),
    ("1\u{A0}234,50", "GBP 1234.50"), ("1 234,50", "GBP 1234.50"),
    ("1,234", "tooManyDecimals"), ("1.234", "ambiguousSeparator"),
    ("1,234.50", "severalSeparators"),
    ("1,234,567", "severalSeparators"), ("12,34,567", "severalSeparators"),
  ])
  func `Russian in Britain is read as Russian`(text: String, result: String) {
    for locale in ["ru_GB", "ru-GB", "ru_US"] { #expect(read(text, locale) == result) }
  }

  @Test(arguments: [("en_GB", "1,234", "GBP 1234.00"), ("en_GB", "1,5", "wrongGrouping")])
  func `grouping stays strict`(locale: String, text: String, result: String) {
    #expect(read(text, locale) == result)
  }

  @Test(arguments: [
    ("ru_GB", "1\u{A0}234\u{A0}567,00\u{A0}£"), ("de_GB", "1.234.567,00\u{A0}£"),
    ("en_DE", "1.234.567,00\u{A0}£"), ("en_GB", "£1,234,567.00"), ("zh_TW", "£1,234,567.00"),
    ("en_KZ", "£1,234,567.00"),
  ])
  func `what is written is what is read`(locale: String, written: String) {
    let money = Money(minorUnits: 123_456_700, currency: .gbp)
    #expect(money.formatted(locale: Locale(identifier: locale)) == written)
    #expect(read(written, locale) == "GBP 1234567.00")
    #expect(
      read(money.editableText(locale: Locale(identifier: locale)), locale) == "GBP 1234567.00")
  }

  @Test func `a keyword that asks for digits or another country is kept`() {
    let money = Money(minorUnits: 123_450, currency: .gbp)
    let arabic = Locale(identifier: "ru_GB@numbers=arab")
    #expect(money.formatted(locale: arabic).contains("١"))
    #expect(read(money.formatted(locale: arabic), arabic.identifier) == "GBP 1234.50")
    #expect(read("1,234.50", "ru_RU@rg=gbzzzz") == "GBP 1234.50")
  }
}
