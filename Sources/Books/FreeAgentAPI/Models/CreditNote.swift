// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import Money
public import ServiceBasics

extension FreeAgent {
  /// A credit note; its values are negative.
  ///
  /// Source: the page “Credit Notes”.
  public struct CreditNote: Document, Listed, Creatable, Updatable, Deletable {
    public static let schema = Schema(Fields())
    public static let collections = ["credit_notes"]
    public static let key = "credit_note"
    public static let level = PermissionLevel.invoices
    public typealias Filter = CreditNoteFilter

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its address, which ends in its id.
      public let url = Field<Link<CreditNote>>("url", [.readOnly, .essential])
      /// How far it has come.
      public let status = Field<CreditNoteStatus>("status", .readOnly)
      /// Whom it is for.
      public let contact = Field<Link<Contact>>("contact", .required)
      /// The project that it is for; nil if it is for none.
      public let project = Field<Link<Project>>("project")
      /// Its number; the next one if a new one has none.
      public let reference = Field<String>("reference")
      /// The day that the credit note bears.
      public let datedOn = Field<Day>("dated_on", .required)
      /// Its currency, three letters of ISO 4217.
      public let currency = Field<String>("currency")
      /// A name in place of the contact’s.
      public let clientContactName = Field<String>("client_contact_name")
      /// A discount on all of it, in per cent.
      public let discountPercent = Field<ExactDecimal>("discount_percent")
      /// The status for VAT reports.
      public let ecStatus = Field<ECStatus>("ec_status")
      /// The country, if that is ``ECStatus/ecVATMOSS``.
      public let placeOfSupply = Field<String>("place_of_supply")
      /// The lines; a list leaves them out unless it is asked for them.
      public let creditNoteItems = Field<[CreditNoteItem]>("credit_note_items", .essential)
      /// The sum without VAT.
      public let netValue = Field<ExactDecimal>("net_value", [.readOnly, .essential])
      /// The VAT on all lines, in its currency.
      public let salesTaxValue = Field<ExactDecimal>("sales_tax_value", [.readOnly, .essential])
      /// The second sales tax on all lines, if the company has one.
      public let secondSalesTaxValue = Field<ExactDecimal>(
        "second_sales_tax_value", [.readOnly, .essential])
      /// The sum with VAT, in its currency.
      public let totalValue = Field<ExactDecimal>("total_value", [.readOnly, .essential])
      /// The day by which to pay.
      public let dueOn = Field<Day>("due_on")
      /// How many days there are to pay; 0 is on receipt.
      public let paymentTermsInDays = Field<Int>("payment_terms_in_days", .required)
      /// The terms in words.
      public let paymentTerms = Field<String>("payment_terms")
      /// The company’s currency for one unit of this one.
      public let exchangeRate = Field<ExactDecimal>("exchange_rate")
      /// The rate of the Construction Industry Scheme.
      public let cisRate = Field<String>("cis_rate")
      /// What is deducted under it, in per cent.
      public let cisDeductionRate = Field<ExactDecimal>("cis_deduction_rate")
      /// How much is deducted under the Construction Industry Scheme.
      public let cisDeduction = Field<ExactDecimal>("cis_deduction", .readOnly)
      /// How much has been deducted under the Construction Industry Scheme.
      public let cisDeductionSuffered = Field<ExactDecimal>("cis_deduction_suffered", .readOnly)
      /// Further text.
      public let comments = Field<String>("comments")
      /// The number of the order.
      public let poReference = Field<String>("po_reference")
      /// The account to pay to.
      public let bankAccount = Field<Link<BankAccount>>("bank_account")
      /// Whether the header is left out.
      public let omitHeader = Field<Bool>("omit_header")
      /// Whether the project is named.
      public let showProjectName = Field<Bool>("show_project_name")
      /// Whether BIC and IBAN are always shown.
      public let alwaysShowBICAndIBAN = Field<Bool>("always_show_bic_and_iban")
      /// The contact’s name.
      public let contactName = Field<String>("contact_name", .readOnly)
      /// The property, for a landlord.
      public let property = Field<Link<Property>>("property")
      /// Whether there is VAT.
      public let involvesSalesTax = Field<Bool>("involves_sales_tax", .readOnly)
      /// Whether it is of the time between two VAT registrations.
      public let isInterimUKVAT = Field<Bool>("is_interim_uk_vat", .readOnly)
      /// How far it has come, in words.
      public let longStatus = Field<String>("long_status", .readOnly)
      /// How much of the sum has been refunded.
      public let refundedValue = Field<ExactDecimal>("refunded_value", [.readOnly, .essential])
      /// What is left to pay.
      public let dueValue = Field<ExactDecimal>("due_value", [.readOnly, .essential])
      /// The day on which it was paid.
      public let refundedOn = Field<Day>("refunded_on", .readOnly)
      /// The day on which it was written off.
      public let writtenOffDate = Field<Day>("written_off_date", .readOnly)
      /// When it was made.
      public let createdAt = Field<Timestamp>("created_at", .readOnly)
      /// When it last changed.
      public let updatedAt = Field<Timestamp>("updated_at", .readOnly)
    }
  }
}
