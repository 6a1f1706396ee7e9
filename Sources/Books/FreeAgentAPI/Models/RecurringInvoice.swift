// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import Money
public import ServiceBasics

extension FreeAgent {
  /// What invoices are made from again and again; the API has no way to make or change one.
  ///
  /// It may have further members of an invoice.
  ///
  /// Source: the page “Recurring Invoices”.
  public struct RecurringInvoice: Listed {
    public static let schema = Schema(Fields())
    public static let collections = ["recurring_invoices"]
    public static let key = "recurring_invoice"
    public static let level = PermissionLevel.invoices
    public typealias Filter = RecurringInvoiceFilter

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its address, which ends in its id.
      public let url = Field<Link<RecurringInvoice>>("url", [.readOnly, .essential])
      /// How often an invoice is made.
      public let frequency = Field<Recurrence>("frequency")
      /// Whether invoices are made.
      public let recurringStatus = Field<RecurringInvoiceStatus>("recurring_status")
      /// The last day; nil if it recurs for ever.
      public let recurringEndDate = Field<Day>("recurring_end_date")
      /// The day of the next invoice.
      public let nextRecursOn = Field<Day>("next_recurs_on")
      /// Whom the invoices are for.
      public let contact = Field<Link<Contact>>("contact")
      /// The contact’s name.
      public let contactName = Field<String>("contact_name")
      /// The project that the invoices are for; nil if they are for none.
      public let project = Field<Link<Project>>("project")
      /// The property, for a landlord.
      public let property = Field<Link<Property>>("property")
      /// The number of the first invoice.
      public let reference = Field<String>("reference")
      /// The day of the first invoice.
      public let datedOn = Field<Day>("dated_on")
      /// The currency, three letters of ISO 4217.
      public let currency = Field<String>("currency")
      /// The company’s currency for one unit of this one.
      public let exchangeRate = Field<ExactDecimal>("exchange_rate")
      /// The lines; a list leaves them out.
      public let invoiceItems = Field<[InvoiceItem]>("invoice_items", .essential)
      /// The sum without VAT.
      public let netValue = Field<ExactDecimal>("net_value", .essential)
      /// The VAT on all lines, in its currency.
      public let salesTaxValue = Field<ExactDecimal>("sales_tax_value", .essential)
      /// The sum with VAT, in its currency.
      public let totalValue = Field<ExactDecimal>("total_value", .essential)
      /// How many days there are to pay; 0 is on receipt.
      public let paymentTermsInDays = Field<Int>("payment_terms_in_days")
      /// Whether the header is left out.
      public let omitHeader = Field<Bool>("omit_header")
      /// Whether BIC and IBAN are always shown.
      public let alwaysShowBICAndIBAN = Field<Bool>("always_show_bic_and_iban")
      /// How the invoices may be paid.
      public let paymentMethods = Field<PaymentMethods>("payment_methods")
      /// When it was made.
      public let createdAt = Field<Timestamp>("created_at", .readOnly)
      /// When it last changed.
      public let updatedAt = Field<Timestamp>("updated_at", .readOnly)
    }
  }
}
