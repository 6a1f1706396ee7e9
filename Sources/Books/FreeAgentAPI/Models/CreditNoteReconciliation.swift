// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import Money
public import ServiceBasics

extension FreeAgent {
  /// What a credit note settles of an invoice: so much less is due of both.
  ///
  /// Source: the page “Credit Note Reconciliations”.
  public struct CreditNoteReconciliation: Listed, Creatable, Updatable, Deletable {
    public static let schema = Schema(Fields())
    public static let collections = ["credit_note_reconciliations"]
    public static let key = "credit_note_reconciliation"
    public static let level = PermissionLevel.invoices
    public typealias Filter = CreditNoteReconciliationFilter

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its address, which ends in its id.
      public let url = Field<Link<CreditNoteReconciliation>>("url", [.readOnly, .essential])
      /// How much is settled; positive.
      public let grossValue = Field<ExactDecimal>("gross_value", [.required, .essential])
      /// The day from which it counts.
      public let datedOn = Field<Day>("dated_on")
      /// The currency, which is that of the invoice.
      public let currency = Field<String>("currency", .readOnly)
      /// The company’s currency for one unit of this one.
      public let exchangeRate = Field<ExactDecimal>("exchange_rate", .essential)
      /// The invoice that it settles, or a part of.
      public let invoice = Field<Link<Invoice>>("invoice", .required)
      /// The credit note that it is settled with.
      public let creditNote = Field<Link<CreditNote>>("credit_note", .required)
      /// When it was made.
      public let createdAt = Field<Timestamp>("created_at", .readOnly)
      /// When it last changed.
      public let updatedAt = Field<Timestamp>("updated_at", .readOnly)
    }
  }
}
