extension Starling {
  /// `BalanceV2`: what is in an account.
  ///
  /// Everything but the totals leaves goals and spaces out.
  public struct Balance: Codable, Sendable, Hashable {
    /// Settled payments alone.
    public var clearedBalance: SignedAmount?

    /// Settled payments less the pending outgoing ones.
    public var effectiveBalance: SignedAmount?

    /// The sum of the pending payments.
    public var pendingTransactions: SignedAmount?

    /// How far the customer may overdraw.
    public var acceptedOverdraft: SignedAmount?

    /// The effective balance again; the document says no more.
    public var amount: SignedAmount?

    /// The cleared balance with goals and spaces.
    public var totalClearedBalance: SignedAmount?

    /// The effective balance with goals and spaces.
    public var totalEffectiveBalance: SignedAmount?

    /// Makes it of its fields.
    public init(
      clearedBalance: SignedAmount? = nil, effectiveBalance: SignedAmount? = nil,
      pendingTransactions: SignedAmount? = nil, acceptedOverdraft: SignedAmount? = nil,
      amount: SignedAmount? = nil, totalClearedBalance: SignedAmount? = nil,
      totalEffectiveBalance: SignedAmount? = nil
    ) {
      self.clearedBalance = clearedBalance
      self.effectiveBalance = effectiveBalance
      self.pendingTransactions = pendingTransactions
      self.acceptedOverdraft = acceptedOverdraft
      self.amount = amount
      self.totalClearedBalance = totalClearedBalance
      self.totalEffectiveBalance = totalEffectiveBalance
    }

    /// Reads a balance; an amount that is malformed is nil.
    public init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      clearedBalance = members.readable(.clearedBalance)
      effectiveBalance = members.readable(.effectiveBalance)
      pendingTransactions = members.readable(.pendingTransactions)
      acceptedOverdraft = members.readable(.acceptedOverdraft)
      amount = members.readable(.amount)
      totalClearedBalance = members.readable(.totalClearedBalance)
      totalEffectiveBalance = members.readable(.totalEffectiveBalance)
    }
  }
}
