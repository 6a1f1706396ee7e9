// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension FreeAgent {
  /// What is bought with a bill and paid in instalments; ``Bill``’s `is_paid_by_hire_purchase` makes it.
  ///
  /// Source: the page “Hire Purchases”.
  public struct HirePurchase: Listed {
    public static let schema = Schema(Fields())
    public static let collections = ["hire_purchases"]
    public static let key = "hire_purchase"
    public static let level = PermissionLevel.bills
    public typealias Filter = NoFilter

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its address, which ends in its id.
      public let url = Field<Link<HirePurchase>>("url", [.readOnly, .essential])
      /// What it is, in the words of the bill.
      public let description = Field<String>("description", .readOnly)
      /// The bill that is paid in instalments.
      public let bill = Field<Link<Bill>>("bill", .readOnly)
      /// The account of what is owed for longer than a year.
      public let liabilitiesOverOneYearCategory = Field<Link<Category>>(
        "liabilities_over_one_year_category", .readOnly)
      /// The account of what is owed within a year.
      public let liabilitiesUnderOneYearCategory = Field<Link<Category>>(
        "liabilities_under_one_year_category", .readOnly)
    }
  }
}
