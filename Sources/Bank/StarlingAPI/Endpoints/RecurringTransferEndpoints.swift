// What each request declares is explained once, at `Starling.Endpoint`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension Starling {
  /// The recurring transfer of a goal.
  public struct GetRecurringTransfer: Endpoint {
    public typealias Answer = RecurringTransfer

    public static let method = Method.get
    public static let route =
      "/api/v2/account/{accountUid}/savings-goals/{savingsGoalUid}/recurring-transfer"
    public static let scopes: [Scope] = [.savingsGoalTransferRead]

    /// The account's id, a UUID.
    public let account: String
    /// The goal's id, a UUID.
    public let goal: String

    /// Makes the request.
    public init(account: String, goal: String) {
      self.account = account
      self.goal = goal
    }

    public var pathValues: [String] { [account, goal] }
  }
}

extension Starling {
  /// Orders the recurring transfer of a goal, in place of the one there is.
  public struct PutRecurringTransfer: Endpoint {
    public typealias Answer = GoalTransferAnswer

    public static let method = Method.put
    public static let route =
      "/api/v2/account/{accountUid}/savings-goals/{savingsGoalUid}/recurring-transfer"
    public static let scopes: [Scope] = [.savingsGoalTransferCreate]
    public static let isRepeatable = true

    /// The account's id, a UUID.
    public let account: String
    /// The goal's id, a UUID.
    public let goal: String
    /// When and how much.
    public let request: RecurringTransferRequest

    /// Makes the request.
    public init(account: String, goal: String, request: RecurringTransferRequest) {
      self.account = account
      self.goal = goal
      self.request = request
    }

    public var pathValues: [String] { [account, goal] }

    public var body: (any Encodable & Sendable)? { request }
  }
}

extension Starling {
  /// Ends the recurring transfer of a goal.
  public struct DeleteRecurringTransfer: Endpoint {
    public typealias Answer = Nothing

    public static let method = Method.delete
    public static let route =
      "/api/v2/account/{accountUid}/savings-goals/{savingsGoalUid}/recurring-transfer"
    public static let scopes: [Scope] = [.savingsGoalTransferDelete]

    /// The account's id, a UUID.
    public let account: String
    /// The goal's id, a UUID.
    public let goal: String

    /// Makes the request.
    public init(account: String, goal: String) {
      self.account = account
      self.goal = goal
    }

    public var pathValues: [String] { [account, goal] }
  }
}
