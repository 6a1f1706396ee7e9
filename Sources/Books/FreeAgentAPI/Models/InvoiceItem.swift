// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Money

extension FreeAgent {
  /// A line of an invoice.
  ///
  /// Source: the page “Invoices”.
  public struct InvoiceItem: Record, Addressed {
    public static let schema = Schema(Fields())
    public static let collections = ["invoice_items"]

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its address, which ends in its id.
      public let url = Field<Link<InvoiceItem>>("url", [.readOnly, .essential])
      /// The number of a line that exists, to change or delete it.
      public let id = Field<Int>("id", .writeOnly)
      /// 1 or true to delete the line with that number.
      public let isDestroyed = Field<JSON>("_destroy", .writeOnly)
      /// Its place, from 1.
      public let position = Field<BareNumber>("position")
      /// What the quantity counts, such as hours, or what kind of line it is.
      public let itemType = Field<ItemType>("item_type")
      /// How many; 0 if it is left out.
      public let quantity = Field<ExactDecimal>("quantity", .essential)
      /// What the line is for, in words.
      public let description = Field<String>("description", .required)
      /// The price of one, without VAT.
      public let price = Field<ExactDecimal>("price", .essential)
      /// The VAT, in per cent.
      public let salesTaxRate = Field<ExactDecimal>("sales_tax_rate", .essential)
      /// The second sales tax, in per cent.
      public let secondSalesTaxRate = Field<ExactDecimal>("second_sales_tax_rate", .essential)
      /// Whether VAT is due.
      public let salesTaxStatus = Field<SalesTaxStatus>("sales_tax_status")
      /// Whether the second sales tax is due.
      public let secondSalesTaxStatus = Field<SalesTaxStatus>("second_sales_tax_status")
      /// The stock that is sold.
      public let stockItem = Field<Link<StockItem>>("stock_item")
      /// The income category.
      public let category = Field<Link<Category>>("category")
      /// The project that the line is for; nil if it is for none.
      public let project = Field<Link<Project>>("project")
      /// Whether the Construction Industry Scheme applies; in answers, not in the page.
      public let suffersCISDeduction = Field<Bool>("suffers_cis_deduction")
    }
  }
}
