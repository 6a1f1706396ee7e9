extension Starling {
  /// `SavingsGoalTransferResponseV2`: the answer to moving money, now or again and again.
  public struct GoalTransferAnswer: Codable, Sendable, Hashable {
    /// The id of the transfer.
    public var transferUid: String

    /// Whether it was done.
    public var success: Bool?

    /// Makes it of its fields.
    public init(transferUid: String, success: Bool? = nil) {
      self.transferUid = transferUid
      self.success = success
    }
  }
}
