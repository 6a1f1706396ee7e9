extension Starling {
  /// `Spaces`: goals and spending spaces of an account.
  public struct Spaces: Codable, Sendable, Hashable {
    /// The goals.
    public var savingsGoals: [SpaceGoal]

    /// The spending spaces.
    public var spendingSpaces: [SpendingSpace]

    /// Makes it of its fields.
    public init(savingsGoals: [SpaceGoal], spendingSpaces: [SpendingSpace]) {
      self.savingsGoals = savingsGoals
      self.spendingSpaces = spendingSpaces
    }
  }
}
