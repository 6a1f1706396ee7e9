// What each request declares is explained once, at `Starling.Endpoint`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension Starling {
  /// The accounts of the customer.
  public struct GetAccounts: Endpoint {
    public typealias Answer = Accounts

    public static let method = Method.get
    public static let route = "/api/v2/accounts"
    public static let scopes: [Scope] = [.accountRead, .accountListRead]

    /// Makes the request.
    public init() {}
  }
}

extension Starling {
  /// What is in an account.
  public struct GetBalance: Endpoint {
    public typealias Answer = Balance

    public static let method = Method.get
    public static let route = "/api/v2/accounts/{accountUid}/balance"
    public static let scopes: [Scope] = [.balanceRead]

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
  /// The numbers by which other banks know an account.
  public struct GetAccountIdentifiers: Endpoint {
    public typealias Answer = AccountIdentifiers

    public static let method = Method.get
    public static let route = "/api/v2/accounts/{accountUid}/identifiers"
    public static let scopes: [Scope] = [.accountIdentifierRead]

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
  /// Whether there is enough in an account for a payment.
  public struct GetConfirmationOfFunds: Endpoint {
    public typealias Answer = ConfirmationOfFunds

    public static let method = Method.get
    public static let route = "/api/v2/accounts/{accountUid}/confirmation-of-funds"
    public static let scopes: [Scope] = [.confirmationOfFundsRead]

    /// The account's id, a UUID.
    public let account: String
    /// The amount in the minor units of the account's currency, not negative.
    public let minorUnits: Int64

    /// Makes the request.
    public init(account: String, minorUnits: Int64) {
      self.account = account
      self.minorUnits = minorUnits
    }

    public var pathValues: [String] { [account] }

    public var query: [QueryItem] {
      [QueryItem("targetAmountInMinorUnits", String(minorUnits))]
    }
  }
}

extension Starling {
  /// The goals and spending spaces of an account.
  public struct GetSpaces: Endpoint {
    public typealias Answer = Spaces

    public static let method = Method.get
    public static let route = "/api/v2/account/{accountUid}/spaces"
    public static let scopes: [Scope] = [.spaceRead]

    /// The account's id, a UUID.
    public let account: String

    /// Makes the request.
    public init(account: String) {
      self.account = account
    }

    public var pathValues: [String] { [account] }
  }
}
