import FreeAgentAPI
import GRDB
import Money
import ServiceBasics

extension Ledger {
  func project(_ id: Int64, _ form: AnswerForm = .plain) throws -> FreeAgent.Project {
    var project = try project(try found(.project, id), form)
    project.isDeletable = try !isInUse(project: id)
    return project
  }

  private func project(_ row: Row, _ form: AnswerForm) throws -> FreeAgent.Project {
    try FreeAgent.Project(details: row) { project in
      project.url = link(row["id"] as Int64)
      project.contact = link(row["contact"] as Int64)
      if form.isNested {
        project.members["contact"] = try contact(row["contact"]).seen(at: form.level).member
      }
      project.contactName = try name(ofContact: row["contact"])
      project.status = FreeAgent.ProjectStatus(rawValue: row["status"])
      project.budget = project.budget ?? FreeAgent.BareNumber(0)
      project.normalBillingRate = project.normalBillingRate ?? 0
      project.billingPeriod = project.billingPeriod ?? "hour"
      project.hoursPerDay = project.hoursPerDay ?? 8
      project.usesProjectInvoiceSequence = project.usesProjectInvoiceSequence ?? false
      project.includeUnbilledTimeInProfitability =
        project.includeUnbilledTimeInProfitability ?? true
      project.createdAt = row.time("createdAt")
      project.updatedAt = row.time("updatedAt")
    }
  }

  func projects(
    _ filter: FreeAgent.ProjectFilter, _ page: FreeAgent.PageRequest, _ form: AnswerForm
  ) throws -> Page<FreeAgent.Project> {
    var selection = Selection(.project, order: "\(Self.nameOrderOfProjects), id")
    try selection.narrow(to: filter.view, Self.views)
    selection.require("updatedAt", from: filter.updatedSince?.milliseconds)
    try selection.require("contact", filter.contact, self, .contact)
    try selection.sort(by: filter.sort, Self.orders)
    return try self.page(of: selection, page).map { try project($0, form) }
  }

  private static let views: [FreeAgent.ProjectView: String] = [
    "all": "true", .active: "status = 'Active'", .completed: "status = 'Completed'",
    .cancelled: "status = 'Cancelled'", .hidden: "status = 'Hidden'",
  ]

  private static let orders: [FreeAgent.Sort: String] = [
    .created: "createdAt", .updated: "updatedAt",
    .name: nameOrderOfProjects, "contact_name": order(ofContacts: nameOrder),
    "contact_display_name": order(
      ofContacts: concatenation(of: ["organisation_name", "first_name", "last_name"])),
  ]

  private static let nameOrderOfProjects = "json_extract(details, '$.name') COLLATE NOCASE"

  private static func order(ofContacts name: String) -> String {
    "(SELECT \(name) FROM contact WHERE contact.id = project.contact) COLLATE NOCASE"
  }

  func add(
    _ new: FreeAgent.Project, _ form: AnswerForm = .plain
  ) throws -> FreeAgent.Project {
    try new.validate(isNew: true)
    return try project(try insert(.project, columns(of: new, over: [:])), form)
  }

  func change(
    project id: Int64, by changes: FreeAgent.Project, _ form: AnswerForm
  ) throws -> FreeAgent.Project {
    let old = try found(.project, id)["details"] as Details
    try changes.validate(isNew: false)
    try update(.project, id, columns(of: changes, over: old.members))
    return try project(id, form)
  }

  func delete(project id: Int64) throws {
    _ = try found(.project, id)
    guard try !isInUse(project: id) else {
      throw FreeAgent.Failure.unprocessable("Project is in use")
    }
    try execute("DELETE FROM task WHERE project = ?", [id])
    try delete(.project, id)
  }

  /// The columns that a body says something of.
  private func columns(
    of project: FreeAgent.Project, over old: [String: FreeAgent.JSON]
  ) throws -> Columns {
    var columns: Columns = [
      "details": Details(project.details(over: old, without: ["contact", "status"]))
    ]
    if project.has(\.contact) {
      columns["contact"] = try lookUp(required: project.contact, "contact", in: .contact)
    }
    if let status = project.status {
      guard [.active, .completed, .cancelled, .hidden].contains(status) else {
        throw FreeAgent.Failure.unprocessable("status is not valid")
      }
      columns["status"] = status.rawValue
    }
    // A project of earlier books keeps its currency, and is changed in everything else.
    if let code = project.currency, old["currency"] != code.member {
      _ = try currency(named: code)
    }
    let words = [
      ("budget_units", project.budgetUnits, ["Hours", "Days", "Monetary"]),
      ("billing_period", project.billingPeriod, ["hour", "day"]),
    ]
    for (name, word, list) in words {
      if let word, !list.contains(word) {
        throw FreeAgent.Failure.invalid(name, "is not included in the list")
      }
    }
    return columns
  }

  /// Whether something names a project; its tasks alone do not count.
  private func isInUse(project id: Int64) throws -> Bool {
    let tables: [Table] = [
      .timeslip, .document, .documentItem, .bill, .billItem, .expense, .explanation,
      .recurringInvoice,
    ]
    return try tables.contains {
      try exists("SELECT 1 FROM \($0.rawValue) WHERE project = ?", [id])
    }
  }
}
