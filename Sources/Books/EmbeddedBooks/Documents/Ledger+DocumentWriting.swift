import Books
import Days
import FreeAgentAPI
import GRDB
import Money

extension Ledger {
  func add<Document: LedgerDocument>(_ new: Document) throws -> Document {
    try requireProperty(of: new)
    return try document(try insert(document: new))
  }

  /// Makes a document: an estimate in the state that it says, all others as drafts.
  func insert<Document: LedgerDocument>(document new: Document) throws -> Int64 {
    var new = new
    if new[DocumentFields.terms] == nil, let day = new[DocumentFields.datedOn],
      let due = new[DocumentFields.dueOn]
    {
      new[DocumentFields.terms] = day.days(until: due)
    }
    let state = Document.kind == .estimate ? try estimateState(of: new) : "draft"
    try new.validate(isNew: true, passing: [Document.itemsName])
    try requireEstimateType(of: new)
    guard let contact = try id(new[DocumentFields.contact], in: .contact) else {
      throw FreeAgent.Failure.unprocessable("Contact not found")
    }
    let currency = try currency(of: new)
    try requireRate(of: currency, new)
    var columns: Columns = [
      "kind": Document.kind.rawValue, "state": state, "contact": contact,
      "project": try id(new[DocumentFields.project], in: .project),
      "property": try id(new[DocumentFields.property], in: .property),
      "bankAccount": try id(new[DocumentFields.bankAccount], in: .bankAccount),
      "reference": try reference(of: new), "currency": currency.code, "net": 0, "tax": 0,
      "total": 0, "details": Details(new.details(without: DocumentFields.columns)),
    ]
    columns.merge(try days(of: new)) { _, new in new }
    try requireECStatus(new.members, on: new[DocumentFields.datedOn])
    let id = try insert(.document, columns)
    try write(try new.items ?? [], of: id, Document.self)
    try bill(what: new, on: id)
    return id
  }

  func change<Document: LedgerDocument>(
    _ id: Int64, by changes: Document
  ) throws -> Document {
    let row = try documentRow(id, Document.kind)
    try changes.validate(isNew: false, passing: [Document.itemsName])
    try requireEstimateType(of: changes)
    try requireUnpaid(row, changes)
    if changes.members["property"] != nil { try requireProperty(of: changes) }
    var old = row["details"] as Details
    let currency = try newCurrency(changes, row)
    // A rate is one of its currency.
    if currency != nil { old.members["exchange_rate"] = nil }
    let details = changes.details(over: old.members, without: DocumentFields.columns)
    try requireECStatus(details, on: changes[DocumentFields.datedOn] ?? row.day("day"))
    var columns: Columns = ["details": Details(details)]
    if changes[DocumentFields.contact] != nil {
      guard let contact = try self.id(changes[DocumentFields.contact], in: .contact) else {
        throw FreeAgent.Failure.unprocessable("Contact not found")
      }
      columns["contact"] = contact
    }
    let links: [(String, Int64?)] = [
      ("project", try self.id(changes[DocumentFields.project], in: .project)),
      ("property", try self.id(changes[DocumentFields.property], in: .property)),
      ("bank_account", try self.id(changes[DocumentFields.bankAccount], in: .bankAccount)),
    ]
    for (name, id) in links where changes.members[name] != nil {
      columns[name == "bank_account" ? "bankAccount" : name] = id
    }
    if let reference = changes[DocumentFields.reference], reference != row["reference"] {
      columns["reference"] = try self.reference(of: changes)
    }
    if let currency {
      try requireRate(of: currency, changes)
      columns["currency"] = currency.code
    }
    if Document.kind == .estimate, changes[DocumentFields.status] != nil {
      columns["state"] = try estimateState(of: changes)
    }
    columns.merge(try days(of: changes, before: row)) { _, new in new }
    try update(.document, id, columns)
    try write(try changes.items ?? [], of: id, Document.self)
    try bill(what: changes, on: id)
    return try document(id)
  }

  func delete(document id: Int64, _ kind: DocumentKind) throws {
    let row = try documentRow(id, kind)
    guard row["state"] != "approved" else {
      throw FreeAgent.Failure.conflict("An approved estimate can't be deleted")
    }
    guard try !hasPayments(.document, id) else {
      throw FreeAgent.Failure.unprocessable("\(kind.name) has payments")
    }
    try execute(
      """
      UPDATE document SET invoice = NULL, state = iif(state = 'invoiced', 'approved', state)
      WHERE invoice = ?
      """, [id])
    try delete(.document, id)
  }

  /// What was paid follows from contact, currency and lines, which stay as they are from then on.
  private func requireUnpaid(_ row: Row, _ changes: some LedgerDocument) throws {
    guard try hasPayments(.document, row["id"]) else { return }
    let names = [
      "contact", "currency", "discount_percent", type(of: changes).itemsName, "include_timeslips",
      "include_expenses",
    ]
    if let name = names.first(where: { changes.members[$0] != nil }) {
      throw FreeAgent.Failure.invalid(name, "can't be changed once there are payments")
    }
  }

  /// Whether something was paid of a document or a bill, even if all of it was paid back, or settled
  /// by a credit note.
  func hasPayments(_ table: Table, _ id: Int64) throws -> Bool {
    if table == .document, try isReconciled(id) { return true }
    return try exists("SELECT 1 FROM explanation WHERE \(table.rawValue) = ?", [id])
  }

