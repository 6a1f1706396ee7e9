import FoundationEssentials
import Testing

@testable import Flowline

struct JSONNumberTests {
  @Test(arguments: [
    ("100.0", "100"), ("1e2", "100"), ("1E+2", "100"), ("0.0", "0"),
    ("0e99999999999999999999", "0"),
    ("1.50", "1.5"), ("150e-2", "1.5"), ("0.00000010", "0.0000001"), ("0.00000001", "1e-8"),
    ("1.2300e-9", "1.23e-9"), ("9223372036854775808", "9223372036854775808"),
    ("-9223372036854775808.0", "-9223372036854775808"),
    ("92233720368547758070e-1", "9223372036854775807"),
    ("1e38", "1" + String(repeating: "0", count: 38)), ("1e39", "1e39"), ("12e38", "1.2e39"),
    (
      "123456789012345678901234567890.12345678901234567890",
      "123456789012345678901234567890.1234567890123456789"
    ),
    ("5e-324", "5e-324"), ("1.7976931348623157e+308", "1.7976931348623157e308"),
    ("-1e9999", "-1e9999"),
  ])
  func `equal numbers have one text`(text: String, canonical: String) throws {
    let value = try JSONValue(parsing: text)
    #expect(value.text == canonical)
    let same = try JSONValue(parsing: canonical)
    #expect(same == value && same.hashValue == value.hashValue)
  }

  @Test(arguments: [
    "1e10000", "1e-10000", "1e99999999999999999999999999", "-1e-99999999999999999999999999",
    "0.1e10002", "123e9999",
  ])
  func `exponents beyond all measure are refused`(text: String) {
    #expect(throws: JSONFault.self) { try JSONValue(parsing: text) }
  }

  @Test func `what a number costs follows its text, not its size`() throws {
    let value = try JSONValue(parsing: "1e9999")
    #expect(value.text.utf8.count == 6)
    let zeros = String(repeating: "0", count: 100_000)
    #expect(try JSONValue(parsing: "0." + zeros + "1e100001") == 1)
    #expect(try JSONValue(parsing: "1" + zeros + "e-100000") == 1)
    #expect(try JSONValue(parsing: "1." + zeros) == 1)
  }

  @Test func `numbers are made of Swift's types`() {
    #expect(JSONValue(5 as UInt8) == 5 && JSONValue(2.0) == 2 && JSONValue(Float(0.1)) == 0.1)
    #expect(JSONValue(UInt64.max).text == "18446744073709551615")
    #expect(JSONValue(Double.infinity) == "inf" && JSONValue(-Float.infinity) == "-inf")
    #expect(JSONValue(Double.nan) == "nan")
    let literal: JSONValue = 1.25
    #expect(literal.text == "1.25")
  }

  @Test func `numbers are Swift's types again where they fit`() throws {
    guard case .number(let number) = try JSONValue(parsing: "18446744073709551615") else {
      Issue.record("it fits 64 bits with a sign")
      return
    }
    #expect(number.integer(as: UInt64.self) == .max && number.integer(as: Int64.self) == nil)
    #expect(number.double == 0x1p64 && number.float == 0x1p64)
    #expect(number.decimal?.description == "18446744073709551615")
    guard case .number(let huge) = try JSONValue(parsing: "1e400") else { return }
    #expect(huge.double == nil && huge.decimal == nil && huge.integer(as: UInt128.self) == nil)
  }
}
