// What each request declares is explained once, at `Starling.Endpoint`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension Starling {
  /// The goals of an account.
  public struct GetSavingsGoals: Endpoint {
    public typealias Answer = SavingsGoals

    public static let method = Method.get
    public static let route = "/api/v2/account/{accountUid}/savings-goals"
    public static let scopes: [Scope] = [.savingsGoalRead]

    /// The account's id, a UUID.
    public let account: String

    /// Makes the request.
    public init(account: String) {
      self.account = account
    }

    public var pathValues: [String] { [account] }
  }
}

extension Starling {
  /// One goal of an account.
  public struct GetSavingsGoal: Endpoint {
    public typealias Answer = SavingsGoal

    public static let method = Method.get
    public static let route = "/api/v2/account/{accountUid}/savings-goals/{savingsGoalUid}"
    public static let scopes: [Scope] = [.savingsGoalRead]

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
  /// Makes a goal.
  ///
  /// It has no key, so that sent again it makes another.
  public struct CreateSavingsGoal: Endpoint {
    public typealias Answer = SavingsGoalAnswer

    public static let method = Method.put
    public static let route = "/api/v2/account/{accountUid}/savings-goals"
    public static let scopes: [Scope] = [.savingsGoalCreate]

    /// The account's id, a UUID.
    public let account: String
    /// What the goal is to be.
    public let request: SavingsGoalRequest

    /// Makes the request.
    public init(account: String, request: SavingsGoalRequest) {
      self.account = account
      self.request = request
    }

    public var pathValues: [String] { [account] }

    public var body: (any Encodable & Sendable)? { request }
  }
}

extension Starling {
  /// Changes a goal.
  public struct UpdateSavingsGoal: Endpoint {
    public typealias Answer = SavingsGoalAnswer

    public static let method = Method.put
    public static let route = "/api/v2/account/{accountUid}/savings-goals/{savingsGoalUid}"
    public static let scopes: [Scope] = [.savingsGoalCreate]
    public static let isRepeatable = true

    /// The account's id, a UUID.
    public let account: String
    /// The goal's id, a UUID.
    public let goal: String
    /// What the goal is to become.
    public let request: SavingsGoalRequest

    /// Makes the request.
    public init(account: String, goal: String, request: SavingsGoalRequest) {
      self.account = account
      self.goal = goal
      self.request = request
    }

    public var pathValues: [String] { [account, goal] }

    public var body: (any Encodable & Sendable)? { request }
  }
}

extension Starling {
  /// Deletes a goal; what is in it returns to the main category.
  public struct DeleteSavingsGoal: Endpoint {
    public typealias Answer = Nothing

    public static let method = Method.delete
    public static let route = "/api/v2/account/{accountUid}/savings-goals/{savingsGoalUid}"
    public static let scopes: [Scope] = [.savingsGoalDelete]

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
  /// The picture of a goal.
  public struct GetSavingsGoalPhoto: Endpoint {
    public typealias Answer = SavingsGoalPhoto

    public static let method = Method.get
    public static let route = "/api/v2/account/{accountUid}/savings-goals/{savingsGoalUid}/photo"
    public static let scopes: [Scope] = [.savingsGoalRead]

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
