// What each request declares is explained once, at `FreeAgent.Endpoint`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import FoundationEssentials

extension FreeAgent {
  /// The days up to which the accounts are locked.
  ///
  /// Source: the page “Account Locks”.
  public struct GetAccountLocks: Endpoint {
    public static let method = Method.get
    public static let route = "/v2/account_locks"
    public static let level = PermissionLevel.full

    /// Makes the request.
    public init() {}

    public static func answer(from body: Data) throws -> AccountLocks {
      try JSONDecoder().decode(AccountLocks.self, from: body)
    }
  }

  /// Locks the accounts up to a day, in place of the day up to which a user locked them before.
  ///
  /// Source: the page “Account Locks”.
  public struct SetAccountLock: Endpoint {
    public typealias Answer = Nothing

    public static let method = Method.put
    public static let route = GetAccountLocks.route
    public static let level = GetAccountLocks.level

    /// The day, that included.
    public let day: Day

    /// Makes the request.
    public init(through day: Day) { self.day = day }

    public var isRepeatable: Bool { true }

    public var body: JSON? {
      AccountLock { $0.lockedToDate = day }.enveloped(as: AccountLock.key)
    }
  }

  /// Takes the lock of a user away.
  ///
  /// Source: the page “Account Locks”.
  public struct RemoveAccountLock: Endpoint {
    public typealias Answer = Nothing

    public static let method = Method.delete
    public static let route = GetAccountLocks.route
    public static let level = GetAccountLocks.level

    /// Makes the request.
    public init() {}
  }
}
