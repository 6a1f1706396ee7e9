// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import Money
public import ServiceBasics

extension FreeAgent {
  /// A return for corporation tax; its id is the last day of its period.
  ///
  /// Source: the page “Corporation Tax Returns”.
  public struct CorporationTaxReturn: Filed, Listed {
    public static let schema = Schema(Fields())
    public static let collections = ["corporation_tax_returns"]
    public static let key = "corporation_tax_return"
    public static let level = PermissionLevel.accounting
    public typealias Filter = NoFilter

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its address, which ends in the last day of its period.
      public let url = Field<Link<CorporationTaxReturn>>("url", [.readOnly, .essential])
      /// The last day of its period.
      public let periodEndsOn = Field<Day>("period_ends_on", .readOnly)
      /// The first day of its period.
      public let periodStartsOn = Field<Day>("period_starts_on", .readOnly)
      /// How much is to be paid.
      public let amountDue = Field<ExactDecimal>("amount_due", [.readOnly, .essential])
      /// The day by which to pay.
      public let paymentDueOn = Field<Day>("payment_due_on", .readOnly)
      /// `unpaid` or `marked_as_paid`; nil if nothing is to be paid.
      public let paymentStatus = Field<String>("payment_status", .readOnly)
      /// The day by which to file it.
      public let filingDueOn = Field<Day>("filing_due_on", .readOnly)
      /// `draft`, `unfiled`, `pending`, `rejected`, `filed` or `marked_as_filed`.
      public let filingStatus = Field<String>("filing_status", .readOnly)
      /// When it was filed online.
      public let filedAt = Field<Timestamp>("filed_at", .readOnly)
      /// The mark that filing it online returned.
      public let filedReference = Field<String>("filed_reference", .readOnly)
    }
  }
}
