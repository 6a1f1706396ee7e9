// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import ServiceBasics

extension FreeAgent {
  /// The accounts of a year that a company files; its id is the last day of its period.
  ///
  /// Source: the page “Final Accounts Reports”.
  public struct FinalAccountsReport: Filed, Listed {
    public static let schema = Schema(Fields())
    public static let collections = ["final_accounts_reports"]
    public static let key = "final_accounts_report"
    public static let level = PermissionLevel.accounting
    public typealias Filter = NoFilter

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its address, which ends in the last day of its period.
      public let url = Field<Link<FinalAccountsReport>>("url", [.readOnly, .essential])
      /// The last day of its period.
      public let periodEndsOn = Field<Day>("period_ends_on", .readOnly)
      /// The first day of its period.
      public let periodStartsOn = Field<Day>("period_starts_on", .readOnly)
      /// The day by which to file it.
      public let filingDueOn = Field<Day>("filing_due_on", .readOnly)
      /// `draft`, `unfiled`, `pending`, `rejected`, `filed` or `marked_as_filed`.
      public let filingStatus = Field<String>("filing_status", .readOnly)
      /// When it was filed online.
      public let filedAt = Field<Timestamp>("filed_at", .readOnly)
      /// The number that it was filed online under.
      public let filedReference = Field<String>("filed_reference", .readOnly)
    }
  }
}