  /// Checks that an invoice or a credit note of a landlord names a property; estimates have none.
  ///
  /// An invoice that is made of an estimate gets its property afterwards.
  private func requireProperty<Document: LedgerDocument>(of document: Document) throws {
    guard Document.kind != .estimate else { return }
    try requireProperty(document[DocumentFields.property])
  }

  /// Source: the page “Estimates”.
  private func requireEstimateType(of document: some LedgerDocument) throws {
    guard type(of: document).kind == .estimate,
      let word = document.members["estimate_type"].flatMap(String.init(member:))
    else { return }
    guard ["Estimate", "Quote", "Proposal"].contains(word) else {
      throw FreeAgent.Failure.invalid("estimate_type", "is not included in the list")
    }
  }

  private func estimateState(of document: some LedgerDocument) throws -> String {
    let states = ["Draft", "Sent", "Open", "Approved", "Rejected", "Invoiced"]
    guard let status = document[DocumentFields.status], states.contains(status) else {
      throw FreeAgent.Failure.unprocessable("status is not valid")
    }
    return status.lowercased()
  }

  /// The currency that a document gets; nil if it keeps the one that it has.
  private func newCurrency(_ changes: some LedgerDocument, _ row: Row) throws -> Currency? {
    guard let code = changes[DocumentFields.currency], code != row["currency"] else { return nil }
    return try currency(of: changes)
  }

  private func currency(of document: some LedgerDocument) throws -> Currency {
    guard let code = document[DocumentFields.currency] else { return try companyFacts().currency }
    guard let currency = Currency(code: code) else {
      throw FreeAgent.Failure.invalid("currency", "is not included in the list")
    }
    return currency
  }

  /// A foreign document needs a rate: its own, or one that is known.
  private func requireRate(of currency: Currency, _ document: some LedgerDocument) throws {
    let native = try companyFacts().currency
    guard currency != native, document[DocumentFields.exchangeRate] == nil,
      ExchangeRates.rate(from: currency, to: native) == nil
    else { return }
    throw FreeAgent.Failure.unprocessable("Exchange rates for this transaction are not known")
  }

  /// Checks the status for VAT reports, which depends on the day, and what the scheme for digital services
  /// wants besides.
  ///
  /// Source: the pages “Invoices”, “Credit Notes”, “Estimates” and “Sales Tax”.
  func requireECStatus(_ members: [String: FreeAgent.JSON], on day: Day?) throws {
    guard let word = members["ec_status"].flatMap(String.init(member:)), !word.isEmpty else {
      return
    }
    guard let status = ECStatus(rawValue: word) else {
      throw FreeAgent.Failure.invalid("ec_status", "is not included in the list")
    }
    let isInNorthernIreland = try companyFacts().isInNorthernIreland
    if let day, !status.isValid(on: day, inNorthernIreland: isInNorthernIreland) {
      throw FreeAgent.Failure.invalid("ec_status", "“\(word)” is not valid for this date")
    }
    guard status == .moss else { return }
    let place = members["place_of_supply"].flatMap(String.init(member:)) ?? ""
    guard FreeAgent.GetPlaceOfSupplyRates.countries.contains(place) else {
      throw FreeAgent.Failure.invalid("place_of_supply", "is not included in the list")
    }
  }

  /// The day, and the day on which it is due: so many days later, but for estimates.
  private func days(
    of document: some LedgerDocument, before row: Row? = nil
  ) throws -> Columns {
    let old = (row?["details"] as Details?)?.members["payment_terms_in_days"]
    guard let day = document[DocumentFields.datedOn] ?? row?.day("day") else {
      throw FreeAgent.Failure.blank("dated_on")
    }
    guard type(of: document).kind != .estimate else { return ["day": day.description] }
    let terms = document[DocumentFields.terms] ?? old.flatMap(Int.init(member:)) ?? 0
    guard 0...3650 ~= terms, let due = day.adding(days: terms) else {
      throw FreeAgent.Failure.invalid("payment_terms_in_days", "is not valid")
    }
    return ["day": day.description, "dueDay": due.description]
  }

  /// The reference, which is the next of its kind if there is none.
  private func reference<Document: LedgerDocument>(of document: Document) throws -> String {
    guard let reference = document[DocumentFields.reference], !reference.isEmpty else {
      return try nextReference(Document.kind)
    }
    guard
      try !exists(
        "SELECT 1 FROM document WHERE kind = ? AND reference = ?",
        [Document.kind.rawValue, reference])
    else { throw FreeAgent.Failure.invalid("reference", "has already been taken") }
    return reference
  }

  /// One more than the largest number that is a reference by itself: `007`.
  func nextReference(_ kind: DocumentKind) throws -> String {
    let largest = try value(
      Int64.self,
      """
      SELECT max(CAST(reference AS INTEGER)) FROM document
      WHERE kind = ? AND reference NOT GLOB '*[^0-9]*' AND length(reference) <= 12
      """, [kind.rawValue])
    let digits = String((largest ?? 0) + 1)
    return String(repeating: "0", count: max(0, 3 - digits.count)) + digits
  }
}
