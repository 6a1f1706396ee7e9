// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import Money
public import ServiceBasics

extension FreeAgent {
  /// The time that somebody spent on a task on a day.
  ///
  /// Source: the page “Timeslips”.
  public struct Timeslip: Resource, Listed, Creatable, Updatable, Deletable {
    public static let schema = Schema(Fields())
    public static let collections = ["timeslips"]
    public static let key = "timeslip"
    public static let level = PermissionLevel.time
    public typealias Filter = TimeslipFilter

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its address, which ends in its id.
      public let url = Field<Link<Timeslip>>("url", [.readOnly, .essential])
      /// Who spent the time.
      public let user = Field<Link<User>>("user", .required)
      /// For which project.
      public let project = Field<Link<Project>>("project", .required)
      /// On which task of it.
      public let task = Field<Link<ProjectTask>>("task", .required)
      /// The day on which the time was spent.
      public let datedOn = Field<Day>("dated_on", .required)
      /// How many hours; one and a half are 1.5.
      public let hours = Field<ExactDecimal>("hours", [.required, .essential])
      /// What there is to say about it.
      public let comment = Field<String>("comment")
      /// The invoice it was billed on.
      public let billedOnInvoice = Field<Link<Invoice>>("billed_on_invoice", .readOnly)
      /// The timer that runs; nil if none does.
      public let timer = Field<TimeslipTimer>("timer", .readOnly)
      /// When it was made.
      public let createdAt = Field<Timestamp>("created_at", .readOnly)
      /// When it last changed.
      public let updatedAt = Field<Timestamp>("updated_at", .readOnly)
    }
  }

  /// A timer that runs.
  ///
  /// Source: the page “Timeslips”.
  public struct TimeslipTimer: Record {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// True; without a timer there is no such record.
      public let running = Field<Bool>("running")
      /// When it would have been started to show now what it shows, with the hours recorded before.
      public let startFrom = Field<Timestamp>("start_from")
    }
  }
}
