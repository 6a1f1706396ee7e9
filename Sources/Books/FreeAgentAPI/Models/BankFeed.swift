// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import ServiceBasics

extension FreeAgent {
  /// What brings the transactions of a bank account; the API has no way to make or change one.
  ///
  /// Source: the page “Bank Feeds”.
  public struct BankFeed: Listed {
    public static let schema = Schema(Fields())
    public static let collections = ["bank_feeds"]
    public static let key = "bank_feed"
    public static let level = PermissionLevel.banking
    public typealias Filter = NoFilter

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its address, which ends in its id.
      public let url = Field<Link<BankFeed>>("url", [.readOnly, .essential])
      /// The account whose transactions it brings.
      public let bankAccount = Field<Link<BankAccount>>("bank_account", .readOnly)
      /// How it is, such as `enabled`.
      public let state = Field<String>("state", .readOnly)
      /// `api` or `open_banking`.
      public let feedType = Field<String>("feed_type", .readOnly)
      /// What the bank is called.
      public let bankServiceName = Field<String>("bank_service_name", .readOnly)
      /// Until when the customer has allowed it; of the type `api` alone.
      public let scaExpiresAt = Field<Timestamp>("sca_expires_at", .readOnly)
      /// When it was made.
      public let createdAt = Field<Timestamp>("created_at", .readOnly)
      /// When it last changed.
      public let updatedAt = Field<Timestamp>("updated_at", .readOnly)
    }
  }
}
