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
    var columns = try links(of: new)
    let currency = try listedCurrency(new[DocumentFields.currency])
    columns.updateValue(try ownRate(of: new, in: currency), forKey: "exchangeRate")
    let own: Columns = [
      "kind": Document.kind.rawValue, "state": state, "reference": try reference(of: new),
      "currency": currency.code, "net": 0, "tax": 0, "total": 0,
      "details": Details(new.details(without: DocumentFields.columns)),
    ]
    columns.merge(own) { _, new in new }
    columns.merge(try days(of: new)) { _, new in new }
    try requireECStatus(new.members, on: new[DocumentFields.datedOn])
    let id = try insert(.document, columns)
    try write(try new.items ?? [], of: id, Document.self)
    try requireOwnProjects(of: id)
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
    try requireOpenAccounts(of: row, movingTo: changes[DocumentFields.datedOn])
    if changes.members["property"] != nil { try requireProperty(of: changes) }
    let old = row["details"] as Details
    let details = changes.details(over: old.members, without: DocumentFields.columns)
    try requireECStatus(details, on: changes[DocumentFields.datedOn] ?? row.day("day"))
    var columns = try links(of: changes)
    columns["details"] = Details(details)
    if let reference = changes[DocumentFields.reference], reference != row["reference"] {
      columns["reference"] = try self.reference(of: changes)
    }
    columns.merge(try money(of: changes, before: row)) { _, new in new }
    if Document.kind == .estimate, changes[DocumentFields.status] != nil {
      columns["state"] = try estimateState(of: changes)
    }
    columns.merge(try days(of: changes, before: row)) { _, new in new }
    try update(.document, id, columns)
    try write(try changes.items ?? [], of: id, Document.self)
    if columns.keys.contains("contact") || columns.keys.contains("project") {
      try requireOwnProjects(of: id)
    }
    try bill(what: changes, on: id)
    return try document(id)
  }

  /// The columns of what a body refers to; of those alone that it names.
  private func links(of document: some LedgerDocument) throws -> Columns {
    var columns: Columns = [:]
    if document.members["contact"] != nil {
      columns["contact"] = try lookUp(
        required: document[DocumentFields.contact], "contact", in: .contact)
    }
    let optional: [(name: String, column: String, id: Int64?)] = [
      ("project", "project", try lookUp(document[DocumentFields.project], "project", in: .project)),
      (
        "property", "property",
        try lookUp(document[DocumentFields.property], "property", in: .property)
      ),
      (
        "bank_account", "bankAccount",
        try lookUp(document[DocumentFields.bankAccount], "bank_account", in: .bankAccount)
      ),
    ]
    for link in optional where document.members[link.name] != nil {
      columns.updateValue(link.id, forKey: link.column)
    }
    return columns
  }

  func delete(document id: Int64, _ kind: DocumentKind) throws {
    let row = try documentRow(id, kind)
    guard row["state"] != "approved" else {
      throw FreeAgent.Failure.conflict("An approved estimate can't be deleted")
    }
    guard try !hasPayments(.document, id) else {
      throw FreeAgent.Failure.unprocessable("\(kind.name) has payments")
    }
    try requireOpenAccounts(of: row)
    try execute(
      """
      UPDATE document SET invoice = NULL, state = iif(state = 'invoiced', 'approved', state)
      WHERE invoice = ?
      """, [id])
    if kind != .estimate, row["state"] == "sent" { try update(.contact, row["contact"], [:]) }
    try delete(.document, id)
  }

  /// What was paid follows from contact, currency and lines, which stay as they are from then on.
  private func requireUnpaid(_ row: Row, _ changes: some LedgerDocument) throws {
    guard try hasPayments(.document, row["id"]) else { return }
    let names = [
      "contact", "currency", "discount_percent", "ec_status", type(of: changes).itemsName,
      "include_timeslips", "include_expenses", "include_estimates",
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

  /// The currency and the exchange rate that a document gets; empty if it keeps those that it has.
  ///
  /// A rate is one of its currency, so that it does not outlast that.
  private func money(of changes: some LedgerDocument, before row: Row) throws -> Columns {
    let code = changes[DocumentFields.currency]
    let currency = try code == nil ? row.currency : listedCurrency(code)
    guard currency != row.currency || changes.members["exchange_rate"] != nil else { return [:] }
    let rate = try ownRate(of: changes, in: currency)
    if rate != row["exchangeRate"] as String? { try requireOpenSettlement(of: row["id"]) }
    var columns: Columns = ["currency": currency.code]
    columns.updateValue(rate, forKey: "exchangeRate")
    return columns
  }

  /// The exchange rate that a body has for a foreign currency, as it is stored; nil for the usual rate,
  /// which an estimate always has.
  ///
  /// - Throws: 422 if it can be no rate, or there is none and the usual one is not known.
  private func ownRate<Document: LedgerDocument>(
    of document: Document, in currency: Currency
  ) throws -> String? {
    let hasRate = Document.schema[DocumentFields.exchangeRate.name] != nil
    let rate = hasRate ? document[DocumentFields.exchangeRate] : nil
    try requireValid(exchangeRate: rate)
    try requireExchangeRate(of: RatedCurrency(code: currency.code, ownRate: rate))
    let usual = try exchangeRate(of: RatedCurrency(currency))
    // Clients send back the usual rate as they have read it; in the company's currency there is no other.
    return try currency == companyFacts().currency || rate == usual ? nil : rate?.description
  }

  /// Sees that no day is locked on which a document was settled, which is in the accounts at its rate.
  ///
  /// - Throws: 422 if there is one.
  private func requireOpenSettlement(of document: Int64) throws {
    let days = try rows(
      """
      SELECT day FROM explanation WHERE document = :id
      UNION SELECT day FROM creditNoteReconciliation WHERE invoice = :id OR creditNote = :id
      """, ["id": document])
    for row in days { try requireOpenAccounts(on: row.day("day")) }
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

  /// The reference, which is the next of its sequence if there is none.
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

  /// One more than the largest number that is a reference by itself in the sequence of a kind: `007`.
  func nextReference(_ kind: DocumentKind) throws -> String {
    let (first, last) = (kind.sequence.first ?? kind, kind.sequence.last ?? kind)
    let largest = try value(
      Int64.self,
      """
      SELECT max(CAST(reference AS INTEGER)) FROM document
      WHERE kind IN (?, ?) AND reference NOT GLOB '*[^0-9]*' AND length(reference) <= 12
      """, [first.rawValue, last.rawValue])
    let digits = String((largest ?? 0) + 1)
    return String(repeating: "0", count: max(0, 3 - digits.count)) + digits
  }
}
