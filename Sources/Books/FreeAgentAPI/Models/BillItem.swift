// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Money

extension FreeAgent {
  /// A line of a bill.
  ///
  /// Source: the page “Bills”.
  public struct BillItem: Record, Addressed {
    public static let schema = Schema(Fields())
    public static let collections = ["bill_items"]

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its address; in a change it says which line is meant, and a blank makes a new one.
      public let url = Field<Link<BillItem>>("url", [.readOnly, .essential])
      /// 1 or true to delete the line with that address.
      public let isDestroyed = Field<JSON>("_destroy", .writeOnly)
      /// The bill that the line is part of.
      public let bill = Field<Link<Bill>>("bill", .readOnly)
      /// The category that what is bought is filed under.
      public let category = Field<Link<Category>>("category", .required)
      /// What it is, in words; a capital asset must have it.
      public let description = Field<String>("description")
      /// The value with VAT.
      public let totalValue = Field<ExactDecimal>("total_value", .essential)
      /// The value without VAT, which may be sent in its place.
      public let totalValueExTax = Field<ExactDecimal>("total_value_ex_tax", .essential)
      /// The VAT in per cent; the category’s own if it is left out.
      public let salesTaxRate = Field<SalesTaxRate>("sales_tax_rate", .essential)
      /// The VAT, with the opposite sign of the value.
      public let salesTaxValue = Field<ExactDecimal>("sales_tax_value", [.readOnly, .essential])
      /// The VAT as an amount in the company’s currency; it wins over a rate.
      public let manualSalesTaxAmount = Field<ExactDecimal>("manual_sales_tax_amount", .essential)
      /// Whether VAT is due.
      public let salesTaxStatus = Field<SalesTaxStatus>("sales_tax_status")
      /// The second sales tax, in per cent.
      public let secondSalesTaxRate = Field<ExactDecimal>("second_sales_tax_rate", .essential)
      /// Whether the second sales tax is due.
      public let secondSalesTaxStatus = Field<SalesTaxStatus>("second_sales_tax_status")
      /// What the quantity counts, such as hours.
      public let unit = Field<ItemType>("unit")
      /// How many; 1 if it is left out.
      public let quantity = Field<ExactDecimal>("quantity", .essential)
      /// The stock that is bought.
      public let stockItem = Field<Link<StockItem>>("stock_item")
      /// What the stock item is, in words.
      public let stockItemDescription = Field<String>("stock_item_description", .readOnly)
      /// How much of it.
      public let stockAlteringQuantity = Field<Int>("stock_altering_quantity")
      /// The capital asset that is bought.
      public let capitalAsset = Field<Link<CapitalAsset>>("capital_asset", .readOnly)
      /// Over how many years it is depreciated; deprecated.
      public let depreciationSchedule = Field<String>("depreciation_schedule")
      /// The project that the line is for; nil if it is for none.
      public let project = Field<Link<Project>>("project")
    }
  }
}
