import FreeAgentAPI
import GRDB
import Money
import ServiceBasics

/// The kinds of work in projects.
extension Ledger {
  typealias ProjectTask = FreeAgent.ProjectTask

  /// What is kept in columns of its own.
  private static let columns: Set<String> = ["project", "status"]

  func task(_ id: Int64) throws -> ProjectTask { try task(try found(.task, id)) }

  private func task(_ row: Row) throws -> ProjectTask {
    let project = FreeAgent.Project(details: try found(.project, row["project"])) { _ in }
    return try ProjectTask(details: row) { task in
      task.url = link(row["id"] as Int64)
      task.project = link(row["project"] as Int64)
      task.currency = project.currency
      task.status = FreeAgent.ProjectStatus(rawValue: row["status"])
      task.isBillable = task.isBillable ?? true
      task.billingRate = task.billingRate ?? 0
      task.billingPeriod = task.billingPeriod ?? "hour"
      task.isDeletable = try !isInUse(task: row["id"])
      task.createdAt = row.time("createdAt")
      task.updatedAt = row.time("updatedAt")
    }
  }

  func tasks(
    _ filter: FreeAgent.TaskFilter, _ page: FreeAgent.PageRequest
  ) throws -> Page<ProjectTask> {
    var selection = Selection(.task, order: "\(Self.nameOrderOfTasks), id")
    try selection.narrow(
      to: filter.view,
      [
        "all": "true", .active: "status = 'Active'", .completed: "status = 'Completed'",
        .hidden: "status = 'Hidden'",
      ])
    selection.require("updatedAt", from: filter.updatedSince?.milliseconds)
    try selection.require("project", filter.project, self, .project)
    try selection.sort(
      by: filter.sort,
      [
        .name: Self.nameOrderOfTasks, "project": "project", .created: "createdAt",
        .updated: "updatedAt",
        "billing_rate": "CAST(json_extract(details, '$.billing_rate') AS REAL)",
      ])
    return try self.page(of: selection, page).map(task)
  }

  private static let nameOrderOfTasks = "json_extract(details, '$.name') COLLATE NOCASE"

  func add(_ new: ProjectTask) throws -> ProjectTask {
    try new.validate(isNew: true)
    guard let project = try id(new.project, in: .project) else {
      throw FreeAgent.Failure.blank("project")
    }
    var columns = try columns(of: new, over: nil, in: project)
    columns["project"] = project
    columns["status"] = new.status?.rawValue ?? "Active"
    return try task(try insert(.task, columns))
  }

  /// Changes a task; it stays in its project.
  func change(task id: Int64, by changes: ProjectTask) throws -> ProjectTask {
    let row = try found(.task, id)
    try changes.validate(isNew: false)
    let old = row["details"] as Details
    try update(.task, id, columns(of: changes, over: old.members, in: row["project"]))
    return try task(id)
  }

  func delete(task id: Int64) throws {
    _ = try found(.task, id)
    guard try !isInUse(task: id) else { throw FreeAgent.Failure.unprocessable("Task is in use") }
    try delete(.task, id)
  }

  private func columns(
    of task: ProjectTask, over old: [String: FreeAgent.JSON]?, in project: Int64
  ) throws -> Columns {
    var details = task.details(over: old ?? [:], without: Self.columns)
    for (name, usual) in try billing(in: project, by: task.billingPeriod)
    where details[name] == nil {
      // What a body says nothing of stays as it is.
      if old == nil || task.members[name] != nil { details[name] = usual }
    }
    var columns: Columns = ["details": Details(details)]
    if let status = task.status {
      guard [.active, .completed, .hidden].contains(status) else {
        throw FreeAgent.Failure.unprocessable("status is not valid")
      }
      columns["status"] = status.rawValue
    }
    if let period = task.billingPeriod, !["hour", "day"].contains(period) {
      throw FreeAgent.Failure.invalid("billing_period", "is not included in the list")
    }
    return columns
  }

  /// How work in a project is billed unless a task says otherwise.
  ///
  /// A later change of the project leaves its tasks as they are. A task that says by what it is billed, and
  /// not for how much, has the project's rate for that.
  ///
  /// Source: the support article 115001219610.
  private func billing(
    in project: Int64, by period: String?
  ) throws -> [String: FreeAgent.JSON] {
    let project = try self.project(project)
    let day = project.dayLength
    let rate = try project.normalBillingRate.map { rate in
      guard let period, period != project.billingPeriod else { return rate }
      return period == "day"
        ? try rate.multiplied(by: day) : try rate.divided(by: day, fractionDigits: 2)
    }
    return ProjectTask {
      $0.billingRate = rate
      $0.billingPeriod = project.billingPeriod
    }.members
  }

  private func isInUse(task id: Int64) throws -> Bool {
    try exists("SELECT 1 FROM timeslip WHERE task = ?", [id])
  }
}
