public import Money

/// A request to move money between the main category of an account and one of its goals.
public struct TransferOrder: Sendable, Hashable, Codable {
  /// Which way money goes.
  public enum Direction: String, Sendable, Hashable, Codable {
    /// Out of the main category, into the goal.
    case intoGoal = "into-goal"
    /// Out of the goal, into the main category.
    case outOfGoal = "out-of-goal"
  }

  /// The caller's idempotency key, a UUID: the same order sent again has the same key.
  public let key: String

  /// The id that the bank knows the transfer by, a UUID; the key if none was given.
  ///
  /// Orders that mean the same transfer share one, also if different machines make them: at most one
  /// of them is carried out. The bank answers one with the same contents as it answered the first,
  /// and refuses one with others as `keyReused`.
  public var transfer: String { sharedTransfer ?? key }

  /// The account that the money stays in.
  public let account: Account.ID

  /// The goal to put it into, or to take it out of.
  public let goal: SavingsGoal.ID

  /// How much to move: positive, in the account's currency.
  public let amount: Money

  /// The payments whose round-up this is, in any order; empty if it is no round-up.
  ///
  /// No payment is covered twice, whatever the key, so that no round-up is ever moved twice.
  public let covering: [Payment.ID]

  /// Absent for the usual way, so that what was written before there was another reads the same.
  private let way: Direction?

  /// Absent if it is the key, so that what was written before there was such an id reads the same.
  let sharedTransfer: String?

  /// Which way the money goes.
  public var direction: Direction { way ?? .intoGoal }

  /// Makes an order; one out of a goal covers nothing.
  ///
  /// - Parameters:
  ///   - key: the caller's idempotency key, a UUID.
  ///   - transfer: the id that the bank is to know it by; nil for the key.
  ///   - account: the account that the money leaves or comes back to.
  ///   - goal: the goal.
  ///   - amount: how much, more than zero, in the account's currency.
  ///   - covering: the payments whose round-up this is.
  ///   - direction: into the goal, or out of it.
  public init(
    key: String, transfer: String? = nil, account: Account.ID, goal: SavingsGoal.ID, amount: Money,
    covering: [Payment.ID] = [], direction: Direction = .intoGoal
  ) {
    self.key = key
    sharedTransfer = transfer == key ? nil : transfer
    self.account = account
    self.goal = goal
    self.amount = amount
    self.covering = covering
    way = direction == .intoGoal ? nil : direction
  }

  private enum CodingKeys: String, CodingKey {
    case key, account, goal, amount, covering
    case way = "direction"
    case sharedTransfer = "transfer"
  }
}
