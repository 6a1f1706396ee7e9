// What each filter declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import ServiceBasics

extension FreeAgent {
  /// What a list of sets of journals is narrowed by.
  public struct JournalSetFilter: ListFilter {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The items of the query.
    public struct Fields: Sendable {
      /// From a day on.
      public let fromDate = Field<Day>("from_date")
      /// Up to a day, that included.
      public let toDate = Field<Day>("to_date")
      /// Those that changed at that time or later.
      public let updatedSince = Field<Timestamp>("updated_since")
      /// Those with a tag.
      public let tag = Field<String>("tag")
    }
  }

  /// What a list of postings is narrowed by.
  public struct LedgerTransactionFilter: ListFilter {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The items of the query.
    public struct Fields: Sendable {
      /// From a day on; without it, from the beginning of the accounting year.
      public let fromDate = Field<Day>("from_date")
      /// Up to a day, that included; without it, up to today.
      public let toDate = Field<Day>("to_date")
      /// Those of an account, and of its sub-accounts.
      public let nominalCode = Field<String>("nominal_code")
    }
  }
}
