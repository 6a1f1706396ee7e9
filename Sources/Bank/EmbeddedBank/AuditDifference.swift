public import Bank
public import Money

/// An account of which the embedded bank's books do not add up.
public struct AuditDifference: Sendable, Hashable, Codable {
  /// The account whose books do not add up.
  public let account: Account.ID

  /// The goal whose total differs from its feed; nil for the account as a whole: main balance and
  /// goals together differ from what came and went outside.
  public let goal: SavingsGoal.ID?

  /// What the feed says.
  public let expected: Money

  /// What the books say.
  public let found: Money
}
