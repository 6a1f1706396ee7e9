/// An exact decimal number of up to 38 digits: a quantity, a rate, a price.
///
/// Equal numbers are equal however they were written: 1.50 is 1.5. Sums, differences and products are
/// exact or throw; a quotient is rounded once, half up. An amount of money is made of one by
/// ``Money/Money/init(rounding:currency:)`` or ``Money/Money/init(exactly:currency:)``.
/// In JSON a number is a text, such as `"0.45"`.
public struct ExactDecimal: Sendable, Hashable {
  /// The number without zeros at its end, so that equal numbers are equal.
  package let fixed: FixedDecimal

  package init(_ fixed: FixedDecimal) {
    self.fixed = fixed.shortened
  }

  /// Makes a whole number.
  public init(_ integer: Int64) {
    fixed = FixedDecimal(units: Int128(integer), fractionDigits: 0)
  }

  /// Makes the number of major units of an amount: 12.5 of GBP 12.50.
  public init(_ amount: Money) {
    self.init(
      FixedDecimal(
        units: Int128(amount.minorUnits), fractionDigits: amount.currency.exponent))
  }

  /// Whether the number is exactly zero.
  public var isZero: Bool { fixed.units == 0 }

  /// Whether the number is below zero.
  public var isNegative: Bool { fixed.units < 0 }

  /// How many decimals the number has, zeros at its end not counted.
  public var fractionDigits: Int { fixed.fractionDigits }

  /// The number without its sign.
  public var magnitude: ExactDecimal { isNegative ? negated : self }

  /// The number with the opposite sign.
  public var negated: ExactDecimal {
    ExactDecimal(FixedDecimal(units: -fixed.units, fractionDigits: fixed.fractionDigits))
  }
}

extension ExactDecimal: ExpressibleByIntegerLiteral {
  /// Makes a whole number.
  public init(integerLiteral integer: Int64) {
    self.init(integer)
  }
}

extension ExactDecimal: LosslessStringConvertible {
  /// Reads digits with a dot and perhaps a minus, whatever the locale: `12`, `-0.45`.
  ///
  /// Nil for anything else: a plus, an exponent, a dot without digits on both sides, white space, or
  /// more than 38 digits, zeros in front not counted.
  public init?(_ description: String) {
    guard let fixed = FixedDecimal(description) else { return nil }
    self.init(fixed)
  }

  /// The number as plain digits, without needless zeros: `12`, `-0.45`.
  public var description: String { fixed.text }

  /// The number as plain digits with at least so many decimals: `12.0` with one.
  public func text(minimumFractionDigits: Int) -> String {
    let missing = minimumFractionDigits - fractionDigits
    guard missing > 0 else { return description }
    return description + (fractionDigits == 0 ? "." : "") + String(repeating: "0", count: missing)
  }
}

extension ExactDecimal: Codable {
  /// Reads a text such as `"0.45"`; anything else is a `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let number = ExactDecimal(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "not a decimal number such as 0.45")
    }
    self = number
  }

  /// Writes a text such as `"0.45"`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension ExactDecimal: Comparable {
  /// Whether one number is below another.
  public static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
    let (left, right) = (left.fixed, right.fixed)
    guard left.units.signum() == right.units.signum() else { return left.units < right.units }
    let excess = left.fractionDigits - right.fractionDigits
    // Brought to as many decimals as the other has, the shorter number may no longer fit.
    if excess >= 0 {
      guard let raised = right.units.raised(by: excess) else { return right.units > 0 }
      return left.units < raised
    }
    guard let raised = left.units.raised(by: -excess) else { return left.units < 0 }
    return raised < right.units
  }
}
