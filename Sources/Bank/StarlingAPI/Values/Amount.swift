extension Starling {
  /// `CurrencyAndAmount`: an amount that is never negative; a direction beside it is its sign.
  public struct Amount: Codable, Sendable, Hashable {
    /// Three letters of ISO 4217.
    public var currency: String

    /// The amount in the currency's minor unit, such as pence.
    public var minorUnits: Int64

    /// Makes an amount.
    public init(currency: String, minorUnits: Int64) {
      self.currency = currency
      self.minorUnits = minorUnits
    }
  }

  /// `SignedCurrencyAndAmount`: a balance, which may be negative.
  public struct SignedAmount: Codable, Sendable, Hashable {
    /// Three letters of ISO 4217.
    public var currency: String

    /// The amount in the currency's minor unit, such as pence.
    public var minorUnits: Int64

    /// Makes an amount.
    public init(currency: String, minorUnits: Int64) {
      self.currency = currency
      self.minorUnits = minorUnits
    }
  }
}
