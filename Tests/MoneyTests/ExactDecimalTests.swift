import Foundation
import Money
import TestSupport
import Testing

struct ExactDecimalTests {
  private func decimal(_ text: String) throws -> ExactDecimal {
    try #require(ExactDecimal(text), "\(text) is no number")
  }

  @Test(
    arguments: [
      ("0", "0"), ("-0", "0"), ("0.0", "0"), ("1.50", "1.5"), ("-730.0", "-730"), ("014.4", "14.4"),
      ("100", "100"), ("0.000000000000000000000000000000000000000001", nil),
      ("99999999999999999999999999999999999999", nil),
      ("-0.99999999999999999999999999999999999999", nil),
    ] as [(String, String?)])
  func `a number is read, and written without needless zeros`(
    text: String, written: String?
  ) throws {
    let number = try decimal(text)
    #expect(number.description == written ?? text)
    #expect(ExactDecimal(number.description) == number)
    let coded = try JSONDecoder().decode(ExactDecimal.self, from: JSONEncoder().encode(number))
    #expect(coded == number)
  }

  @Test(arguments: [
    "", "-", ".5", "5.", "+5", " 5", "5 ", "1,000", "1e3", "0x1", "½", "٣", "1.2.3", "--1", "NaN",
    "100000000000000000000000000000000000000", "1.00000000000000000000000000000000000001",
  ])
  func `anything else is no number`(text: String) {
    #expect(ExactDecimal(text) == nil)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([ExactDecimal].self, from: Data("[\"\(text)\"]".utf8))
    }
  }

  @Test func `equal numbers are equal however they are written`() throws {
    #expect(try decimal("1.50") == decimal("1.5"))
    #expect(try decimal("1.50").hashValue == decimal("1.5").hashValue)
    #expect(try decimal("-0.00") == 0)
    #expect(ExactDecimal(Money(minorUnits: -1250, currency: .gbp)) == (try decimal("-12.5")))
  }

  @Test(arguments: [("12", 1, "12.0"), ("12.5", 1, "12.5"), ("-0.25", 1, "-0.25"), ("3", 0, "3")])
  func `a text has as many decimals as are wanted`(text: String, digits: Int, written: String)
    throws
  {
    #expect(try decimal(text).text(minimumFractionDigits: digits) == written)
  }

  @Test func `numbers have an order`() throws {
    let ascending = try [
      "-99999999999999999999999999999999999999", "-1.5", "-1.49", "-0.00000000000000000001", "0",
      "0.0000000000000000000000000000000000000000000001", "0.1", "0.11", "1", "1.5",
      "99999999999999999999999999999999999998", "99999999999999999999999999999999999999",
    ].map(decimal)
    for (place, number) in ascending.enumerated() {
      for (other, second) in ascending.enumerated() {
        #expect((number < second) == (place < other), "\(number) < \(second)")
      }
    }
  }

  @Test func `sums, differences and products are exact or throw`() throws {
    #expect(try decimal("0.1").adding(decimal("0.2")) == decimal("0.3"))
    #expect(try decimal("1").subtracting(decimal("0.999")) == decimal("0.001"))
    #expect(try decimal("12.5").multiplied(by: decimal("0.45")) == decimal("5.625"))
    #expect(try ExactDecimal.sum(of: [1, 2, decimal("0.5")]) == decimal("3.5"))
    #expect(try ExactDecimal.sum(of: []) == 0)
    let large = try decimal("99999999999999999999999999999999999999")
    #expect(throws: MoneyError.overflow) { try large.adding(1) }
    #expect(throws: MoneyError.overflow) { try large.multiplied(by: decimal("1.1")) }
    #expect(try large.adding(large.negated) == 0)
    #expect(throws: MoneyError.overflow) { try large.adding(decimal("0.1")) }
  }

  @Test(arguments: [
    ("1", "3", 2, "0.33"), ("2", "3", 2, "0.67"), ("1", "2", 0, "1"), ("-1", "2", 0, "-1"),
    ("1", "-2", 0, "-1"), ("0.005", "1", 2, "0.01"), ("0.00499", "1", 2, "0"), ("0", "7", 2, "0"),
    ("1", "99999999999999999999999999999999999999", 38, "0.00000000000000000000000000000000000001"),
    ("1", "0.00000000000000000000000000000000000003", 0, "33333333333333333333333333333333333333"),
    ("0.0000000000000000000000000000000000000000005", "9", 2, "0"),
  ])
  func `a quotient is rounded once, a half away from zero`(
    dividend: String, divisor: String, digits: Int, quotient: String
  ) throws {
    let result = try decimal(dividend).divided(by: decimal(divisor), fractionDigits: digits)
    #expect(try result == decimal(quotient))
  }

  @Test func `a quotient that does not fit throws`() throws {
    #expect(throws: MoneyError.overflow) { try decimal("1").divided(by: 0, fractionDigits: 2) }
    #expect(throws: MoneyError.overflow) { try decimal("0").divided(by: 0, fractionDigits: 2) }
    #expect(throws: MoneyError.overflow) { try decimal("5").divided(by: 3, fractionDigits: 38) }
    #expect(throws: MoneyError.overflow) {
      try Money.quotient(of: decimal("99999999999999999999"), by: 1, in: .gbp)
    }
  }

  @Test func `a number becomes an amount, exactly or rounded once`() throws {
    #expect(Money(exactly: try decimal("12.5"), currency: .gbp)?.minorUnits == 1250)
    #expect(Money(exactly: try decimal("12.505"), currency: .gbp) == nil)
    #expect(Money(exactly: try decimal("12.505"), currency: .bhd)?.minorUnits == 12505)
    #expect(Money(exactly: try decimal("1400.00"), currency: .jpy)?.minorUnits == 1400)
    #expect(Money(exactly: try decimal("100000000000000000"), currency: .gbp) == nil)
    #expect(try Money(rounding: decimal("12.505"), currency: .gbp).minorUnits == 1251)
    #expect(try Money(rounding: decimal("-12.505"), currency: .gbp).minorUnits == -1251)
    #expect(try Money(rounding: decimal("0.5"), currency: .jpy).minorUnits == 1)
  }

  @Test(arguments: SeededNumbers.seeds)
  func `products, sums and quotients are those of exact rationals`(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    for _ in 0..<(runsLongTests ? 50_000 : 3_000) {
      let (left, right) = (random.decimal(), random.decimal())
      let (a, b) = (try decimal(left.text), try decimal(right.text))
      if let sum = try? a.adding(b) {
        // In units of the longer one, the sum of what is above and below zero is the same.
        let digits = max(left.digits, right.digits, sum.fractionDigits)
        let parts = [a, b, sum.negated].map { ($0.isNegative, $0.scaled(to: digits)) }
        let above = parts.filter { !$0.0 }.reduce(WideNatural(0)) { $0 + $1.1 }
        let below = parts.filter(\.0).reduce(WideNatural(0)) { $0 + $1.1 }
        #expect(above == below, "\(a) + \(b)")
      }
      if let product = try? a.multiplied(by: b) {
        let digits = left.digits + right.digits
        #expect(
          product.scaled(to: digits) == a.scaled(to: left.digits) * b.scaled(to: right.digits))
        #expect(product.isNegative == (a.isNegative != b.isNegative && !product.isZero))
      }
      let digits = random.below(12)
      guard !b.isZero, let quotient = try? a.divided(by: b, fractionDigits: digits) else {
        continue
      }
      // |a/b| × 10^digits is at most a half below and less than a half above the quotient's units.
      let one = WideNatural.powerOfTen(digits)
      let dividend = a.scaled(to: 40) * one * WideNatural(2)
      let divisor = b.scaled(to: 40)
      let units = quotient.scaled(to: digits) * WideNatural(2)
      #expect(dividend < (units + WideNatural(1)) * divisor, "\(a) / \(b)")
      #expect(dividend + divisor >= units * divisor, "\(a) / \(b)")
    }
  }
}

extension ExactDecimal {
  /// The number without its sign in units of so many decimals.
  fileprivate func scaled(to digits: Int) -> WideNatural {
    let units = magnitude.description.replacing(".", with: "").drop { $0 == "0" }
    return WideNatural(UInt128(units) ?? 0) * WideNatural.powerOfTen(digits - fractionDigits)
  }
}

extension SeededNumbers {
  /// A number of up to 19 digits, of which up to 12 are decimals; often short, often a tie.
  fileprivate mutating func decimal() -> (text: String, digits: Int) {
    let length = 1 + below(chance(0.5) ? 4 : 19)
    let digits = below(min(length, 12))
    let all = (0..<length).map { _ in pick(["0", "1", "2", "5", "5", "9", "\(below(10))"]) }
      .joined()
    let sign = chance(0.5) ? "-" : ""
    guard digits > 0 else { return (sign + all, 0) }
    return ("\(sign)\(all.dropLast(digits)).\(all.suffix(digits))", digits)
  }
}
