extension Starling {
  /// `Accounts`: the accounts of the customer.
  public struct Accounts: Codable, Sendable, Hashable {
    /// The accounts.
    public var accounts: [Account]?

    /// Makes it of its fields.
    public init(accounts: [Account]? = nil) {
      self.accounts = accounts
    }
  }
}
