// What each filter declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import ServiceBasics

extension FreeAgent {
  /// What a list of tasks is narrowed by.
  public struct TaskFilter: ListFilter {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The items of the query.
    public struct Fields: Sendable {
      /// Only those of one status, such as the active.
      public let view = Field<ProjectView>("view")
      /// In which order; by name if it is left out.
      public let sort = Field<Sort>("sort")
      /// Those that changed at that time or later.
      public let updatedSince = Field<Timestamp>("updated_since")
      /// Those of a project.
      public let project = Field<Link<Project>>("project")
    }
  }
}

extension FreeAgent {
  /// What a list of timeslips is narrowed by.
  public struct TimeslipFilter: ListFilter {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The items of the query.
    public struct Fields: Sendable {
      /// Only those that are not billed yet, or whose timer runs.
      public let view = Field<TimeslipView>("view")
      /// From a day on.
      public let fromDate = Field<Day>("from_date")
      /// Up to a day, that included.
      public let toDate = Field<Day>("to_date")
      /// Those that changed at that time or later.
      public let updatedSince = Field<Timestamp>("updated_since")
      /// Those of a user.
      public let user = Field<Link<User>>("user")
      /// Those of a task.
      public let task = Field<Link<ProjectTask>>("task")
      /// Those of a project.
      public let project = Field<Link<Project>>("project")
      /// Whether user, project and task come whole in place of their addresses.
      public let nested = Field<Bool>("nested")
    }
  }
}
