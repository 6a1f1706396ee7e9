import Bank
import BankTestSupport
import EmbeddedBank
import Money
import Testing

struct MoneyRoundUpTests {
  @Test(arguments: [("GBP", 100), ("BHD", 1000), ("JPY", 1), ("CLF", 10_000)] as [(String, Int64)])
  func `agrees with climbing from unit to unit, for every amount to 100000`(
    code: String, unit: Int64
  ) throws {
    let currency = try currency(code)
    var whole: Int64 = 0
    for amount in 0...Int64(100_000) {
      if amount > whole { whole += unit }
      let missing = Money(minorUnits: amount, currency: currency).toNextUnit
      try #require(missing.minorUnits == whole - amount)
    }
  }

  @Test(
    arguments: [
      ("GBP", 4_35, 65), ("GBP", 1, 99), ("GBP", 99, 1), ("GBP", 100, 0), ("GBP", 5_00, 0),
      ("GBP", 0, 0), ("BHD", 1250, 750), ("JPY", 1234, 0), ("GBP", 34, 66), ("GBP", 55, 45),
      ("GBP", -4_35, 35), ("GBP", -5_00, 0), ("GBP", .max, 93), ("GBP", .min, 8),
      ("JPY", .max, 0), ("CLF", .min, 5808),
    ] as [(String, Int64, Int64)])
  func `gives what is missing`(code: String, minorUnits: Int64, missing: Int64) throws {
    let money = Money(minorUnits: minorUnits, currency: try currency(code))
    #expect(money.toNextUnit.minorUnits == missing)
  }
}
