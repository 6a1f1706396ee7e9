// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import Money

extension FreeAgent {
  /// Something that is due to an authority.
  ///
  /// Source: the page “Company”.
  public struct TaxTimelineItem: Record {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// What it is about, such as `VAT Return 09 26`.
      public let description = Field<String>("description")
      /// What is due, such as `Payment Due` or `Filing Due`.
      public let nature = Field<String>("nature")
      /// The day on which it is due.
      public let datedOn = Field<Day>("dated_on")
      /// How much, in the company’s currency; nil if it is no payment.
      public let amountDue = Field<ExactDecimal>("amount_due", .essential)
      /// Whether a person owes it, not the company.
      public let isPersonal = Field<Bool>("is_personal")
    }
  }
}
