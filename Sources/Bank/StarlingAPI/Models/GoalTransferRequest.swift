extension Starling {
  /// `TopUpRequestV2` and `WithdrawalRequestV2`: money to move into a goal or out of it.
  public struct GoalTransferRequest: Codable, Sendable, Hashable {
    /// How much to move, more than zero.
    public var amount: Amount

    /// A text for the feed; newer than the document, which does not have it.
    public var reference: String?

    /// Makes it of its fields.
    public init(amount: Amount, reference: String? = nil) {
      self.amount = amount
      self.reference = reference
    }
  }
}
