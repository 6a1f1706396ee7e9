// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import Money
public import ServiceBasics

extension FreeAgent {
  /// An estimate, a quote or a proposal.
  ///
  /// Source: the page “Estimates”.
  public struct Estimate: Document, Listed, Creatable, Updatable, Deletable {
    public static let schema = Schema(Fields())
    public static let collections = ["estimates"]
    public static let key = "estimate"
    public static let level = PermissionLevel.invoices
    public typealias Filter = EstimateFilter

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its address, which ends in its id.
      public let url = Field<Link<Estimate>>("url", [.readOnly, .essential])
      /// How far it has come; without it the service refuses a new one.
      public let status = Field<EstimateStatus>("status", .required)
      /// What it is called.
      public let estimateType = Field<EstimateType>("estimate_type", .required)
      /// Whom it is for.
      public let contact = Field<Link<Contact>>("contact", .required)
      /// The project that it is for; nil if it is for none.
      public let project = Field<Link<Project>>("project")
      /// Its number, which a new one must have.
      public let reference = Field<String>("reference", .required)
      /// The day that the estimate bears.
      public let datedOn = Field<Day>("dated_on", .required)
      /// Its currency, three letters of ISO 4217.
      public let currency = Field<String>("currency", .required)
      /// A name in place of the contact’s.
      public let clientContactName = Field<String>("client_contact_name")
      /// A discount on all of it, in per cent.
      public let discountPercent = Field<ExactDecimal>("discount_percent")
      /// The status for VAT reports.
      public let ecStatus = Field<ECStatus>("ec_status")
      /// The country, if that is ``ECStatus/ecVATMOSS``.
      public let placeOfSupply = Field<String>("place_of_supply")
      /// The lines; a list leaves them out unless it is asked for them.
      public let estimateItems = Field<[EstimateItem]>("estimate_items", .essential)
      /// The sum without VAT.
      public let netValue = Field<ExactDecimal>("net_value", [.readOnly, .essential])
      /// The VAT on all lines, in its currency.
      public let salesTaxValue = Field<ExactDecimal>("sales_tax_value", [.readOnly, .essential])
      /// The second sales tax on all lines, if the company has one.
      public let secondSalesTaxValue = Field<ExactDecimal>(
        "second_sales_tax_value", [.readOnly, .essential])
      /// The sum in its currency, with VAT unless ``includeSalesTaxOnTotalValue`` is false.
      public let totalValue = Field<ExactDecimal>("total_value", [.readOnly, .essential])
      /// Further text.
      public let notes = Field<String>("notes")
      /// Whether the total includes VAT; true if it is left out.
      public let includeSalesTaxOnTotalValue = Field<Bool>("include_sales_tax_on_total_value")
      /// The invoice that was made of it.
      public let invoice = Field<Link<Invoice>>("invoice", .readOnly)
      /// The contact’s name; in answers, not in the page.
      public let contactName = Field<String>("contact_name", .readOnly)
      /// Whether there is VAT; in answers, not in the page.
      public let involvesSalesTax = Field<Bool>("involves_sales_tax", .readOnly)
      /// Whether it is of the time between two VAT registrations; in answers, not in the page.
      public let isInterimUKVAT = Field<Bool>("is_interim_uk_vat", .readOnly)
      /// When it was made.
      public let createdAt = Field<Timestamp>("created_at", .readOnly)
      /// When it last changed.
      public let updatedAt = Field<Timestamp>("updated_at", .readOnly)
    }
  }
}
