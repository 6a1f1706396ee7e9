public import Money

/// A request to move money from the main category of an account into one of its goals.
public struct TransferOrder: Sendable, Hashable, Codable {
  /// The caller's idempotency key, a UUID: the same order sent again bears the same key.
  public let key: String

  /// The account to take the money from.
  public let account: Account.ID

  /// The goal to put it into.
  public let goal: SavingsGoal.ID

  /// How much to move: positive, in the account's currency.
  public let amount: Money

  /// The payments whose round-up this is; empty where it is none. Their order is of no meaning.
  ///
  /// No payment is covered twice, whatever the key, so that no round-up is ever moved twice.
  public let covering: [Payment.ID]

  /// Makes an order.
  public init(
    key: String, account: Account.ID, goal: SavingsGoal.ID, amount: Money,
    covering: [Payment.ID] = []
  ) {
    self.key = key
    self.account = account
    self.goal = goal
    self.amount = amount
    self.covering = covering
  }
}
