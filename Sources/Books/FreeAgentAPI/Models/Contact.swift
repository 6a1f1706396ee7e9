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
      /// Its address, which ends in its id.
      public let url = Field<Link<Contact>>("url", [.readOnly, .essential])
      /// The person’s first name; a contact without an organisation has it and the last name.
      public let firstName = Field<String>("first_name")
      /// The person’s last name; a contact without an organisation has it and the first name.
      public let lastName = Field<String>("last_name")
      /// The organisation’s name; nil for a person alone.
      public let organisationName = Field<String>("organisation_name")
      /// The e-mail address.
      public let email = Field<String>("email", level: .contacts)
      /// The e-mail address for invoices.
      public let billingEmail = Field<String>("billing_email", level: .contacts)
      /// The telephone number.
      public let phoneNumber = Field<String>("phone_number", level: .contacts)
      /// The mobile number.
      public let mobile = Field<String>("mobile", level: .contacts)
      /// The first line of the address.
      public let address1 = Field<String>("address1", level: .contacts)
      /// The second line.
      public let address2 = Field<String>("address2", level: .contacts)
      /// The third line.
      public let address3 = Field<String>("address3", level: .contacts)
      /// The town.
      public let town = Field<String>("town", level: .contacts)
      /// The county or region.
      public let region = Field<String>("region", level: .contacts)
      /// The postcode.
      public let postcode = Field<String>("postcode", level: .contacts)
      /// The country, in words.
      public let country = Field<String>("country", level: .contacts)
      /// Whether invoices show the person’s name.
      public let contactNameOnInvoices = Field<Bool>("contact_name_on_invoices", level: .contacts)
      /// How many days there are to pay.
      public let defaultPaymentTermsInDays = Field<Int>(
        "default_payment_terms_in_days", level: .contacts)
      /// The language of invoices, such as `en` or `fr-BE`.
      public let locale = Field<String>("locale", level: .contacts)
      /// What the contact owes, in the company’s currency; negative if the company owes the contact.
      public let accountBalance = Field<ExactDecimal>(
        "account_balance", .readOnly, level: .contacts)
      /// Whether invoices are numbered for this contact alone.
      public let usesContactInvoiceSequence = Field<Bool>(
        "uses_contact_invoice_sequence", level: .contacts)
      /// When invoices have VAT.
      public let chargeSalesTax = Field<SalesTaxCharging>("charge_sales_tax", level: .contacts)
      /// The number for VAT.
      public let salesTaxRegistrationNumber = Field<String>(
        "sales_tax_registration_number", level: .contacts)
      /// How many projects go on.
      public let activeProjectsCount = Field<Int>("active_projects_count", .readOnly)
      /// How far the direct debit mandate has come.
      public let directDebitMandateState = Field<MandateState>(
        "direct_debit_mandate_state", .readOnly)
      /// Whether the contact is offered.
      public let status = Field<ContactStatus>("status", level: .contacts)
      /// Whether the contact is a subcontractor under the Construction Industry Scheme.
      public let isCISSubcontractor = Field<Bool>("is_cis_subcontractor", level: .contacts)
      /// What is deducted under it.
      public let cisDeductionRate = Field<CISRate>("cis_deduction_rate", level: .contacts)
      /// The reference by which HMRC knows the contact as a taxpayer.
      public let uniqueTaxReference = Field<String>("unique_tax_reference", level: .contacts)
      /// The number of the subcontractor’s verification.
      public let subcontractorVerificationNumber = Field<String>(
        "subcontractor_verification_number", level: .contacts)
      /// Whether invoices are e-mailed to the contact automatically; in answers, not in the page.
      public let emailsInvoicesAutomatically = Field<Bool>(
        "emails_invoices_automatically", .readOnly)
      /// Whether the contact is reminded of payments by e-mail; in answers, not in the page.
      public let emailsPaymentReminders = Field<Bool>("emails_payment_reminders", .readOnly)
      /// Whether the contact is thanked for payments by e-mail; in answers, not in the page.
      public let emailsThankYouNotes = Field<Bool>("emails_thank_you_notes", .readOnly)
      /// Whether the contact has settings of its own for e-mails; in answers, not in the page.
      public let usesContactLevelEmailSettings = Field<Bool>(
        "uses_contact_level_email_settings", .readOnly)
      /// When it was made.
      public let createdAt = Field<Timestamp>("created_at", .readOnly)
      /// When it last changed.
      public let updatedAt = Field<Timestamp>("updated_at", .readOnly)
    }
  }
}
