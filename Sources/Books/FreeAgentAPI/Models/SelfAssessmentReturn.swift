// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import Money
public import ServiceBasics

extension FreeAgent {
  /// A user’s return for Self Assessment; its id is the last day of its tax year.
  ///
  /// Source: the page “Self Assessment Returns”.
  public struct SelfAssessmentReturn: Record, Addressed {
    public static let schema = Schema(Fields())
    /// Answers have the user in its address as well: `users/119/self_assessment_returns/2024-04-05`.
    public static let collections = ["self_assessment_returns"]

    /// The member of a body that one is; a list has the name of the collection.
    public static let key = "self_assessment_return"

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its address, which ends in the last day of its period.
      public let url = Field<Link<SelfAssessmentReturn>>("url", [.readOnly, .essential])
      /// The last day of its period.
      public let periodEndsOn = Field<Day>("period_ends_on", .readOnly)
      /// The first day of its period.
      public let periodStartsOn = Field<Day>("period_starts_on", .readOnly)
      /// What is to be paid, or is paid back.
      public let payments = Field<[SelfAssessmentPayment]>("payments", .readOnly)
      /// The day by which to file it.
      public let filingDueOn = Field<Day>("filing_due_on", .readOnly)
      /// `unfiled`, `pending`, `rejected`, `provisionally_filed`, `filed` or `marked_as_filed`.
      public let filingStatus = Field<String>("filing_status", .readOnly)
      /// When it was filed online.
      public let filedAt = Field<Timestamp>("filed_at", .readOnly)
      /// The mark that filing it online returned.
      public let filedReference = Field<String>("filed_reference", .readOnly)
    }
  }

  /// A payment of income tax.
  ///
  /// Source: the page “Self Assessment Returns”.
  public struct SelfAssessmentPayment: Record {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// What it is, such as `Balancing Payment`.
      public let label = Field<String>("label")
      /// The day by which to pay.
      public let dueOn = Field<Day>("due_on")
      /// How much; what is paid back is negative.
      public let amountDue = Field<ExactDecimal>("amount_due", .essential)
      /// `unpaid` or `marked_as_paid`; nil if nothing is to be paid.
      public let status = Field<String>("status")
    }
  }
}
