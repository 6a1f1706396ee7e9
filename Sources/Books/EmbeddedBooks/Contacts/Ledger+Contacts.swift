import FreeAgentAPI
import GRDB
import Money
import ServiceBasics

extension Ledger {
  func contact(_ id: Int64) throws -> FreeAgent.Contact {
    try contact(try found(.contact, id))
  }

  private func contact(_ row: Row) throws -> FreeAgent.Contact {
    let id = row["id"] as Int64
    return try FreeAgent.Contact(details: row) { contact in
      contact.url = link(id)
      contact.status = row["isHidden"] ? .hidden : .active
      contact.country = try contact.country ?? companyFacts().country
      contact.locale = contact.locale ?? "en"
      contact.chargeSalesTax = contact.chargeSalesTax ?? .automatic
      contact.contactNameOnInvoices = contact.contactNameOnInvoices ?? true
      contact.usesContactInvoiceSequence = contact.usesContactInvoiceSequence ?? false
      // Nothing is e-mailed by itself, for any contact.
      contact.emailsInvoicesAutomatically = false
      contact.emailsPaymentReminders = false
      contact.emailsThankYouNotes = false
      contact.usesContactLevelEmailSettings = false
      contact.accountBalance = try accountBalance(ofContact: id)
      contact.activeProjectsCount = try value(
        Int.self, "SELECT count(*) FROM project WHERE contact = ? AND status = 'Active'", [id])
      contact.createdAt = row.time("createdAt")
      contact.updatedAt = row.time("updatedAt")
    }
  }

  func contacts(
    _ filter: FreeAgent.ContactFilter, _ page: FreeAgent.PageRequest
  ) throws -> Page<FreeAgent.Contact> {
    var selection = Selection(.contact, order: "\(Self.nameOrder) COLLATE NOCASE, id")
    try selection.narrow(to: filter.view ?? .active, Self.views)
    selection.require("updatedAt", from: filter.updatedSince?.milliseconds)
    try selection.sort(
      by: filter.sort,
      [
        .name: "\(Self.nameOrder) COLLATE NOCASE", .created: "createdAt", .updated: "updatedAt",
      ])
    return try self.page(of: selection, page).map(contact)
  }

  /// What contacts are sorted by.
  ///
  /// Source: the page “Contacts”, “Sort Orders”.
  static let nameOrder = concatenation(of: ["organisation_name", "last_name", "first_name"])

  /// The texts of members of a contact, one behind the other.
  static func concatenation(of names: [String]) -> String {
    let parts = names.map { "coalesce(json_extract(details, '$.\($0)'), '')" }
    return "(\(parts.joined(separator: " || ")))"
  }

  private static let views: [FreeAgent.ContactView: String] = [
    .all: "true", .hidden: "isHidden", .active: "NOT isHidden",
    .clients: having("document", "kind <> 'credit_note'"), .suppliers: having("bill", "true"),
    .openClients: having("document", "kind = 'invoice' AND state = 'sent' AND settled < total"),
    .openSuppliers: having("bill", "settled <> total"),
    .activeProjects: having("project", "status = 'Active'"),
    .completedProjects: having("project", "status = 'Completed'"),
  ]

  /// The condition of a contact that is not hidden, and that has such rows of another table.
  private static func having(_ table: String, _ condition: String) -> String {
    "NOT isHidden AND EXISTS (SELECT 1 FROM \(table) WHERE contact = contact.id AND \(condition))"
  }

  func add(_ new: FreeAgent.Contact) throws -> FreeAgent.Contact {
    try new.validate(isNew: true)
    let details = Details(new.details(without: ["status"]))
    let id = try insert(
      .contact,
      [
        "name": try name(of: details), "isHidden": new.status == .hidden, "details": details,
      ])
    return try contact(id)
  }

  func change(
    contact id: Int64, by changes: FreeAgent.Contact
  ) throws -> FreeAgent.Contact {
    let row = try found(.contact, id)
    try changes.validate(isNew: false)
    let old = row["details"] as Details
    let details = Details(changes.details(over: old.members, without: ["status"]))
    var columns: Columns = ["name": try name(of: details), "details": details]
    if let status = changes.status { columns["isHidden"] = status == .hidden }
    try update(.contact, id, columns)
    return try contact(id)
  }

  func delete(contact id: Int64) throws {
    _ = try found(.contact, id)
    for table in ["document", "bill", "project", "recurringInvoice"] {
      guard try !exists("SELECT 1 FROM \(table) WHERE contact = ?", [id]) else {
        throw FreeAgent.Failure.denied
      }
    }
    try delete(.contact, id)
  }

  /// A contact is called by its organisation, else by both names.
  private func name(of details: Details) throws -> String {
    let contact = FreeAgent.Contact { $0.members = details.members }
    if let name = contact.organisationName { return name }
    guard let first = contact.firstName, let last = contact.lastName else {
      throw FreeAgent.Failure.blank("organisation_name")
    }
    return "\(first) \(last)"
  }

  /// What a contact owes less what it is owed, in the company's currency: its part of 681 and 796.
  ///
  /// - Returns: the sum; nil if it has a currency whose rate is not known.
  private func accountBalance(ofContact id: Int64) throws -> ExactDecimal? {
    var postings = Postings()
    for row in try rows(Self.debts(if: "contact = :id"), ["id": id]) {
      try postings.post(row["units"], to: row["code"], in: row["currency"])
    }
    return try total(of: postings)
  }

  /// How a contact is called.
  func name(ofContact id: Int64) throws -> String {
    try value(String.self, "SELECT name FROM contact WHERE id = ?", [id]) ?? ""
  }
}
