// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import Money
public import ServiceBasics

extension FreeAgent {
  /// What somebody paid for the company, or travelled for it.
  ///
  /// Source: the page “Expenses”.
  public struct Expense: Resource, Listed, Creatable, Updatable, Deletable {
    public static let schema = Schema(Fields())
    public static let collections = ["expenses"]
    public static let key = "expense"
    public static let level = PermissionLevel.money
    public typealias Filter = ExpenseFilter

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its address, which ends in its id.
      public let url = Field<Link<Expense>>("url", [.readOnly, .essential])
      /// Who paid, and is paid back.
      public let user = Field<Link<User>>("user", .required)
      /// The category, or ``Link/mileage``.
      public let category = Field<Link<Category>>("category", .required)
      /// The day of the purchase or the journey, whose rates apply.
      public let datedOn = Field<Day>("dated_on", [.required, .essential])
      /// What was paid for, or travelled for, in words.
      public let description = Field<String>("description", .required)
      /// Its currency, three letters of ISO 4217.
      public let currency = Field<String>("currency")
      /// How much: negative if it is owed to the user, positive if the user owes it; mileage has none.
      public let grossValue = Field<ExactDecimal>("gross_value", .essential)
      /// The same in the company’s currency; converted if it is left out.
      public let nativeGrossValue = Field<ExactDecimal>("native_gross_value", .essential)
      /// The VAT in per cent, or the category’s own.
      public let salesTaxRate = Field<SalesTaxRate>("sales_tax_rate", .essential)
      /// The VAT in its currency, with the sign of the gross value.
      public let salesTaxValue = Field<ExactDecimal>("sales_tax_value", [.readOnly, .essential])
      /// The VAT in the company’s currency.
      public let nativeSalesTaxValue = Field<ExactDecimal>(
        "native_sales_tax_value", [.readOnly, .essential])
      /// The VAT as an amount in the company’s currency; it wins over a rate.
      public let manualSalesTaxAmount = Field<ExactDecimal>("manual_sales_tax_amount", .essential)
      /// Whether VAT is due.
      public let salesTaxStatus = Field<SalesTaxStatus>("sales_tax_status")
      /// The second sales tax, in per cent.
      public let secondSalesTaxRate = Field<ExactDecimal>("second_sales_tax_rate", .essential)
      /// Whether the second sales tax is due.
      public let secondSalesTaxStatus = Field<SalesTaxStatus>("second_sales_tax_status")
      /// The status for VAT reports.
      public let ecStatus = Field<ECStatus>("ec_status")
      /// The number of a receipt.
      public let receiptReference = Field<String>("receipt_reference")
      /// The stock that was bought.
      public let stockItem = Field<Link<StockItem>>("stock_item")
      /// What the stock item is, in words.
      public let stockItemDescription = Field<String>("stock_item_description", .readOnly)
      /// How much of it.
      public let stockAlteringQuantity = Field<Int>("stock_altering_quantity")
      /// The project whose customer pays.
      public let project = Field<Link<Project>>("project")
      /// How that customer is billed; mileage at cost alone.
      public let rebillType = Field<RebillType>("rebill_type")
      /// The share or the price, if it is not at cost.
      public let rebillFactor = Field<ExactDecimal>("rebill_factor", .essential)
      /// The same as the project.
      public let rebillToProject = Field<Link<Project>>("rebill_to_project", .readOnly)
      /// The invoice it was billed on; then it can no longer be changed.
      public let rebilledOnInvoice = Field<Link<Invoice>>("rebilled_on_invoice", .readOnly)
      /// The property, for a landlord.
      public let property = Field<Link<Property>>("property")
      /// How often it comes again.
      public let recurring = Field<Recurrence>("recurring")
      /// When it comes again.
      public let nextRecursOn = Field<Day>("next_recurs_on")
      /// Until when it does.
      public let recurringEndDate = Field<Day>("recurring_end_date")
      /// The file that is attached, such as a receipt; nil if there is none.
      public let attachment = Field<Attachment>("attachment")
      /// The capital asset that was bought.
      public let capitalAsset = Field<Link<CapitalAsset>>("capital_asset", .readOnly)
      /// Over how many years it is depreciated; deprecated.
      public let depreciationSchedule = Field<String>("depreciation_schedule")
      /// How far, in miles, whatever the company’s unit is.
      public let mileage = Field<ExactDecimal>("mileage", .essential)
      /// What the user went by.
      public let vehicleType = Field<VehicleType>("vehicle_type")
      /// What the engine runs on; petrol if it is left out.
      public let engineType = Field<EngineType>("engine_type")
      /// The engine’s size, by the settings; the first of its type if it is left out.
      public let engineSize = Field<String>("engine_size")
      /// 1 to pay the user the approved allowance, 0 to bill the customer alone, which is the default.
      public let reclaimMileage = Field<Int>("reclaim_mileage")
      /// How much of it is at the first rate.
      public let initialRateMileage = Field<ExactDecimal>("initial_rate_mileage")
      /// What the user is paid for one mile.
      public let reclaimMileageRate = Field<ExactDecimal>("reclaim_mileage_rate")
      /// What the customer is billed for one mile.
      public let rebillMileageRate = Field<ExactDecimal>("rebill_mileage_rate")
      /// Whether there is a receipt for VAT on the fuel.
      public let haveVATReceipt = Field<Bool>("have_vat_receipt")
      /// When it was made.
      public let createdAt = Field<Timestamp>("created_at", .readOnly)
      /// When it last changed.
      public let updatedAt = Field<Timestamp>("updated_at", .readOnly)
    }
  }
}
