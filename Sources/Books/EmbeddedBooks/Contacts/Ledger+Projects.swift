import FreeAgentAPI
import GRDB
import ServiceBasics

extension Ledger {
  func project(_ id: Int64) throws -> FreeAgent.Project { try project(try found(.project, id)) }

  /// - Parameter isNested: whether the contact comes whole in place of its address.
  private func project(_ row: Row, isNested: Bool = false) throws -> FreeAgent.Project {
    try FreeAgent.Project(details: row) { project in
      project.url = link(row["id"] as Int64)
      project.contact = link(row["contact"] as Int64)
      if isNested { project.members["contact"] = try contact(row["contact"]).member }
      project.contactName = try name(ofContact: row["contact"])
      project.status = FreeAgent.ProjectStatus(rawValue: row["status"])
      project.createdAt = row.time("createdAt")
      project.updatedAt = row.time("updatedAt")
    }
  }

  func projects(
    _ filter: FreeAgent.ProjectFilter, _ page: FreeAgent.PageRequest
  ) throws -> Page<FreeAgent.Project> {
    var selection = Selection(.project, order: "id")
    try selection.narrow(to: filter.view, Self.views)
    selection.require("updatedAt", from: filter.updatedSince?.milliseconds)
    try selection.require("contact", filter.contact, self, .contact)
    try selection.sort(by: filter.sort, Self.orders)
    return try self.page(of: selection, page).map {
      try project($0, isNested: filter.nested ?? false)
    }
  }

  private static let views: [FreeAgent.ProjectView: String] = [
    "all": "true", .active: "status = 'Active'", .completed: "status = 'Completed'",
    .cancelled: "status = 'Cancelled'", .hidden: "status = 'Hidden'",
  ]

  private static let orders: [FreeAgent.Sort: String] = [
    .created: "createdAt", .updated: "updatedAt",
    .name: "json_extract(details, '$.name') COLLATE NOCASE", "contact_name": nameOfContact,
    "contact_display_name": nameOfContact,
  ]

  private static let nameOfContact =
    "(SELECT name FROM contact WHERE contact.id = project.contact) COLLATE NOCASE"

  /// Adds a project; the API has no way to here, so that the sample alone does.
  func add(_ project: FreeAgent.Project, for contact: Int64) throws {
    try insert(
      .project,
      [
        "contact": contact, "status": project.status?.rawValue ?? "Active",
        "details": Details(project.details(without: ["contact", "status"])),
      ])
  }
}
