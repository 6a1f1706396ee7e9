public import Days
public import FreeAgentAPI
public import Money

/// How far somebody has gone by car in a tax year, and what a claim changes about later ones.
public struct MilesSoFar: Sendable, Hashable, Codable {
  /// The tax year, such as `2026/27`.
  public let year: String
  /// The miles that come before a journey.
  public let before: ExactDecimal
  /// How many journeys come after it, whose allowance it may change.
  public let laterJourneys: Int
  /// What becomes of later claims, those that stay as they are included; nil if there are none, or it is not
  /// known.
  public let later: [LaterClaims]?
}

/// The claims of a tax year that come after one that is entered, changed or deleted, and what they are paid
/// less and more because of it.
public struct LaterClaims: Sendable, Hashable, Codable {
  /// A claim as the books had it before.
  public struct Claim: Sendable, Hashable, Codable {
    /// What the service knows it by.
    public let id: BookID<FreeAgent.Expense>
    /// The day of the journey.
    public let day: Day
    /// How much: negative, since it is owed to the claimant.
    public let amount: Money
  }

  /// The tax year, such as `2026/27`.
  public let year: String
  /// The sum of what some are paid less; above zero, nil if none is.
  public let less: Money?
  /// The sum of what some are paid more; above zero, nil if none is.
  public let more: Money?
  /// The claims in the order of their entry.
  public let claims: [Claim]

  /// Whether any of them is paid another amount.
  public var isChange: Bool { less != nil || more != nil }

  init(in year: String, less: Money, more: Money, of claims: [Claim]) {
    self.year = year
    self.less = less.isZero ? nil : less
    self.more = more.isZero ? nil : more
    self.claims = claims
  }
}
