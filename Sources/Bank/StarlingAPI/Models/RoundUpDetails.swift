public import FoundationEssentials
public import ServiceBasics

extension Starling {
  /// `RoundUpGoalDetails`: how the bank's own round-up is set.
  public struct RoundUpDetails: Codable, Sendable, Hashable {
    /// The category whose payments are rounded up.
    public var primaryCategoryUid: String

    /// The goal that it fills.
    public var roundUpGoalUid: String

    /// How many times each round-up is moved.
    public var roundUpMultiplier: Decimal

    /// Since when.
    public var activatedAt: Timestamp

    /// By whom.
    public var activatedBy: String

    /// Makes it of its fields.
    public init(
      primaryCategoryUid: String, roundUpGoalUid: String, roundUpMultiplier: Decimal,
      activatedAt: Timestamp, activatedBy: String
    ) {
      self.primaryCategoryUid = primaryCategoryUid
      self.roundUpGoalUid = roundUpGoalUid
      self.roundUpMultiplier = roundUpMultiplier
      self.activatedAt = activatedAt
      self.activatedBy = activatedBy
    }
  }
}
