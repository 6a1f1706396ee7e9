import Books
import BooksTestSupport
import Money
import TestSupport
import Testing

func pounds(_ text: String) throws -> Money {
  try #require(Money(exactly: decimal(text), currency: .gbp), "\(text) is no amount")
}

extension SeededNumbers {
  /// Fixed seeds, so that a run is repeatable; a failure prints the one it had.
  static let seeds: [UInt64] = [1, 20_260_920, 0xB00C]

  /// An amount of up to about a million pounds, often small, of either sign or zero.
  mutating func pounds() -> Money {
    let bound = pick([10, 1_000, 100_000_000])
    return Money(minorUnits: Int64(below(2 * bound + 1) - bound), currency: .gbp)
  }

  /// A number from zero up to a bound, with so many decimals.
  mutating func decimal(below bound: Int, digits: Int) throws -> ExactDecimal {
    let whole = below(bound)
    guard digits > 0 else { return ExactDecimal(Int64(whole)) }
    let fraction = (0..<digits).map { _ in "\(below(10))" }.joined()
    return try #require(ExactDecimal("\(whole).\(fraction)"))
  }
}

/// Whether an amount is what a quotient comes to, rounded half up by its absolute value: held against
/// naturals of any size, without a division.
func isRounded(_ amount: Money, _ dividend: ExactDecimal, over divisor: ExactDecimal) -> Bool {
  let digits = max(dividend.fractionDigits, divisor.fractionDigits)
  let numerator =
    dividend.natural(digits) * WideNatural.powerOfTen(amount.currency.exponent) * WideNatural(2)
  let denominator = divisor.natural(digits)
  let units = WideNatural(UInt128(amount.minorUnits.magnitude)) * WideNatural(2)
  let isNear =
    numerator < (units + WideNatural(1)) * denominator
    && !(numerator + denominator < units * denominator)
  return isNear
    && (amount.isZero || amount.isNegative == (dividend.isNegative != divisor.isNegative))
}

extension ExactDecimal {
  /// The number without its sign, in units of so many decimals.
  fileprivate func natural(_ digits: Int) -> WideNatural {
    let units = magnitude.description.filter { $0 != "." }
    return WideNatural(UInt128(units) ?? 0) * WideNatural.powerOfTen(digits - fractionDigits)
  }
}
