extension Starling {
  /// `AccountIdentifier`: one number by which other banks know an account.
  public struct AccountIdentifier: Codable, Sendable, Hashable {
    /// The kind of number.
    public var identifierType: IdentifierType?

    /// The bank's part.
    public var bankIdentifier: String?

    /// The account's part.
    public var accountIdentifier: String?

    /// Makes it of its fields.
    public init(
      identifierType: IdentifierType? = nil, bankIdentifier: String? = nil,
      accountIdentifier: String? = nil
    ) {
      self.identifierType = identifierType
      self.bankIdentifier = bankIdentifier
      self.accountIdentifier = accountIdentifier
    }
  }
}
