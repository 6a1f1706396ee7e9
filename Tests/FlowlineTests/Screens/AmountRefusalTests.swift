import Flowline
import FoundationEssentials
import Money
import Testing

/// What is said of amounts and numbers that are not read, with the person's own digits.
struct AmountRefusalTests {
  private func refusal(_ text: String, _ currency: Currency, _ locale: String) -> String? {
    let screen = AmountScreen("a", "A?", in: currency, minorUnits: 0...99_999_999)
    return FlowlineTests.refusal(of: screen, .text(text), in: .noon("2026-11-20", locale))
  }

  @Test(arguments: [
    ("3,20", "3.20"), ("12,5", "12.50"), ("1.000,50", "1000.50"), ("1 500,50", "1500.50"),
    ("£12,5", "12.50"),
  ])
  func `decimals of another language are written in this one's way`(text: String, amount: String) {
    #expect(refusal(text, .gbp, "en_GB") == "Write the decimals with “.”: \(amount).")
  }

  @Test(arguments: [
    ("£ 12 . 50", "The separator “.” is out of place. Type, for example, 150.00."),
    ("1,,234", "The separator “,” is out of place. Type, for example, 150.00."),
    (
      "1,2345",
      "The digits of “1,2345” are not grouped in the usual way. Type, for example, 150.00."
    ),
  ])
  func `a separator alone has no digits that could be grouped`(text: String, message: String) {
    #expect(refusal(text, .gbp, "en_GB") == message)
  }

  @Test(arguments: [("1,234.50", "1234,50"), ("1,5.", nil), ("1.234.567", nil)])
  func `so they are in Russian`(text: String, amount: String?) {
    let message = amount.map { "Отделите дробную часть знаком «,»: \($0)." }
    let said = refusal(text, .rub, "ru_RU")
    #expect(said != nil && (said == message) == (amount != nil))
  }

  @Test(arguments: [
    ("1.000", Currency.gbp, "Too many decimals: GBP has 2. Did you mean 1.00 or 1000?"),
    ("£12.505", .gbp, "Too many decimals: GBP has 2. Did you mean £12.50 or £12505?"),
    ("1.500", .jpy, "Too many decimals: JPY has 0. Did you mean 1 or 1500?"),
    (
      "1.0000", .gbp,
      "Too many decimals: GBP has 2. Remove “00”, or type, for example, 150.00."
    ),
    (
      "0.125", .gbp,
      "Too many decimals: GBP has 2. Remove “5”, or type, for example, 150.00."
    ),
    (
      "1234.500", .gbp,
      "Too many decimals: GBP has 2. Remove “0”, or type, for example, 150.00."
    ),
    (
      ".125", .gbp, "Too many decimals: GBP has 2. Remove “5”, or type, for example, 150.00."
    ),
  ])
  func `three decimals too many may be thousands`(
    text: String, currency: Currency, message: String
  ) {
    #expect(refusal(text, currency, "en_GB") == message)
  }

  @Test(arguments: [
    ("1.234,56", Currency.rub, "ru_RU", "Разряды здесь разделяют иначе. Введите 1234,56."),
    ("1,234.56", .chf, "de_CH", "Digits are grouped in another way here. Type 1234.56."),
    ("1,234.56", .rub, "ru_RU", "Отделите дробную часть знаком «,»: 1234,56."),
  ])
  func `digits that are grouped as elsewhere are written as here`(
    text: String, currency: Currency, locale: String, message: String
  ) {
    #expect(refusal(text, currency, locale) == message)
  }

  @Test func `a dot that may group digits is left out`() {
    #expect(
      refusal("1.500", .rub, "ru_RU")
        == "Непонятно, отделяет ли «.» дробную часть. Если нет, уберите этот знак: 1500.")
    let abbreviation = refusal("р.50", .rub, "ru_RU") ?? ""
    #expect(abbreviation.hasPrefix("Непонятно, отделяет ли «.» дробную часть. Введите"))
  }

  @Test(arguments: [
    (1, 12228, Int?.none, "100.00"), (0, 4663, nil, "20.00"), (0, 0, nil, "0.00"),
    (1, 7, nil, "0.05"),
    (0, 4663, 1234, "12.34"), (20_000, 30_000, nil, "200.00"), (30_001, 49_999, nil, "300.01"),
    (-500, -100, nil, "-5.00"), (-500, 0, nil, "0.00"), (1, 1_000_000, nil, "150.00"),
  ])
  func `an example is the default, or a round amount that is allowed`(
    least: Int, most: Int, standard: Int?, example: String
  ) {
    let screen = AmountScreen(
      "a", "A?", in: .gbp, minorUnits: Int64(least)...Int64(most),
      default: standard.map { Money(minorUnits: Int64($0), currency: .gbp) })
    #expect(screen.example(in: .test) == example)
    #expect(reading(screen, .text(example)).hasPrefix("{"))
  }

  @Test func `so it is with a number`() {
    #expect(DecimalScreen("d", "D?", from: 0, to: 9).example(in: .test) == "5")
    #expect(DecimalScreen("d", "D?", from: 20, to: 30).example(in: .test) == "20")
    #expect(DecimalScreen("d", "D?", default: 3).example(in: .test) == "3")
    #expect(DecimalScreen("d", "D?").example(in: .test) == "12.5")
  }

  @Test func `numbers are told of in the same way`() {
    let screen = DecimalScreen("d", "D?")
    #expect(FlowlineTests.refusal(of: screen, "12,5") == "Write the decimals with “.”: 12.5.")
    #expect(
      FlowlineTests.refusal(of: screen, "1.234,5", in: .russian)
        == "Разряды здесь разделяют иначе. Введите 1234,5.")
    #expect(
      FlowlineTests.refusal(of: screen, "1.000")
        == "Too many decimals: at most 2. Did you mean 1.00 or 1000?")
    // A program's dot begins the decimals.
    #expect(
      FlowlineTests.refusal(of: screen, .json(1.125))
        == "Too many decimals: at most 2. Remove “5”.")
  }
}
