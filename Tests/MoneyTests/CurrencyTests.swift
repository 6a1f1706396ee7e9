import Testing

@testable import Money

struct CurrencyTests {
  @Test(arguments: [("GBP", 2), ("JPY", 0), ("BHD", 3), ("IQD", 3), ("UGX", 0), ("CLF", 4)])
  func `has the exponent of ISO 4217, not that of ICU`(code: String, exponent: Int) throws {
    #expect(try #require(Currency(code: code)).exponent == exponent)
  }
}
