public import Money

/// A request to make a savings goal.
public struct GoalOrder: Sendable, Hashable, Codable {
  /// How long a name may be, in UTF-16 units as Starling's API counts.
  public static let nameLengths = 1...255

  /// The caller's idempotency key, a UUID: the same order sent again has the same key.
  public let key: String

  /// The account that the goal is to belong to.
  public let account: Account.ID

  /// The name, 1 to 255 UTF-16 units, not blank, without control characters.
  public let name: String

  /// How much is to be saved, in the account's currency; `nil` for an open-ended goal.
  public let target: Money?

  /// Makes an order.
  public init(key: String, account: Account.ID, name: String, target: Money?) {
    self.key = key
    self.account = account
    self.name = name
    self.target = target
  }
}
