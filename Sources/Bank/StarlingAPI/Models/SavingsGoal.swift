extension Starling {
  /// `SavingsGoalV2`: a savings goal.
  public struct SavingsGoal: Codable, Sendable, Hashable {
    /// The id, which is also the id of a category.
    public var savingsGoalUid: String?

    /// What the customer calls the goal.
    public var name: String?

    /// How much is to be saved; absent for an open-ended goal, or 0, as the official client writes it.
    public var target: Amount?

    /// How much is in it.
    public var totalSaved: Amount?

    /// How much of the target is saved, 0 to 100; absent without a target.
    public var savedPercentage: Int32?

    /// The stage of its life.
    public var state: SavingsGoalState

    /// Makes it of its fields.
    public init(
      savingsGoalUid: String? = nil, name: String? = nil, target: Amount? = nil,
      totalSaved: Amount? = nil, savedPercentage: Int32? = nil, state: SavingsGoalState
    ) {
      self.savingsGoalUid = savingsGoalUid
      self.name = name
      self.target = target
      self.totalSaved = totalSaved
      self.savedPercentage = savedPercentage
      self.state = state
    }

    /// Reads a goal.
    ///
    /// Its id, amounts and state must be readable; anything else that is malformed is nil.
    public init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      savingsGoalUid = try members.decodeIfPresent(String.self, forKey: .savingsGoalUid)
      name = members.readable(.name)
      target = try members.decodeIfPresent(Amount.self, forKey: .target)
      totalSaved = try members.decodeIfPresent(Amount.self, forKey: .totalSaved)
      savedPercentage = members.readable(.savedPercentage)
      state = try members.decode(SavingsGoalState.self, forKey: .state)
    }
  }
}
