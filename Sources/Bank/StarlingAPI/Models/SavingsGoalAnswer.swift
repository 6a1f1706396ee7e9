extension Starling {
  /// `CreateOrUpdateSavingsGoalResponseV2`: the answer to making or changing a goal.
  public struct SavingsGoalAnswer: Codable, Sendable, Hashable {
    /// The id of the goal.
    public var savingsGoalUid: String?

    /// Whether it was done.
    public var success: Bool?

    /// Makes it of its fields.
    public init(savingsGoalUid: String? = nil, success: Bool? = nil) {
      self.savingsGoalUid = savingsGoalUid
      self.success = success
    }
  }
}
