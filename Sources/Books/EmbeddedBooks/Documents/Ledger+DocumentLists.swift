import Days
import FreeAgentAPI
import GRDB
import ServiceBasics

/// What a list of documents is narrowed by: the same for all kinds, as far as a kind has it.
struct DocumentQuery {
  var view: String?
  var sort: FreeAgent.Sort?
  var updatedSince: Timestamp?
  var contact: FreeAgent.Link<FreeAgent.Contact>?
  var project: FreeAgent.Link<FreeAgent.Project>?
  var invoice: FreeAgent.Link<FreeAgent.Invoice>?
  var fromDate: Day?
  var toDate: Day?
  var isNested: Bool

  init<Document: LedgerDocument>(_: Document.Type, _ filter: Document.Filter) {
    view = filter[FreeAgent.Field("view")]
    sort = filter[FreeAgent.Field("sort")]
    updatedSince = filter[FreeAgent.Field("updated_since")]
    contact = filter[DocumentFields.contact]
    project = filter[DocumentFields.project]
    invoice = Document.kind == .estimate ? filter[DocumentFields.invoice] : nil
    fromDate = Document.kind == .estimate ? filter[FreeAgent.Field("from_date")] : nil
    toDate = Document.kind == .estimate ? filter[FreeAgent.Field("to_date")] : nil
    isNested = filter[FreeAgent.Field("nested_\(Document.itemsName)")] ?? false
  }
}

extension Ledger {
  func documents<Document: LedgerDocument>(
    _ filter: Document.Filter, _ page: FreeAgent.PageRequest
  ) throws -> Page<Document> {
    let query = DocumentQuery(Document.self, filter)
    var selection = Selection(.document, order: "createdAt, id")
    selection.require("kind", is: Document.kind.rawValue)
    selection.require(from: query.fromDate, through: query.toDate, since: query.updatedSince)
    try selection.require("contact", query.contact, self, .contact)
    try selection.require("project", query.project, self, .project)
    try selection.require("invoice", query.invoice, self, .document)
    if let view = query.view {
      guard let condition = condition(of: view, Document.kind) else {
        throw FreeAgent.Failure.badRequest("view is invalid")
      }
      selection.require("(\(condition))")
    }
    try selection.sort(by: query.sort, [.created: "createdAt", .updated: "updatedAt"])
    return try self.page(of: selection, page).map {
      try document($0, withItems: query.isNested)
    }
  }

  /// The condition of a view; nil if the kind has no such view.
  private func condition(of view: String, _ kind: DocumentKind) -> String? {
    if kind == .estimate { return estimateViews[view] }
    if let months = Self.months(view) { return "day >= '\(monthsAgo(months))'" }
    return views[FreeAgent.InvoiceView(rawValue: view)]
  }

  /// The views of estimates.
  private var estimateViews: [String: String] {
    [
      "all": "true", "recent": "day >= '\(monthsAgo(Self.recentMonths))'",
      "draft": "state = 'draft'",
      "non_draft": "state <> 'draft'", "sent": "state IN ('sent', 'open')",
      "approved": "state = 'approved'", "rejected": "state = 'rejected'",
      "invoiced": "state = 'invoiced'",
    ]
  }

  /// The views of invoices and credit notes, of which either kind has nearly all.
  private var views: [FreeAgent.InvoiceView: String] {
    let open = "state = 'sent' AND abs(settled) < abs(total)"
    let settled = "state = 'sent' AND settled = total AND total <> 0"
    return [
      .all: "true", .open: "\(open) AND dueDay >= '\(today)'",
      .overdue: "\(open) AND dueDay < '\(today)'", .openOrOverdue: open,
      .recentOpenOrOverdue: "day >= '\(monthsAgo(Self.recentMonths))' OR \(open)",
      .draft: "state = 'draft'",
      .paid: settled, .refunded: settled, .scheduledToEmail: "state = 'scheduled'",
      .thankYouEmails: "json_extract(details, '$.send_thank_you_emails')",
      .reminderEmails: "json_extract(details, '$.send_reminder_emails')",
    ]
  }

  /// How many months a document is recent; the pages do not say.
  private static let recentMonths = 12

  /// The number in `last_3_months`.
  private static func months(_ view: String) -> Int? {
    let parts = view.split(separator: "_")
    guard parts.count == 3, parts[0] == "last", parts[2] == "months" else { return nil }
    return Int(parts[1]).flatMap { $0 < 0 ? nil : min($0, 1200) }
  }

  private func monthsAgo(_ months: Int) -> String {
    (today.adding(months: -months) ?? today).description
  }
}

extension Selection {
  /// Requires a column to be what an address leads to; nothing is found for one that leads nowhere.
  mutating func require<Target>(
    _ column: String, _ link: FreeAgent.Link<Target>?, _ ledger: Ledger, _ table: Table
  ) throws {
    guard let link else { return }
    require(column, is: try ledger.id(link, in: table) ?? -1)
  }
}
