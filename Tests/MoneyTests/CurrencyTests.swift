import FoundationEssentials
import Testing

@testable import Money

struct CurrencyTests {
  @Test(arguments: [("GBP", 2), ("JPY", 0), ("BHD", 3), ("IQD", 3), ("UGX", 0), ("CLF", 4)])
  func `has the exponent of ISO 4217, not that of ICU`(code: String, exponent: Int) throws {
    #expect(try #require(Currency(code: code)).exponent == exponent)
  }

  @Test(arguments: [(Currency.jpy, 1), (.gbp, 100), (.bhd, 1000)] as [(Currency, Int64)])
  func `counts the minor units of a unit`(currency: Currency, count: Int64) {
    #expect(currency.minorUnitsPerUnit == count)
  }

  @Test(arguments: ["gbp", "Gbp", "GBP"])
  func `is found by a code in either case`(code: String) {
    #expect(Currency(code: code) == .gbp)
  }

  @Test(arguments: ["", "G", "GB", "GBPP", "XXX", "XAU", "G1P", "£££", "ſek", "GBP ", "\u{0}BP"])
  func `is not found by anything that is not a code`(code: String) {
    #expect(Currency(code: code) == nil)
  }

  @Test func `has constants that agree with the table`() {
    for currency in Currency.common {
      #expect(Currency(code: currency.code) == currency)
    }
    #expect(Set(Currency.common).count == Currency.common.count)
  }

  @Test func `lists every currency in the order of the codes`() {
    let codes = Currency.all.map(\.code)
    #expect(codes == codes.sorted())
    #expect(codes.count == 165)
    #expect(codes.allSatisfy { $0.count == 3 })
  }

  @Test func `takes four bytes`() {
    #expect(MemoryLayout<Currency>.size == 4)
    #expect(MemoryLayout<Money>.stride == 16)
  }

  @Test func `is a plain string in JSON`() throws {
    #expect(
      String(decoding: try JSONEncoder().encode([Currency.gbp]), as: UTF8.self) == #"["GBP"]"#)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Currency].self, from: Data(#"["XAU"]"#.utf8))
    }
  }
}
