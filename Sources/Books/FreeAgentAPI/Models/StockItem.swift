// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Money
public import ServiceBasics

extension FreeAgent {
  /// Goods in stock; the service answers 404 to making any.
  ///
  /// Source: the page “Stock Items”.
  public struct StockItem: Listed {
    public static let schema = Schema(Fields())
    public static let collections = ["stock_items"]
    public static let key = "stock_item"
    public static let level = PermissionLevel.invoices
    public typealias Filter = StockItemFilter

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its address, which ends in its id.
      public let url = Field<Link<StockItem>>("url", [.readOnly, .essential])
      /// What the goods are, in words.
      public let description = Field<String>("description")
      /// How much there was when the books began.
      public let openingQuantity = Field<ExactDecimal>("opening_quantity")
      /// What that was worth.
      public let openingBalance = Field<ExactDecimal>("opening_balance")
      /// The category that its sales are a cost of.
      public let costOfSaleCategory = Field<Link<Category>>("cost_of_sale_category")
      /// How much there is.
      public let stockOnHand = Field<ExactDecimal>("stock_on_hand", .readOnly)
      /// When it was made.
      public let createdAt = Field<Timestamp>("created_at", .readOnly)
      /// When it last changed.
      public let updatedAt = Field<Timestamp>("updated_at", .readOnly)
    }
  }
}
