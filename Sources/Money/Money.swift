/// An exact amount of money: a count of minor units in one currency.
///
/// Arithmetic is checked: it throws rather than overflow or mix currencies.
public struct Money: Sendable, Hashable, Codable {
  /// The amount in the currency's minor unit, for example pence. May be negative.
  public let minorUnits: Int64

  /// The currency of the amount.
  public let currency: Currency

  /// Makes an amount from its minor units.
  public init(minorUnits: Int64, currency: Currency) {
    self.minorUnits = minorUnits
    self.currency = currency
  }
}
