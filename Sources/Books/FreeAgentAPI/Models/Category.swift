// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension FreeAgent {
  /// A category of the books.
  ///
  /// Source: the page “Categories”.
  public struct Category: Resource {
    public static let schema = Schema(Fields())
    public static let collections = ["categories"]
    public static let key = "category"
    public static let level = PermissionLevel.money

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its address, which ends in its code.
      public let url = Field<Link<Category>>("url", [.readOnly, .essential])
      /// What the category is called, such as `Accommodation and Meals`.
      public let description = Field<String>("description", .required)
      /// Its code, such as `001` or `602-1`.
      public let nominalCode = Field<String>("nominal_code", .required)
      /// The group of a new one.
      public let categoryGroup = Field<CategoryGroup>("category_group", [.required, .writeOnly])
      /// Its group in words.
      public let groupDescription = Field<String>("group_description", .readOnly)
      /// Whether it lessens the profit for tax.
      public let allowableForTax = Field<Bool>("allowable_for_tax")
      /// What tax reports call it.
      public let taxReportingName = Field<String>("tax_reporting_name")
      /// The VAT that it usually has; general categories have none.
      public let autoSalesTaxRate = Field<AutomaticSalesTaxRate>("auto_sales_tax_rate")
      /// The account, of a sub-account 750.
      public let bankAccount = Field<Link<BankAccount>>("bank_account", .readOnly)
      /// The type of capital assets, of a sub-account 601 to 607.
      public let capitalAssetType = Field<String>("capital_asset_type", .readOnly)
      /// The stock, of a sub-account 609.
      public let stockItem = Field<Link<StockItem>>("stock_item", .readOnly)
      /// The hire purchase, of a sub-account 792 or 793.
      public let hirePurchase = Field<String>("hire_purchase", .readOnly)
      /// The user, of a sub-account 900 to 910.
      public let user = Field<Link<User>>("user", .readOnly)
    }
  }
}
