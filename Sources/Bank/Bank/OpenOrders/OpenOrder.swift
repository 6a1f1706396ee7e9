public import ServiceBasics

/// An order that was sent and never answered: it may have been carried out.
public struct OpenOrder: Sendable, Hashable, Codable, Identifiable {
  /// What was ordered.
  public enum Contents: Sendable, Hashable, Codable {
    /// Money is to be moved between an account and a goal.
    case transfer(TransferOrder)
    /// A goal is to be made.
    case goal(GoalOrder)
    /// A goal is to be deleted.
    case deletion(GoalDeletion)
  }

  /// The key of the order.
  public let id: String

  /// What was ordered.
  public let contents: Contents

  /// The name of the goal that it is about; nil if it is not known.
  public let goalName: String?

  /// When it was ordered: by the bank's clock, as near as that is known.
  public let orderedAt: Timestamp

  /// Makes a description.
  public init(id: String, contents: Contents, goalName: String?, orderedAt: Timestamp) {
    self.id = id
    self.contents = contents
    self.goalName = goalName
    self.orderedAt = orderedAt
  }

  /// The account that it is about.
  public var account: Account.ID {
    switch contents {
    case .transfer(let order): order.account
    case .goal(let order): order.account
    case .deletion(let order): order.account
    }
  }
}

/// What the bank shows that may be an order's doing.
///
/// A bank's lists may lag behind, and somebody else may have done the same: neither a sign like that
/// nor its absence settles a transfer. Sending it again does, since the bank knows it by its id.
public enum OrderSigns: String, Sendable, Hashable, Codable {
  /// There is one that nothing else can have left: the order is settled as carried out.
  case carriedOut = "carried-out"
  /// There is one thing that is as the order would have made it, and was not there before.
  case one
  /// There are several.
  case several
  /// There is none yet.
  case none
  /// The bank does not let it be seen.
  case unreadable
}

/// What became of an open order.
public enum OpenOrderEnd: String, Sendable, Hashable, Codable {
  /// It was carried out.
  case done
  /// It was not carried out, and will not be.
  case notDone = "not-done"
  /// The bank refused to do it again; whether it was done before is still not known.
  case refusedAgain = "refused-again"
  /// It is not open, or no longer.
  case notOpen = "not-open"
}
