// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Money

extension FreeAgent {
  /// A line of a set of journals.
  ///
  /// Source: the page “Journal Sets”.
  public struct JournalEntry: Record, Addressed {
    public static let schema = Schema(Fields())
    /// Answers have the set in its address as well: `journal_sets/1/journal_entries/3`.
    public static let collections = ["journal_entries"]

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its address; in a change it says which line is meant, and a line without one is new.
      public let url = Field<Link<JournalEntry>>("url", .readOnly)
      /// 1 or true to delete the line with that address.
      public let isDestroyed = Field<JSON>("_destroy", .writeOnly)
      /// The category whose balance the line changes.
      public let category = Field<Link<Category>>("category", .required)
      /// What it is about; of the page’s examples, not of its table.
      public let description = Field<String>("description")
      /// The value; a credit is negative.
      public let debitValue = Field<ExactDecimal>("debit_value", [.required, .essential])
      /// The type of capital assets, of a code 601 to 607.
      public let capitalAssetType = Field<Link<CapitalAssetType>>("capital_asset_type")
      /// The user, of a code 900 to 910.
      public let user = Field<Link<User>>("user")
      /// The stock, of code 609.
      public let stockItem = Field<Link<StockItem>>("stock_item")
      /// By how much that changes.
      public let stockAlteringQuantity = Field<Int>("stock_altering_quantity")
      /// The property, for a landlord.
      public let property = Field<Link<Property>>("property")
    }
  }
}
