// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Money
public import ServiceBasics

extension FreeAgent {
  /// A line of an estimate.
  ///
  /// Source: the page “Estimates”.
  public struct EstimateItem: Resource, Creatable, Updatable, Deletable {
    public static let schema = Schema(Fields())
    public static let collections = ["estimate_items"]
    public static let key = "estimate_item"
    public static let level = PermissionLevel.invoices

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its address, which ends in its id.
      public let url = Field<Link<EstimateItem>>("url", [.readOnly, .essential])
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
      /// The estimate that a new line is for.
      public let estimate = Field<Link<Estimate>>("estimate", .writeOnly)
      /// The VAT on the line.
      public let salesTaxValue = Field<ExactDecimal>("sales_tax_value", .readOnly)
      /// The second sales tax on the line, if the company has one.
      public let secondSalesTaxValue = Field<ExactDecimal>("second_sales_tax_value", .readOnly)
      /// When it was made.
      public let createdAt = Field<Timestamp>("created_at", .readOnly)
      /// When it last changed.
      public let updatedAt = Field<Timestamp>("updated_at", .readOnly)
    }
  }
}

extension FreeAgent.EstimateItem {
  /// Two root elements: the address of the estimate, and the item.
  ///
  /// Source: the page “Estimates”.
  public var creationBody: FreeAgent.JSON {
    var item = self
    item.members["estimate"] = nil
    var roots = [Self.key: item.member]
    roots["estimate"] = members["estimate"]
    return .object(roots)
  }
}
