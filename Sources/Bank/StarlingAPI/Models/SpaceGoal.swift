extension Starling {
  /// `SavingsGoalOrdered`: a savings goal in the list of spaces.
  public struct SpaceGoal: Codable, Sendable, Hashable {
    /// The id, which is also the id of a category.
    public var savingsGoalUid: String?

    /// What the customer calls the goal.
    public var name: String?

    /// How much is to be saved; absent for an open-ended goal.
    public var target: Amount?

    /// How much is in it.
    public var totalSaved: Amount?

    /// How much of the target is saved, 0 to 100; absent without a target.
    public var savedPercentage: Int32?

    /// Its place in the list.
    public var sortOrder: Int32?

    /// The stage of its life.
    public var state: SavingsGoalState

    /// Makes it of its fields.
    public init(
      savingsGoalUid: String? = nil, name: String? = nil, target: Amount? = nil,
      totalSaved: Amount? = nil, savedPercentage: Int32? = nil, sortOrder: Int32? = nil,
      state: SavingsGoalState
    ) {
      self.savingsGoalUid = savingsGoalUid
      self.name = name
      self.target = target
      self.totalSaved = totalSaved
      self.savedPercentage = savedPercentage
      self.sortOrder = sortOrder
      self.state = state
    }
  }
}
