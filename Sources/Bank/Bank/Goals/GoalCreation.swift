public import Money

/// What a bank answers to a `GoalOrder`.
///
/// Its JSON is `{"created":{…}}` or `{"refused":{"nameLength":{…}}}`.
public enum GoalCreation: Sendable, Hashable {
  /// The goal was made, now or when the order came first; as it was just after that.
  case created(SavingsGoal)

  /// No goal was made.
  case refused(GoalRefusal)
}

/// Why a bank did not make a savings goal.
public enum GoalRefusal: Sendable, Hashable, Codable {
  /// The name is empty, or longer than `limit` UTF-16 units.
  case nameLength(length: Int, limit: Int)

  /// The name is of spaces alone.
  case nameBlank

  /// The name holds a control character, such as the end of a line.
  case nameUnprintable

  /// The target is zero or less.
  case targetNotPositive

  /// The target is in another currency than the account.
  case currencyMismatch(expected: Currency)

  /// The key has been used for an order with other contents.
  case keyReused

  /// The customer has no such account.
  case unknownAccount
}

extension GoalCreation: OrderAnswer {
  package var isDone: Bool {
    if case .created = self { true } else { false }
  }
}

extension GoalCreation: Codable {
  private enum CodingKeys: CodingKey {
    case created, refused
  }

  /// Reads whichever of the two keys is there.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let goal = try container.decodeIfPresent(SavingsGoal.self, forKey: .created) {
      self = .created(goal)
    } else {
      self = .refused(try container.decode(GoalRefusal.self, forKey: .refused))
    }
  }

  /// Writes one key.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .created(let goal): try container.encode(goal, forKey: .created)
    case .refused(let refusal): try container.encode(refusal, forKey: .refused)
    }
  }
}
