// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import Money

extension FreeAgent {
  /// Something that happened to an invoice, such as a payment.
  ///
  /// Source: the page “Invoices”.
  public struct InvoiceTimelineItem: Record {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// The invoice's reference.
      public let reference = Field<String>("reference")
      /// What happened, such as `Payment: 007: £14.40 received`.
      public let summary = Field<String>("summary")
      /// Whose invoice it is.
      public let description = Field<String>("description")
      /// The day on which it happened.
      public let datedOn = Field<Day>("dated_on")
      /// How much, in the invoice's currency.
      public let amount = Field<ExactDecimal>("amount", .essential)
    }
  }
}
