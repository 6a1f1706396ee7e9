extension Starling {
  /// `RoundUpGoalResponse`: whether the bank's own round-up is on, and how.
  public struct RoundUpAnswer: Codable, Sendable, Hashable {
    /// Whether it is on.
    public var active: Bool?

    /// How; the same as the next, which newer answers have.
    public var roundUpGoal: RoundUpDetails?

    /// How, in newer answers; the same as ``roundUpGoal``.
    public var roundUpGoalDetails: RoundUpDetails?

    /// Makes it of its fields.
    public init(
      active: Bool? = nil, roundUpGoal: RoundUpDetails? = nil,
      roundUpGoalDetails: RoundUpDetails? = nil
    ) {
      self.active = active
      self.roundUpGoal = roundUpGoal
      self.roundUpGoalDetails = roundUpGoalDetails
    }
  }
}
