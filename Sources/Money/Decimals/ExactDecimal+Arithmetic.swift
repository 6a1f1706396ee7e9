extension ExactDecimal {
  /// The exact sum.
  ///
  /// - Throws: ``MoneyError/overflow`` if it has more than 38 digits.
  public func adding(_ other: ExactDecimal) throws(MoneyError) -> ExactDecimal {
    let digits = max(fractionDigits, other.fractionDigits)
    guard let left = fixed.units.raised(by: digits - fractionDigits),
      let right = other.fixed.units.raised(by: digits - other.fractionDigits)
    else { throw .overflow }
    return try Self.checked(left + right, fractionDigits: digits)
  }

  /// The exact difference.
  ///
  /// - Throws: ``MoneyError/overflow`` if it has more than 38 digits.
  public func subtracting(_ other: ExactDecimal) throws(MoneyError) -> ExactDecimal {
    try adding(other.negated)
  }

  /// The exact product.
  ///
  /// - Throws: ``MoneyError/overflow`` if it has more than 38 digits.
  public func multiplied(by other: ExactDecimal) throws(MoneyError) -> ExactDecimal {
    let (units, overflows) = fixed.units.multipliedReportingOverflow(by: other.fixed.units)
    guard !overflows else { throw .overflow }
    return try Self.checked(units, fractionDigits: fractionDigits + other.fractionDigits)
  }

  /// The quotient, rounded once to so many decimals, a half away from zero.
  ///
  /// - Parameters:
  ///   - divisor: what the number is divided by.
  ///   - fractionDigits: how many decimals the quotient may have, not negative.
  /// - Returns: the quotient.
  /// - Throws: ``MoneyError/overflow`` if it has more than 38 digits, which includes a divisor of zero.
  public func divided(
    by divisor: ExactDecimal, fractionDigits: Int
  ) throws(MoneyError) -> ExactDecimal {
    ExactDecimal(
      FixedDecimal(
        units: try units(dividedBy: divisor, fractionDigits: fractionDigits),
        fractionDigits: fractionDigits))
  }

  /// The number rounded to so many decimals, a half away from zero.
  public func rounded(fractionDigits: Int) -> ExactDecimal {
    // A quotient by one never has more digits than the number.
    (try? divided(by: 1, fractionDigits: fractionDigits)) ?? self
  }

  /// The exact total, zero if there are no numbers.
  ///
  /// - Throws: ``MoneyError/overflow`` if a sum on the way has more than 38 digits.
  public static func sum(
    of numbers: some Sequence<ExactDecimal>
  ) throws(MoneyError) -> ExactDecimal {
    var total: ExactDecimal = 0
    for number in numbers { total = try total.adding(number) }
    return total
  }

  /// The quotient in units of its last decimal, rounded once.
  func units(dividedBy divisor: ExactDecimal, fractionDigits: Int) throws(MoneyError) -> Int128 {
    // units / 10^a ÷ (other / 10^b), in units of 10^-f: units × 10^(b + f - a) ÷ other.
    let power = divisor.fractionDigits + fractionDigits - self.fractionDigits
    let isNegative = isNegative != divisor.isNegative
    guard !isZero, !divisor.isZero else {
      guard divisor.isZero else { return 0 }
      throw .overflow
    }
    let dividend = fixed.units.magnitude
    let other = divisor.fixed.units.magnitude
    let quotient: UInt128
    if power >= 0 {
      quotient = try Self.quotient(of: dividend, by: other, digits: power)
    } else if let raising = Self.powerOfTen(-power) {
      let (scaled, overflows) = other.multipliedReportingOverflow(by: raising)
      // What does not fit is more than twice as much as any number of 38 digits.
      quotient = overflows ? 0 : try Self.quotient(of: dividend, by: scaled, digits: 0)
    } else {
      quotient = 0
    }
    return isNegative ? -Int128(quotient) : Int128(quotient)
  }

  /// A quotient with so many further digits, by long division, rounded half up.
  private static func quotient(
    of dividend: UInt128, by divisor: UInt128, digits: Int
  ) throws(MoneyError) -> UInt128 {
    let largest = FixedDecimal.largest.magnitude
    var (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
    for _ in 0..<digits {
      let (digit, rest) = divisor.dividingFullWidth(remainder.multipliedFullWidth(by: 10))
      remainder = rest
      guard quotient <= largest / 10 else { throw .overflow }
      quotient = quotient * 10 + digit
    }
    if remainder >= divisor - remainder { quotient += 1 }
    guard quotient <= largest else { throw .overflow }
    return quotient
  }

  private static func powerOfTen(_ exponent: Int) -> UInt128? {
    exponent > 38 ? nil : (0..<exponent).reduce(1) { power, _ in power * 10 }
  }

  private static func checked(
    _ units: Int128, fractionDigits: Int
  ) throws(MoneyError) -> ExactDecimal {
    let number = FixedDecimal(units: units, fractionDigits: fractionDigits).shortened
    guard number.units.magnitude <= UInt128(FixedDecimal.largest) else { throw .overflow }
    return ExactDecimal(number)
  }
}

extension Int128 {
  /// The number times ten to a power; nil if it has more than 38 digits.
  func raised(by exponent: Int) -> Int128? {
    guard self != 0 else { return 0 }
    var number = self
    for _ in 0..<exponent {
      let (next, overflows) = number.multipliedReportingOverflow(by: 10)
      guard !overflows, next.magnitude <= FixedDecimal.largest.magnitude else { return nil }
      number = next
    }
    return number
  }
}
