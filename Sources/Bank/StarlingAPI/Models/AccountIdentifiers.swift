extension Starling {
  /// `AccountIdentifiers`: the numbers by which other banks know an account.
  public struct AccountIdentifiers: Codable, Sendable, Hashable {
    /// The account number, such as "01234567".
    public var accountIdentifier: String?

    /// The sort code, such as "608371".
    public var bankIdentifier: String?

    /// The international account number.
    public var iban: String?

    /// The bank's international code.
    public var bic: String?

    /// The same and further numbers by kind.
    public var accountIdentifiers: [AccountIdentifier]?

    /// Makes it of its fields.
    public init(
      accountIdentifier: String? = nil, bankIdentifier: String? = nil, iban: String? = nil,
      bic: String? = nil, accountIdentifiers: [AccountIdentifier]? = nil
    ) {
      self.accountIdentifier = accountIdentifier
      self.bankIdentifier = bankIdentifier
      self.iban = iban
      self.bic = bic
      self.accountIdentifiers = accountIdentifiers
    }
  }
}
