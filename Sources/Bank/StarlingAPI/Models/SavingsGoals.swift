extension Starling {
  /// `SavingsGoalsV2`: the goals of an account.
  public struct SavingsGoals: Codable, Sendable, Hashable {
    /// The goals.
    public var savingsGoalList: [SavingsGoal]

    /// Makes it of its fields.
    public init(savingsGoalList: [SavingsGoal]) {
      self.savingsGoalList = savingsGoalList
    }
  }
}
