/// An exact amount of money: a count of minor units in one currency.
///
/// Arithmetic is checked: it throws rather than overflow or mix currencies.
/// In JSON an amount is `{"currency":"GBP","minorUnits":158}`.
public struct Money: Sendable, Hashable, Codable {
  /// The amount in the currency's minor unit, for example pence.
  ///
  /// May be negative.
  public let minorUnits: Int64

  /// The currency of the amount.
  public let currency: Currency

  /// Makes an amount from its minor units.
  public init(minorUnits: Int64, currency: Currency) {
    self.minorUnits = minorUnits
    self.currency = currency
  }

  /// No money at all, in this currency.
  public static func zero(_ currency: Currency) -> Money {
    Money(minorUnits: 0, currency: currency)
  }

  /// Whether the amount is exactly zero.
  public var isZero: Bool { minorUnits == 0 }

  /// Whether the amount is above zero.
  public var isPositive: Bool { minorUnits > 0 }

  /// Whether the amount is below zero.
  public var isNegative: Bool { minorUnits < 0 }

  private enum CodingKeys: String, CodingKey {
    case currency
    case minorUnits
  }
}
