// What each request declares is explained once, at `Starling.Endpoint`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension Starling {
  /// Moves money from the main category into a goal.
  public struct AddMoney: Endpoint {
    public typealias Answer = GoalTransferAnswer

    public static let method = Method.put
    public static let route =
      "/api/v2/account/{accountUid}/savings-goals/{savingsGoalUid}/add-money/{transferUid}"
    public static let scopes: [Scope] = [.savingsGoalTransferCreate]
    public static let isRepeatable = true

    /// The account's id, a UUID.
    public let account: String
    /// The goal's id, a UUID.
    public let goal: String
    /// The transfer's id, a UUID that the caller makes: the same transfer sent again has the same.
    public let transfer: String
    /// How much is moved; more than zero.
    public let request: GoalTransferRequest

    /// Makes the request.
    public init(account: String, goal: String, transfer: String, request: GoalTransferRequest) {
      self.account = account
      self.goal = goal
      self.transfer = transfer
      self.request = request
    }

    public var pathValues: [String] { [account, goal, transfer] }

    public var body: (any Encodable & Sendable)? { request }
  }
}

extension Starling {
  /// Moves money out of a goal into the main category.
  public struct WithdrawMoney: Endpoint {
    public typealias Answer = GoalTransferAnswer

    public static let method = Method.put
    public static let route =
      "/api/v2/account/{accountUid}/savings-goals/{savingsGoalUid}/withdraw-money/{transferUid}"
    public static let scopes: [Scope] = [.savingsGoalTransferCreate]
    public static let isRepeatable = true

    /// The account's id, a UUID.
    public let account: String
    /// The goal's id, a UUID.
    public let goal: String
    /// The transfer's id, a UUID that the caller makes: the same transfer sent again has the same.
    public let transfer: String
    /// How much is moved; more than zero.
    public let request: GoalTransferRequest

    /// Makes the request.
    public init(account: String, goal: String, transfer: String, request: GoalTransferRequest) {
      self.account = account
      self.goal = goal
      self.transfer = transfer
      self.request = request
    }

    public var pathValues: [String] { [account, goal, transfer] }

    public var body: (any Encodable & Sendable)? { request }
  }
}
