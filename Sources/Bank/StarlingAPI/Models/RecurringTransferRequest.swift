extension Starling {
  /// `ScheduledSavingsPaymentRequestV2`: money to move into a goal again and again.
  public struct RecurringTransferRequest: Codable, Sendable, Hashable {
    /// The days on which it is to move.
    public var recurrenceRule: RecurrenceRule

    /// How much each time.
    public var amount: Amount

    /// Whether to fill the goal up to the amount.
    public var topUp: Bool?

    /// A text for the feed; newer than the document, which does not have it.
    public var reference: String?

    /// Makes it of its fields.
    public init(
      recurrenceRule: RecurrenceRule, amount: Amount, topUp: Bool? = nil, reference: String? = nil
    ) {
      self.recurrenceRule = recurrenceRule
      self.amount = amount
      self.topUp = topUp
      self.reference = reference
    }
  }
}
