extension Starling {
  /// `ScheduledSavingsPaymentV2`: money that moves into a goal again and again.
  public struct RecurringTransfer: Codable, Sendable, Hashable {
    /// The id of the recurring transfer, a UUID.
    public var transferUid: String

    /// The days on which it moves.
    public var recurrenceRule: RecurrenceRule

    /// How much each time.
    public var amount: Amount

    /// The next day, such as `2026-11-20`.
    public var nextPaymentDate: String

    /// Makes it of its fields.
    public init(
      transferUid: String, recurrenceRule: RecurrenceRule, amount: Amount, nextPaymentDate: String
    ) {
      self.transferUid = transferUid
      self.recurrenceRule = recurrenceRule
      self.amount = amount
      self.nextPaymentDate = nextPaymentDate
    }

    private enum CodingKeys: String, CodingKey {
      case transferUid, recurrenceRule, nextPaymentDate
      case amount = "currencyAndAmount"
    }
  }
}
