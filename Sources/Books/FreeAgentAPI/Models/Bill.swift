// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import Money
public import ServiceBasics

extension FreeAgent {
  /// A bill of a supplier.
  ///
  /// Source: the page “Bills”.
  public struct Bill: Resource, Listed, Creatable, Updatable, Deletable {
    public static let schema = Schema(Fields())
    public static let collections = ["bills"]
    public static let key = "bill"
    public static let level = PermissionLevel.bills
    public typealias Filter = BillFilter

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its address, which ends in its id.
      public let url = Field<Link<Bill>>("url", [.readOnly, .essential])
      /// The supplier whose bill it is.
      public let contact = Field<Link<Contact>>("contact", .required)
      /// That one’s name; in answers, not in the page.
      public let contactName = Field<String>("contact_name", .readOnly)
      /// The number or other text that it is referred to by.
      public let reference = Field<String>("reference", .required)
      /// The day that the bill bears.
      public let datedOn = Field<Day>("dated_on", .required)
      /// The day by which to pay.
      public let dueOn = Field<Day>("due_on", .required)
      /// Its currency, three letters of ISO 4217.
      public let currency = Field<String>("currency")
      /// How far it has come.
      public let status = Field<BillStatus>("status", .readOnly)
      /// How far it has come, in words.
      public let longStatus = Field<String>("long_status", .readOnly)
      /// Whether it can no longer be changed.
      public let isLocked = Field<Bool>("is_locked", .readOnly)
      /// Its lines, 40 at most; always in an answer with one bill, and in a list that asks for them.
      public let billItems = Field<[BillItem]>("bill_items", .required)
      /// Whether people enter its values with VAT.
      public let inputTotalValuesIncTax = Field<Bool>("input_total_values_inc_tax")
      /// Whether it is paid in instalments, which makes a ``HirePurchase``.
      public let isPaidByHirePurchase = Field<Bool>("is_paid_by_hire_purchase")
      /// The status for VAT reports.
      public let ecStatus = Field<ECStatus>("ec_status")
      /// What there is to say about it.
      public let comments = Field<String>("comments")
      /// The project whose customer pays.
      public let project = Field<Link<Project>>("project")
      /// How that customer is billed.
      public let rebillType = Field<RebillType>("rebill_type")
      /// The share or the price, if it is not at cost.
      public let rebillFactor = Field<ExactDecimal>("rebill_factor", .essential)
      /// The same as the project.
      public let rebillToProject = Field<Link<Project>>("rebill_to_project", .readOnly)
      /// The invoice that the customer was billed on; of the page’s examples, not of its table.
      public let rebilledOnInvoiceItem = Field<Link<Invoice>>(
        "rebilled_on_invoice_item", .readOnly)
      /// The property, for a landlord.
      public let property = Field<Link<Property>>("property")
      /// How often it comes again.
      public let recurring = Field<Recurrence>("recurring")
      /// Until when it does.
      public let recurringEndDate = Field<Day>("recurring_end_date")
      /// The file that is attached.
      public let attachment = Field<Attachment>("attachment")
      /// The sum without VAT, with the opposite sign.
      public let netValue = Field<ExactDecimal>("net_value", [.readOnly, .essential])
      /// The VAT, with the opposite sign of the sum.
      public let salesTaxValue = Field<ExactDecimal>("sales_tax_value", [.readOnly, .essential])
      /// What one unit of its currency is worth in the company’s.
      public let exchangeRate = Field<ExactDecimal>("exchange_rate", [.readOnly, .essential])
      /// The sum with VAT, in its currency.
      public let totalValue = Field<ExactDecimal>("total_value", [.readOnly, .essential])
      /// How much of the sum has been paid.
      public let paidValue = Field<ExactDecimal>("paid_value", [.readOnly, .essential])
      /// What is left to pay.
      public let dueValue = Field<ExactDecimal>("due_value", [.readOnly, .essential])
      /// The same in the company’s currency.
      public let nativeDueValue = Field<ExactDecimal>("native_due_value", [.readOnly, .essential])
      /// The day on which it was paid.
      public let paidOn = Field<Day>("paid_on", .readOnly)
      /// When it was made.
      public let createdAt = Field<Timestamp>("created_at", .readOnly)
      /// When it last changed.
      public let updatedAt = Field<Timestamp>("updated_at", .readOnly)
    }
  }
}
