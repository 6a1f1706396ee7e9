// What each request declares is explained once, at `Starling.Endpoint`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension Starling {
  /// Whether the bank's own round-up is on.
  public struct GetRoundUp: Endpoint {
    public typealias Answer = RoundUpAnswer

    public static let method = Method.get
    public static let route = "/api/v2/feed/account/{accountUid}/round-up"
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
  /// Switches the bank's own round-up on.
  public struct PutRoundUp: Endpoint {
    public typealias Answer = Nothing

    public static let method = Method.put
    public static let route = "/api/v2/feed/account/{accountUid}/round-up"
    public static let scopes: [Scope] = [.savingsGoalCreate]
    public static let isRepeatable = true

    /// The account's id, a UUID.
    public let account: String
    /// The goal that it fills.
    public let request: RoundUpRequest

    /// Makes the request.
    public init(account: String, request: RoundUpRequest) {
      self.account = account
      self.request = request
    }

    public var pathValues: [String] { [account] }

    public var body: (any Encodable & Sendable)? { request }
  }
}

extension Starling {
  /// Switches the bank's own round-up off.
  public struct DeleteRoundUp: Endpoint {
    public typealias Answer = Nothing

    public static let method = Method.delete
    public static let route = "/api/v2/feed/account/{accountUid}/round-up"
    public static let scopes: [Scope] = [.savingsGoalDelete]

    /// The account's id, a UUID.
    public let account: String

    /// Makes the request.
    public init(account: String) {
      self.account = account
    }

    public var pathValues: [String] { [account] }
  }
}
