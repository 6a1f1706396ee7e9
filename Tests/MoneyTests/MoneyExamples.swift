import FoundationEssentials
import Money
import Testing

/// The examples of Money, as they are printed.
struct MoneyExamples {
  @Test func `an amount is read as the article says`() throws {
    let parser = AmountParser(locale: Locale(identifier: "en_GB"), currency: .gbp)
    let amount = try parser.parse("£1.5k").get()
    let typed = amount.decimalString  // "1500.00"
    #expect(typed == "1500.00")
  }

  @Test func `an amount is multiplied as the article says`() throws {
    let hours = ExactDecimal("12.5")
    let net = try hours.map { try Money(rounding: $0.multiplied(by: 33), currency: .gbp) }
    let shown = net?.decimalString  // "412.50"
    #expect(shown == "412.50")
  }
}
