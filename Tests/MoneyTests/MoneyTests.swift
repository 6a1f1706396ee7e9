import FoundationEssentials
import Testing

@testable import Money

struct MoneyTests {
  @Test(
    arguments: [
      ("GBP", 158, "GBP 1.58"), ("GBP", 5, "GBP 0.05"), ("GBP", 0, "GBP 0.00"),
      ("GBP", -5, "GBP -0.05"), ("GBP", 123_456_789, "GBP 1234567.89"), ("JPY", 1235, "JPY 1235"),
      ("JPY", 0, "JPY 0"), ("BHD", 1, "BHD 0.001"), ("CLF", 12345, "CLF 1.2345"),
      ("GBP", .max, "GBP 92233720368547758.07"), ("GBP", .min, "GBP -92233720368547758.08"),
    ] as [(String, Int64, String)])
  func `describes itself the same for every locale`(
    code: String, minorUnits: Int64, text: String
  ) throws {
    let money = Money(minorUnits: minorUnits, currency: try #require(Currency(code: code)))
    #expect(money.description == text)
    #expect("\(code) \(money.decimalString)" == text)
  }

  @Test func `is a currency and its minor units in JSON`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let money = Money(minorUnits: 158, currency: .gbp)
    let json = #"{"currency":"GBP","minorUnits":158}"#
    #expect(String(decoding: try encoder.encode(money), as: UTF8.self) == json)
    #expect(try JSONDecoder().decode(Money.self, from: Data(json.utf8)) == money)
  }

  @Test(arguments: [
    #"{"currency":"XXX","minorUnits":1}"#, #"{"currency":"GBP","minorUnits":1.5}"#,
    #"{"currency":"GBP","minorUnits":"1"}"#, #"{"currency":"GBP"}"#, #"{"minorUnits":1}"#,
    #"{"currency":"GBP","minorUnits":9223372036854775808}"#,
  ])
  func `refuses JSON that is not an amount`(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Money.self, from: Data(json.utf8))
    }
  }

  @Test(
    arguments: [(-1, (false, false, true)), (0, (true, false, false)), (1, (false, true, false))]
      as [(Int64, (Bool, Bool, Bool))])
  func `knows its sign`(minorUnits: Int64, expected: (Bool, Bool, Bool)) {
    let money = Money(minorUnits: minorUnits, currency: .gbp)
    #expect((money.isZero, money.isPositive, money.isNegative) == expected)
  }
}
