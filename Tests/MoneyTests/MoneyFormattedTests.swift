import FoundationEssentials
import FoundationInternationalization
import Money
import TestSupport
import Testing

struct MoneyFormattedTests {
  @Test(
    arguments: [
      ("en_GB", "GBP", 123_450, "£1,234.50"), ("en_GB", "GBP", -123_450, "-£1,234.50"),
      ("en_GB", "GBP", 0, "£0.00"), ("en_GB", "GBP", 5, "£0.05"),
      ("en_GB", "JPY", 1235, "JP¥1,235"),
      ("en_GB", "GBP", .min, "-£92,233,720,368,547,758.08"), ("ja_JP", "JPY", 1235, "¥1,235"),
      ("en_GB", "BHD", 1_234_500, "BHD\u{A0}1,234.500"), ("en_GB", "IQD", 1, "IQD\u{A0}0.001"),
      ("en_GB", "UGX", 1234, "UGX\u{A0}1,234"), ("en_GB", "CLF", 12345, "CLF\u{A0}1.2345"),
      ("ru_RU", "RUB", 123_450, "1\u{A0}234,50\u{A0}₽"),
      ("de_DE", "EUR", 123_450, "1.234,50\u{A0}€"),
      ("fr_FR", "EUR", 123_450, "1\u{202F}234,50\u{A0}€"),
      ("es_ES", "EUR", 123_450, "1234,50\u{A0}€"),
      ("es_ES", "EUR", 1_234_500, "12.345,00\u{A0}€"),
      ("de_CH", "CHF", 123_450, "CHF\u{A0}1’234.50"),
      ("en_IN", "INR", 1_234_567_890, "₹1,23,45,678.90"),
      ("en_IN", "INR", 12_345_678, "₹1,23,456.78"),
      ("ar_EG", "EGP", 123_450, "\u{200F}١٬٢٣٤٫٥٠\u{A0}ج.م.\u{200F}"),
      ("zh@numbers=hanidec", "GBP", 123_450, "GBP 1234.50"),
    ] as [(String, String, Int64, String)])
  func `writes as the locale does, with the exponent of ISO 4217`(
    locale: String, code: String, minorUnits: Int64, text: String
  ) throws {
    let money = Money(minorUnits: minorUnits, currency: try #require(Currency(code: code)))
    #expect(money.formatted(locale: Locale(identifier: locale)) == text)
  }

  @Test(
    arguments: [
      ("en_GB", "GBP", 123_450, "1234.50"), ("ru_RU", "RUB", 123_450, "1234,50"),
      ("ja_JP", "JPY", 1235, "1235"), ("ar_EG", "EGP", 123_450, "١٢٣٤٫٥٠"),
      ("fr_CH", "CHF", 123_450, "1234,50"), ("en_GB", "GBP", -5, "-0.05"),
    ] as [(String, String, Int64, String)])
  func `offers for editing what a person would type`(
    locale: String, code: String, minorUnits: Int64, text: String
  ) throws {
    let money = Money(minorUnits: minorUnits, currency: try #require(Currency(code: code)))
    #expect(money.editableText(locale: Locale(identifier: locale)) == text)
  }

  @Test(
    arguments: [
      "en_GB", "en_US", "ru_RU", "de_DE", "fr_FR", "fr_CH", "de_CH", "de_AT", "en_IN", "hi_IN",
      "ar_EG", "fa_IR", "ja_JP", "es_ES", "pt_PT", "pt_CV", "pl_PL", "sv_SE", "bg_BG", "mr_IN",
      "bn_BD", "my_MM", "ccp_BD", "uz_UZ", "zh@numbers=hanidec", "xx_YY", "",
    ], SeededNumbers.seeds)
  func `is read back from what was written, in every currency`(locale name: String, seed: UInt64) {
    let locale = Locale(identifier: name)
    var random = SeededNumbers(seed: seed)
    for currency in Currency.all {
      let parser = AmountParser(locale: locale, currency: currency)
      let bits = Int.random(in: 1...63, using: &random)
      let minorUnits = Int64(random.next() >> UInt64(64 - bits))
      for minorUnits in [minorUnits, 0, .max] {
        let money = Money(minorUnits: minorUnits, currency: currency)
        for text in [money.formatted(locale: locale), money.editableText(locale: locale)] {
          #expect(parser.parse(text) == .success(money), "\(name) «\(text)» seed \(seed)")
        }
      }
    }
  }

  @Test(arguments: [1234, -1234, 123_456_789, -123_456_789] as [Int64])
  func `agrees with Foundation in every locale it has`(minorUnits: Int64) {
    for name in Locale.availableIdentifiers {
      let locale = Locale(identifier: name)
      let style = Decimal.FormatStyle.Currency(code: "EUR", locale: locale)
        .precision(.fractionLength(2))
      let expected = (Decimal(minorUnits) / 100).formatted(style)
      let money = Money(minorUnits: minorUnits, currency: .eur)
      #expect(money.formatted(locale: locale) == expected, "\(name)")
    }
  }

  @Test func `writes the same from many threads`() async {
    let money = Money(minorUnits: 123_450, currency: .pln)
    let texts = await withTaskGroup(of: String.self) { group in
      for _ in 0..<100 {
        group.addTask { money.formatted(locale: Locale(identifier: "pl_PL")) }
      }
      return await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(texts == ["1234,50\u{A0}zł"])
  }
}
