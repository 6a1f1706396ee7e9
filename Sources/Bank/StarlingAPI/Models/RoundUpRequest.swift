extension Starling {
  /// `RoundUpGoalPayload`: the bank's own round-up to switch on.
  public struct RoundUpRequest: Codable, Sendable, Hashable {
    /// The goal that it fills.
    public var roundUpGoalUid: String

    /// How many times each round-up is moved, 1 to 10.
    public var roundUpMultiplier: Int32

    /// Makes it of its fields.
    public init(roundUpGoalUid: String, roundUpMultiplier: Int32) {
      self.roundUpGoalUid = roundUpGoalUid
      self.roundUpMultiplier = roundUpMultiplier
    }
  }
}
