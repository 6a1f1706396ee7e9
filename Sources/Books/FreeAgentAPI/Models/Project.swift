// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import Money
public import ServiceBasics

extension FreeAgent {
  /// Work for a customer.
  ///
  /// Source: the page “Projects”.
  public struct Project: Resource, Listed, Creatable, Updatable, Deletable {
    public static let schema = Schema(Fields())
    public static let collections = ["projects"]
    public static let key = "project"
    public static let level = PermissionLevel.contacts
    public typealias Filter = ProjectFilter

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its address, which ends in its id.
      public let url = Field<Link<Project>>("url", [.readOnly, .essential])
      /// Whom it is for.
      public let contact = Field<Link<Contact>>("contact", .required)
      /// That one’s name.
      public let contactName = Field<String>("contact_name", .readOnly)
      /// What the project is called.
      public let name = Field<String>("name", .required)
      /// Whether it goes on.
      public let status = Field<ProjectStatus>("status", .required)
      /// Its currency, three letters of ISO 4217.
      public let currency = Field<String>("currency", .required)
      /// The budget, in the units of ``budgetUnits``; a bare number in answers.
      public let budget = Field<BareNumber>("budget", level: .contacts)
      /// What the budget counts: `Hours`, `Days` or `Monetary`.
      public let budgetUnits = Field<String>("budget_units", .required)
      /// What an hour or a day is billed with.
      public let normalBillingRate = Field<ExactDecimal>("normal_billing_rate", level: .contacts)
      /// Of what that is the price: `hour` or `day`.
      public let billingPeriod = Field<String>("billing_period", level: .contacts)
      /// How many hours a day has.
      public let hoursPerDay = Field<ExactDecimal>("hours_per_day")
      /// The number of the contract or the order.
      public let contractPOReference = Field<String>("contract_po_reference")
      /// Whether its invoices have numbers of their own.
      public let usesProjectInvoiceSequence = Field<Bool>("uses_project_invoice_sequence")
      /// Whether the tax rule IR35 takes it for employment.
      public let isIR35 = Field<Bool>("is_ir35")
      /// The first day.
      public let startsOn = Field<Day>("starts_on")
      /// The last day.
      public let endsOn = Field<Day>("ends_on")
      /// Whether time that is not billed counts in the report on profitability.
      public let includeUnbilledTimeInProfitability = Field<Bool>(
        "include_unbilled_time_in_profitability")
      /// Whether it can be deleted; in an answer with one project.
      public let isDeletable = Field<Bool>("is_deletable", .readOnly)
      /// When it was made.
      public let createdAt = Field<Timestamp>("created_at", .readOnly)
      /// When it last changed.
      public let updatedAt = Field<Timestamp>("updated_at", .readOnly)
    }
  }
}
