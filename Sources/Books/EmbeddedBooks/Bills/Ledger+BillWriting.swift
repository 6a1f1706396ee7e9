import Books
import Days
import FreeAgentAPI
import GRDB
import Money

extension Ledger {
  typealias Bill = FreeAgent.Bill

  /// What is kept in columns of its own.
  private static let columns: Set<String> = [
    "contact", "project", "property", "dated_on", "due_on", "currency", "bill_items", "attachment",
  ]

  func add(_ new: Bill) throws -> Bill {
    try new.validate(isNew: true, passing: ["bill_items"])
    try requireProperty(new.property)
    var columns = try columns(of: new, before: nil)
    columns.merge(["total": 0, "tax": 0]) { $1 }
    if let attachment = new.attachment?.ifNew {
      columns["attachment"] = try add(attachment, level: .bills)
    }
    let id = try insert(.bill, columns)
    try setHirePurchase(ofBill: id)
    try write(try new.items ?? [], ofBill: id)
    return try bill(id)
  }

  func change(bill id: Int64, by changes: Bill) throws -> Bill {
    let row = try found(.bill, id)
    try changes.validate(isNew: false, passing: ["bill_items"])
    try requireOpen(row, changes)
    if changes.has(\.property) { try requireProperty(changes.property) }
    var columns = try columns(of: changes, before: row)
    if (row["attachment"] as Int64?) == nil, let attachment = changes.attachment?.ifNew {
      columns["attachment"] = try add(attachment, level: .bills)
    }
    try update(.bill, id, columns)
    try setHirePurchase(ofBill: id)
    if let items = try changes.items {
      try write(items, ofBill: id)
    } else {
      try addUp(bill: id)
    }
    return try bill(id)
  }

  func delete(bill id: Int64) throws {
    let row = try found(.bill, id)
    try requireOpen(row, of: .bill)
    guard try !hasPayments(.bill, id) else {
      throw FreeAgent.Failure.unprocessable("Bill has payments")
    }
    try requireNoJournals(ofBill: id)
    let assets = try values(
      Int64.self,
      "SELECT capitalAsset FROM billItem WHERE bill = ? AND capitalAsset IS NOT NULL", [id])
    try update(.contact, row["contact"], [:])
    try delete(.bill, id)
    for asset in assets { try deleteAsset(asset) }
  }

  /// Checks that a bill can still be changed.
  ///
  /// What was paid follows from contact, currency and lines, which stay as they are from then on, and from who
  /// accounts for the VAT.
  private func requireOpen(_ row: Row, _ changes: Bill) throws {
    try requireOpen(row, of: .bill)
    guard try hasPayments(.bill, row["id"]) else { return }
    let names = ["contact", "currency", "bill_items"]
    if let name = names.first(where: { changes.members[$0] != nil }) {
      throw FreeAgent.Failure.invalid(name, "can't be changed once there are payments")
    }
    guard changes.has(\.ecStatus) else { return }
    let accounting = VATAccounting(of: changes.ecStatus, isSale: false)
    guard accounting == VATAccounting(ofBill: row) else {
      throw FreeAgent.Failure.invalid("ec_status", "can't be changed once there are payments")
    }
  }

  /// The columns that a body says something of; all of them for a new bill.
  private func columns(of bill: Bill, before row: Row?) throws -> Columns {
    var columns: Columns = [:]
    if row == nil || bill.has(\.contact) {
      columns["contact"] = try lookUp(required: bill.contact, "contact", in: .contact)
    }
    var project = row.flatMap { $0["project"] as Int64? }
    if bill.has(\.project) { project = try lookUp(bill.project, "project", in: .project) }
    columns.updateValue(project, forKey: "project")
    if bill.has(\.property) {
      columns.updateValue(
        try lookUp(bill.property, "property", in: .property), forKey: "property")
    }
    // A bill of earlier books keeps its currency, and is changed in everything else.
    let code = try bill.currency ?? companyFacts().currency.code
    if row == nil || bill.has(\.currency), row.map({ $0["currency"] as String }) != code {
      columns["currency"] = try currency(named: code).code
    }
    if let day = bill.datedOn { columns["day"] = day.description }
    if let day = bill.dueOn { columns["dueDay"] = day.description }
    let old = (row?["details"] as Details?)?.members ?? [:]
    var details = bill.details(over: old, without: Self.columns)
    if project == nil {
      for name in ["rebill_type", "rebill_factor"] { details[name] = nil }
    }
    // A bill that is older than the rule can be changed in everything else.
    if row == nil || bill.has(\.isPaidByHirePurchase) || bill.has(\.recurring) {
      try requireHirePurchase(of: Bill { $0.members = details })
    }
    try check(details, on: bill.datedOn ?? row?.day("day"))
    columns["details"] = Details(details)
    return columns
  }

  /// Checks the members that have words of their own.
  private func check(_ details: [String: FreeAgent.JSON], on day: Day?) throws {
    let bill = Bill { $0.members = details }
    guard bill.ecStatus != .ecVATMOSS else {
      throw FreeAgent.Failure.invalid("ec_status", "is not included in the list")
    }
    try requireECStatus(details, on: day)
    try requireOpenAccounts(on: day)
    if let recurrence = bill.recurring, Recurring(recurrence) == nil {
      throw FreeAgent.Failure.invalid("recurring", "is not included in the list")
    }
    guard let type = bill.rebillType else { return }
    guard [.cost, .markup, .price].contains(type) else {
      throw FreeAgent.Failure.invalid("rebill_type", "is not included in the list")
    }
    guard type == .cost || bill.rebillFactor != nil else {
      throw FreeAgent.Failure.blank("rebill_factor")
    }
  }
}

extension FreeAgent.Bill {
  /// The lines of a body, as they came; nil if it has none.
  fileprivate var items: [FreeAgent.BillItem]? {
    get throws {
      guard let member = members["bill_items"], member != .null else { return nil }
      guard case .list(let list) = member else {
        throw FreeAgent.Failure.invalid("bill_items", "is not valid")
      }
      return try list.map { try Call.record($0, named: "bill_items") }
    }
  }
}
