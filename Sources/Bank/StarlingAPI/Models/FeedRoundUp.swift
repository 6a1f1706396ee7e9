extension Starling {
  /// `AssociatedFeedRoundUp`: what the bank's own round-up moved for a payment.
  public struct FeedRoundUp: Codable, Sendable, Hashable {
    /// The goal it went to.
    public var goalCategoryUid: String?

    /// How much it was.
    public var amount: Amount?

    /// Makes it of its fields.
    public init(goalCategoryUid: String? = nil, amount: Amount? = nil) {
      self.goalCategoryUid = goalCategoryUid
      self.amount = amount
    }

    /// Reads what can be read: that there is one counts, whatever it says.
    public init(from decoder: any Decoder) {
      let members = try? decoder.container(keyedBy: CodingKeys.self)
      goalCategoryUid = members?.readable(.goalCategoryUid)
      amount = members?.readable(.amount)
    }
  }
}
