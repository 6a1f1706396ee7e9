// What each request declares is explained once, at `Starling.Endpoint`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import ServiceBasics

extension Starling {
  /// The items of a category that have changed since a time.
  public struct GetFeedChanges: Endpoint {
    public typealias Answer = FeedItems

    public static let method = Method.get
    public static let route = "/api/v2/feed/account/{accountUid}/category/{categoryUid}"
    public static let scopes: [Scope] = [.transactionRead]

    /// The account's id, a UUID.
    public let account: String
    /// The category: the main one, or a goal.
    public let category: String
    /// The time to look back to: items that changed earlier are left out.
    public let since: Timestamp

    /// Makes the request.
    public init(account: String, category: String, since: Timestamp) {
      self.account = account
      self.category = category
      self.since = since
    }

    public var pathValues: [String] { [account, category] }

    public var query: [QueryItem] {
      [QueryItem("changesSince", since.description)]
    }
  }
}

extension Starling {
  /// The items of a category by the time of their payment, in every status.
  public struct GetFeedBetween: Endpoint {
    public typealias Answer = FeedItems

    public static let method = Method.get
    public static let route =
      "/api/v2/feed/account/{accountUid}/category/{categoryUid}/transactions-between"
    public static let scopes: [Scope] = [.transactionRead]

    /// The account's id, a UUID.
    public let account: String
    /// The category: the main one, or a goal.
    public let category: String
    /// The earliest time.
    public let from: Timestamp
    /// The end; items at it are not asked for.
    public let until: Timestamp

    /// Makes the request.
    public init(account: String, category: String, from: Timestamp, until: Timestamp) {
      self.account = account
      self.category = category
      self.from = from
      self.until = until
    }

    public var pathValues: [String] { [account, category] }

    public var query: [QueryItem] {
      [
        QueryItem("minTransactionTimestamp", from.description),
        QueryItem("maxTransactionTimestamp", until.description),
      ]
    }
  }
}

extension Starling {
  /// The items of an account, goals included, by the time of their settlement.
  public struct GetSettledFeedBetween: Endpoint {
    public typealias Answer = FeedItems

    public static let method = Method.get
    public static let route = "/api/v2/feed/account/{accountUid}/settled-transactions-between"
    public static let scopes: [Scope] = [.transactionRead]

    /// The account's id, a UUID.
    public let account: String
    /// The earliest time.
    public let from: Timestamp
    /// The end; items at it are not asked for.
    public let until: Timestamp

    /// Makes the request.
    public init(account: String, from: Timestamp, until: Timestamp) {
      self.account = account
      self.from = from
      self.until = until
    }

    public var pathValues: [String] { [account] }

    public var query: [QueryItem] {
      [
        QueryItem("minTransactionTimestamp", from.description),
        QueryItem("maxTransactionTimestamp", until.description),
      ]
    }
  }
}

extension Starling {
  /// One item of a category.
  public struct GetFeedItem: Endpoint {
    public typealias Answer = FeedItem

    public static let method = Method.get
    public static let route =
      "/api/v2/feed/account/{accountUid}/category/{categoryUid}/{feedItemUid}"
    public static let scopes: [Scope] = [.transactionRead]

    /// The account's id, a UUID.
    public let account: String
    /// The category: the main one, or a goal.
    public let category: String
    /// The id of the feed item, a UUID.
    public let item: String

    /// Makes the request.
    public init(account: String, category: String, item: String) {
      self.account = account
      self.category = category
      self.item = item
    }

    public var pathValues: [String] { [account, category, item] }
  }
}
