public import Money

/// A request to delete a savings goal.
///
/// What is in it returns to the main category.
public struct GoalDeletion: Sendable, Hashable, Codable {
  /// The caller's idempotency key, a UUID: the same order sent again has the same key.
  public let key: String

  /// The account that the goal belongs to.
  public let account: Account.ID

  /// The goal that is to be deleted.
  public let goal: SavingsGoal.ID

  /// Makes an order.
  public init(key: String, account: Account.ID, goal: SavingsGoal.ID) {
    self.key = key
    self.account = account
    self.goal = goal
  }
}

/// What a bank answers to a `GoalDeletion`.
///
/// Its JSON is `{"deleted":{"returned":{…}}}` or `{"refused":{"unknownGoal":{}}}`.
public enum GoalDeletionResult: Sendable, Hashable, Codable {
  /// The goal is deleted, now or when the order came first.
  ///
  /// - Parameter returned: what was in it and is in the main category again; zero is possible, and nil
  ///   if it cannot be seen how much it was.
  case deleted(returned: Money?)

  /// Nothing was deleted.
  case refused(GoalDeletionRefusal)
}

/// Why a bank did not delete a savings goal.
public enum GoalDeletionRefusal: Sendable, Hashable, Codable {
  /// The account has no such goal, or no longer.
  case unknownGoal

  /// The key has been used for an order with other contents.
  case keyReused
}

extension GoalDeletionResult: OrderAnswer {
  package var isDone: Bool {
    if case .deleted = self { true } else { false }
  }
}

extension GoalDeletionResult {
  private enum CodingKeys: CodingKey {
    case deleted, refused
  }

  private struct Deleted: Codable {
    let returned: Money?
  }

  /// Reads whichever of the two keys is there.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let deleted = try container.decodeIfPresent(Deleted.self, forKey: .deleted) {
      self = .deleted(returned: deleted.returned)
    } else {
      self = .refused(try container.decode(GoalDeletionRefusal.self, forKey: .refused))
    }
  }

  /// Writes one key.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .deleted(let returned):
      try container.encode(Deleted(returned: returned), forKey: .deleted)
    case .refused(let refusal): try container.encode(refusal, forKey: .refused)
    }
  }
}
