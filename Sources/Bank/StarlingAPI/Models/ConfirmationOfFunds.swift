extension Starling {
  /// `ConfirmationOfFundsResponse`: whether an account has enough for a payment.
  public struct ConfirmationOfFunds: Codable, Sendable, Hashable {
    /// Whether the amount can be spent.
    public var requestedAmountAvailableToSpend: Bool?

    /// Whether spending it would overdraw the account.
    public var accountWouldBeInOverdraftIfRequestedAmountSpent: Bool?

    /// Makes it of its fields.
    public init(
      requestedAmountAvailableToSpend: Bool? = nil,
      accountWouldBeInOverdraftIfRequestedAmountSpent: Bool? = nil
    ) {
      self.requestedAmountAvailableToSpend = requestedAmountAvailableToSpend
      self.accountWouldBeInOverdraftIfRequestedAmountSpent =
        accountWouldBeInOverdraftIfRequestedAmountSpent
    }
  }
}
