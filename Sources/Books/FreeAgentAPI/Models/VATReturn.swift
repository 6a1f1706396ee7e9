// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import Money
public import ServiceBasics

extension FreeAgent {
  /// A return for VAT; its id is the last day of its period.
  ///
  /// Source: the page “VAT Returns”.
  public struct VATReturn: Filed, Listed {
    public static let schema = Schema(Fields())
    public static let collections = ["vat_returns"]
    public static let key = "vat_return"
    public static let level = PermissionLevel.accounting
    public typealias Filter = NoFilter

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its address, which ends in the last day of its period.
      public let url = Field<Link<VATReturn>>("url", [.readOnly, .essential])
      /// The last day of its period.
      public let periodEndsOn = Field<Day>("period_ends_on", .readOnly)
      /// The first day of its period.
      public let periodStartsOn = Field<Day>("period_starts_on", .readOnly)
      /// What is to be paid, or is paid back.
      public let payments = Field<[VATPayment]>("payments", .readOnly)
      /// The day by which to file it.
      public let filingDueOn = Field<Day>("filing_due_on", .readOnly)
      /// `unfiled`, `pending`, `rejected`, `filed` or `marked_as_filed`.
      public let filingStatus = Field<String>("filing_status", .readOnly)
      /// When it was filed online.
      public let filedAt = Field<Timestamp>("filed_at", .readOnly)
      /// The number that it was filed online under.
      public let filedReference = Field<String>("filed_reference", .readOnly)
    }
  }
}

extension FreeAgent {
  /// A payment of VAT.
  ///
  /// Source: the page “VAT Returns”.
  public struct VATPayment: Record {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// What it is, such as `Payment Due`.
      public let label = Field<String>("label")
      /// The day by which to pay.
      public let dueOn = Field<Day>("due_on")
      /// How much; a refund is negative.
      public let amountDue = Field<ExactDecimal>("amount_due", .essential)
      /// `unpaid` or `marked_as_paid`; nil if nothing is to be paid.
      public let status = Field<String>("status")
    }
  }
}
