// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Money
public import ServiceBasics

extension FreeAgent {
  /// A kind of work in a project, on which people spend time.
  ///
  /// Source: the page “Tasks”.
  public struct ProjectTask: Resource, Listed, Creatable, Updatable, Deletable {
    public static let schema = Schema(Fields())
    public static let collections = ["tasks"]
    public static let key = "task"
    public static let level = PermissionLevel.time
    public typealias Filter = TaskFilter

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its address, which ends in its id.
      public let url = Field<Link<ProjectTask>>("url", [.readOnly, .essential])
      /// The project; a new task may have it in the query instead.
      public let project = Field<Link<Project>>("project")
      /// What the task is called.
      public let name = Field<String>("name", .required)
      /// The currency of the project.
      public let currency = Field<String>("currency", .readOnly)
      /// Whether the customer pays for it.
      public let isBillable = Field<Bool>("is_billable")
      /// Whether it goes on.
      public let status = Field<ProjectStatus>("status")
      /// What an hour or a day is billed with.
      public let billingRate = Field<ExactDecimal>("billing_rate", level: .contacts)
      /// Of what that is the price: `hour` or `day`.
      public let billingPeriod = Field<String>("billing_period", level: .contacts)
      /// Whether it can be deleted.
      public let isDeletable = Field<Bool>("is_deletable", .readOnly)
      /// When it was made.
      public let createdAt = Field<Timestamp>("created_at", .readOnly)
      /// When it last changed.
      public let updatedAt = Field<Timestamp>("updated_at", .readOnly)
    }
  }
}
