// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Money
public import ServiceBasics

extension FreeAgent {
  /// A customer or a supplier; it has an organisation’s name, or a first and a last one.
  ///
  /// Source: the page “Contacts”.
  public struct Contact: Resource, Listed, Creatable, Updatable, Deletable {
    public static let schema = Schema(Fields())
    public static let collections = ["contacts"]
    public static let key = "contact"
    public static let level = PermissionLevel.time
    public typealias Filter = ContactFilter

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its address.
      public let url = Field<Link<Contact>>("url", [.readOnly, .essential])
      /// The first name.
      public let firstName = Field<String>("first_name")
      /// The last name.
      public let lastName = Field<String>("last_name")
      /// The name of the organisation.
      public let organisationName = Field<String>("organisation_name")
      /// The e-mail address.
      public let email = Field<String>("email")
      /// The e-mail address for invoices.
      public let billingEmail = Field<String>("billing_email")
      /// The telephone number.
      public let phoneNumber = Field<String>("phone_number")
      /// The mobile number.
      public let mobile = Field<String>("mobile")
      /// The first line of the address.
      public let address1 = Field<String>("address1")
      /// The second line.
      public let address2 = Field<String>("address2")
      /// The third line.
      public let address3 = Field<String>("address3")
      /// The town.
      public let town = Field<String>("town")
      /// The county or region.
      public let region = Field<String>("region")
      /// The postcode.
      public let postcode = Field<String>("postcode")
      /// The country, in words.
      public let country = Field<String>("country")
      /// Whether invoices show the person’s name.
      public let contactNameOnInvoices = Field<Bool>("contact_name_on_invoices")
      /// How many days there are to pay.
      public let defaultPaymentTermsInDays = Field<Int>("default_payment_terms_in_days")
      /// The language of invoices, such as `en` or `fr-BE`.
      public let locale = Field<String>("locale")
      /// What is owed, in the company’s currency.
      public let accountBalance = Field<ExactDecimal>("account_balance", .readOnly)
      /// Whether invoices are numbered for this contact alone.
      public let usesContactInvoiceSequence = Field<Bool>("uses_contact_invoice_sequence")
      /// When invoices have VAT.
      public let chargeSalesTax = Field<SalesTaxCharging>("charge_sales_tax")
      /// The number for VAT.
      public let salesTaxRegistrationNumber = Field<String>("sales_tax_registration_number")
      /// How many projects go on.
      public let activeProjectsCount = Field<Int>("active_projects_count", .readOnly)
      /// How far the direct debit mandate has come.
      public let directDebitMandateState = Field<MandateState>(
        "direct_debit_mandate_state", .readOnly)
      /// Whether the contact is offered.
      public let status = Field<ContactStatus>("status")
      /// Whether the contact is a subcontractor under the Construction Industry Scheme.
      public let isCISSubcontractor = Field<Bool>("is_cis_subcontractor")
      /// What is deducted under it.
      public let cisDeductionRate = Field<CISRate>("cis_deduction_rate")
      /// The tax reference.
      public let uniqueTaxReference = Field<String>("unique_tax_reference")
      /// The number of the subcontractor’s verification.
      public let subcontractorVerificationNumber = Field<String>(
        "subcontractor_verification_number")
      /// In answers, not in the page.
      public let emailsInvoicesAutomatically = Field<Bool>(
        "emails_invoices_automatically", .readOnly)
      /// In answers, not in the page.
      public let emailsPaymentReminders = Field<Bool>("emails_payment_reminders", .readOnly)
      /// In answers, not in the page.
      public let emailsThankYouNotes = Field<Bool>("emails_thank_you_notes", .readOnly)
      /// In answers, not in the page.
      public let usesContactLevelEmailSettings = Field<Bool>(
        "uses_contact_level_email_settings", .readOnly)
      /// When it was made.
      public let createdAt = Field<Timestamp>("created_at", .readOnly)
      /// When it last changed.
      public let updatedAt = Field<Timestamp>("updated_at", .readOnly)
    }
  }
}
