// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Money
public import ServiceBasics

extension FreeAgent {
  /// A line that is kept ready for invoices and estimates.
  ///
  /// Source: the page “Price List Items”.
  public struct PriceListItem: Listed, Creatable, Updatable, Deletable {
    public static let schema = Schema(Fields())
    public static let collections = ["price_list_items"]
    public static let key = "price_list_item"
    public static let level = PermissionLevel.invoices
    public typealias Filter = PriceListItemFilter

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its address, which ends in its id.
      public let url = Field<Link<PriceListItem>>("url", [.readOnly, .essential])
      /// The code by which it is found; no other item has the same.
      public let code = Field<String>("code", .required)
      /// How many a line begins with.
      public let quantity = Field<ExactDecimal>("quantity", [.required, .essential])
      /// What the quantity counts, such as hours, or what kind of line it is.
      public let itemType = Field<ItemType>("item_type", .required)
      /// What a line of it is for, in words.
      public let description = Field<String>("description", .required)
      /// The price of one, without VAT.
      public let price = Field<ExactDecimal>("price", [.required, .essential])
      /// The VAT, in the United Kingdom.
      public let vatStatus = Field<ItemVATStatus>("vat_status")
      /// The sales tax in per cent, outside the United Kingdom.
      public let salesTaxRate = Field<ExactDecimal>("sales_tax_rate", .essential)
      /// The second sales tax in per cent, outside the United Kingdom.
      public let secondSalesTaxRate = Field<ExactDecimal>("second_sales_tax_rate", .essential)
      /// The income category.
      public let category = Field<Link<Category>>("category")
      /// The stock that is sold, if the type is ``ItemType/stock``.
      public let stockItem = Field<Link<StockItem>>("stock_item")
      /// When it was made.
      public let createdAt = Field<Timestamp>("created_at", .readOnly)
      /// When it last changed.
      public let updatedAt = Field<Timestamp>("updated_at", .readOnly)
    }
  }
}
