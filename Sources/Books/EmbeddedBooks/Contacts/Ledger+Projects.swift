import FreeAgentAPI
import GRDB
import ServiceBasics

extension Ledger {
  func project(_ id: Int64) throws -> FreeAgent.Project { try project(try found(.project, id)) }

  private func project(_ row: Row) throws -> FreeAgent.Project {
    try FreeAgent.Project(details: row) { project in
      project.url = link(row["id"] as Int64)
      project.contact = link(row["contact"] as Int64)
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
    if let view = filter.view?.rawValue {
      selection.require("status", is: view.prefix(1).uppercased() + view.dropFirst())
    }
    selection.require("updatedAt", from: filter.updatedSince?.milliseconds)
    try selection.require("contact", filter.contact, self, .contact)
    selection.sort(
      by: filter.sort,
      [
        .created: "createdAt", .updated: "updatedAt",
        .name: "json_extract(details, '$.name') COLLATE NOCASE",
      ])
    return try self.page(of: selection, page).map(project)
  }

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
