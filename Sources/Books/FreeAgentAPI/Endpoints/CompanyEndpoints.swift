// What each request declares is explained once, at `FreeAgent.Endpoint`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import FoundationEssentials

extension FreeAgent {
  /// The company of the account.
  public struct GetCompany: Endpoint {
    public static let method = Method.get
    public static let route = "/v2/company"
    public static let level = PermissionLevel.time

    /// Makes the request.
    public init() {}

    public static func answer(from body: Data) throws -> Company {
      try Company(from: body, key: Company.key)
    }
  }

  /// What is due to authorities, the earliest first.
  public struct GetTaxTimeline: Endpoint {
    public static let method = Method.get
    public static let route = "/v2/company/tax_timeline"
    public static let level = PermissionLevel.accounting

    /// The member of the answer.
    public static let key = "timeline_items"

    /// Makes the request.
    public init() {}

    public static func answer(from body: Data) throws -> Batch<TaxTimelineItem> {
      try Batch(from: body, key: key)
    }
  }

  /// The kinds of business that a company may be of.
  public struct GetBusinessCategories: Endpoint {
    public static let method = Method.get
    public static let route = "/v2/company/business_categories"
    public static let level = PermissionLevel.time

    /// The member of the answer.
    public static let key = "business_categories"

    /// Makes the request.
    public init() {}

    public static func answer(from body: Data) throws -> [String] {
      try Enveloped<[String]>.value(in: body, keys: [key])
    }
  }

  /// The user who is logged in.
  public struct GetMe: Endpoint {
    public static let method = Method.get
    public static let route = "/v2/users/me"
    public static let level = PermissionLevel.time

    /// Makes the request.
    public init() {}

    public static func answer(from body: Data) throws -> User {
      try User(from: body, key: User.key)
    }
  }

  /// Changes the user who is logged in.
  public struct UpdateMe: Endpoint {
    public static let method = Method.put
    public static let route = "/v2/users/me"
    public static let level = PermissionLevel.time

    /// What is to become of the user.
    public let changes: User

    /// Makes the request.
    public init(_ changes: User) { self.changes = changes }

    public var isRepeatable: Bool { true }

    public var body: JSON? { changes.enveloped(as: User.key) }

    public static func answer(from body: Data) throws -> User? {
      try body.isBlank ? nil : User(from: body, key: User.key)
    }
  }

  /// The addresses from which documents can be sent, such as `Ada Example <ada@example.com>`.
  ///
  /// Source: the page “Email Addresses”. No request adds or verifies one.
  public struct GetEmailAddresses: Endpoint {
    public static let method = Method.get
    public static let route = "/v2/email_addresses"
    public static let level = PermissionLevel.time

    /// The member of the answer.
    public static let key = "email_addresses"

    /// Makes the request.
    public init() {}

    public static func answer(from body: Data) throws -> [String] {
      try Enveloped<[String]>.value(in: body, keys: [key])
    }
  }
}
