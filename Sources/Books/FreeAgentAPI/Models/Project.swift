// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Money
public import ServiceBasics

extension FreeAgent {
  /// Work for a customer, as far as billing it needs.
  ///
  /// Source: the page “Projects”.
  public struct Project: Listed {
    public static let schema = Schema(Fields())
    public static let collections = ["projects"]
    public static let key = "project"
    public static let level = PermissionLevel.contacts
    public typealias Filter = ProjectFilter

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its address.
      public let url = Field<Link<Project>>("url", [.readOnly, .essential])
      /// Whom it is for.
      public let contact = Field<Link<Contact>>("contact", .required)
      /// That one’s name.
      public let contactName = Field<String>("contact_name", .readOnly)
      /// Its name.
      public let name = Field<String>("name", .required)
      /// Whether it goes on.
      public let status = Field<ProjectStatus>("status", .required)
      /// Its currency, three letters of ISO 4217.
      public let currency = Field<String>("currency", .required)
      /// The budget, in the units of ``budgetUnits``; a bare number in answers.
      public let budget = Field<BareNumber>("budget")
      /// What the budget counts: `Hours`, `Days` or `Monetary`.
      public let budgetUnits = Field<String>("budget_units", .required)
      /// What an hour or a day is billed with.
      public let normalBillingRate = Field<ExactDecimal>("normal_billing_rate")
      /// Of what that is the price: `hour` or `day`.
      public let billingPeriod = Field<String>("billing_period")
      /// When it was made.
      public let createdAt = Field<Timestamp>("created_at", .readOnly)
      /// When it last changed.
      public let updatedAt = Field<Timestamp>("updated_at", .readOnly)
    }
  }
}
