extension Starling {
  /// `Spaces`: goals and spending spaces of an account.
  public struct Spaces: Codable, Sendable, Hashable {
    /// The savings goals, each with its place in the list.
    public var savingsGoals: [SpaceGoal]

    /// The pockets with a card of their own.
    public var spendingSpaces: [SpendingSpace]

    /// Makes it of its fields.
    public init(savingsGoals: [SpaceGoal], spendingSpaces: [SpendingSpace]) {
      self.savingsGoals = savingsGoals
      self.spendingSpaces = spendingSpaces
    }
  }
}
