import Days
import FreeAgentAPI
import GRDB
import Money
import ServiceBasics

/// What credit notes settle of invoices.
extension Ledger {
  typealias Reconciliation = FreeAgent.CreditNoteReconciliation

  /// What is kept in columns of its own.
  private static let columns: Set<String> = ["gross_value", "dated_on", "invoice", "credit_note"]

  func reconciliation(_ id: Int64) throws -> Reconciliation {
    try reconciliation(try found(.creditNoteReconciliation, id))
  }

  private func reconciliation(_ row: Row) throws -> Reconciliation {
    let invoiceRow = try found(.document, row["invoice"])
    let currency = invoiceRow.currency
    let native = try companyFacts().currency
    let rate = try exchangeRate(of: invoiceRow.ratedCurrency)
    return Reconciliation(details: row) { reconciliation in
      reconciliation.url = link(row["id"] as Int64)
      reconciliation.grossValue = row.amount("gross", currency)
      reconciliation.datedOn = row.day("day")
      reconciliation.currency = currency.code
      if currency == native || reconciliation.exchangeRate == nil {
        reconciliation.exchangeRate = rate
      }
      reconciliation.invoice = link(row["invoice"] as Int64)
      reconciliation.creditNote = link(row["creditNote"] as Int64)
      reconciliation.createdAt = row.time("createdAt")
      reconciliation.updatedAt = row.time("updatedAt")
    }
  }

  func reconciliations(
    _ filter: FreeAgent.CreditNoteReconciliationFilter, _ page: FreeAgent.PageRequest
  ) throws -> Page<Reconciliation> {
    var selection = Selection(.creditNoteReconciliation, order: "createdAt, id")
    selection.require(from: filter.fromDate, through: filter.toDate, since: filter.updatedSince)
    return try self.page(of: selection, page).map(reconciliation)
  }

  func add(_ new: Reconciliation) throws -> Reconciliation {
    try new.validate(isNew: true)
    try requireValid(exchangeRate: new.exchangeRate)
    let details = Details(new.details(without: Self.columns))
    let id = try insert(.creditNoteReconciliation, columns(of: new, details))
    return try reconciliation(id)
  }

  /// Changes a reconciliation: it is taken back and made anew, with the same id.
  func change(
    reconciliation id: Int64, by changes: Reconciliation
  ) throws -> Reconciliation {
    let row = try found(.creditNoteReconciliation, id)
    try changes.validate(isNew: false)
    // A rate that was stored before there was a bound stays.
    try requireValid(exchangeRate: changes.exchangeRate)
    var old = row["details"] as Details
    // A rate is one of its invoice.
    if changes.has(\.invoice) { old.members["exchange_rate"] = nil }
    let details = Details(changes.details(over: old.members, without: Self.columns))
    var merged = try reconciliation(row)
    merged.members.merge(changes.withoutReadOnlyMembers.members) { $1 }
    try takeBack(row)
    var columns = try columns(of: merged, details)
    columns["id"] = id
    columns["createdAt"] = row["createdAt"] as Int64
    try insert(.creditNoteReconciliation, columns)
    return try reconciliation(id)
  }

  func delete(reconciliation id: Int64) throws {
    try takeBack(try found(.creditNoteReconciliation, id))
  }

  /// Deletes a reconciliation, of whose documents more is due then.
  ///
  /// - Throws: 422 if a document was written off on a day that is locked, as more would be written off.
  private func takeBack(_ row: Row) throws {
    try requireOpenAccounts(
      of: found(.document, row["invoice"]), found(.document, row["creditNote"]),
      reconciledOn: row.day("day"))
    // The documents change before their sums do, and their contact with that.
    for name in ["invoice", "creditNote"] {
      try requireOpenAccounts(on: found(.document, row[name]).day("writtenOffOn"))
      try update(.document, row[name], [:])
    }
    try delete(.creditNoteReconciliation, row["id"])
  }

  /// The columns of a reconciliation that is whole.
  private func columns(of whole: Reconciliation, _ details: Details) throws -> Columns {
    let invoice = try sent(whole.invoice, .invoice)
    let note = try sent(whole.creditNote, .creditNote)
    let currency = invoice.currency
    guard note.currency == currency else {
      throw FreeAgent.Failure.unprocessable("Credit note and invoice have different currencies")
    }
    guard note["contact"] as Int64 == invoice["contact"] else {
      throw FreeAgent.Failure.unprocessable("Credit note and invoice are for different contacts")
    }
    let value = try amount(whole.grossValue ?? 0, in: currency, of: "gross_value")
    guard value.isPositive else {
      throw FreeAgent.Failure.invalid("gross_value", "must be greater than 0")
    }
    guard value.minorUnits <= due(of: invoice), value.minorUnits <= -due(of: note) else {
      throw FreeAgent.Failure.invalid("gross_value", "is more than is due")
    }
    let day = whole.datedOn ?? today
    try requireOpenAccounts(of: invoice, note, reconciledOn: day)
    return [
      "invoice": invoice["id"] as Int64, "creditNote": note["id"] as Int64,
      "day": day.description, "gross": value.minorUnits, "details": details,
    ]
  }

  /// Sees that a reconciliation is on no day that is locked, if it is in the accounts: between documents that
  /// have different exchange rates.
  ///
  /// - Throws: 422 if it is.
  private func requireOpenAccounts(
    of invoice: Row, _ note: Row, reconciledOn day: Day?
  ) throws {
    guard invoice.ratedCurrency != note.ratedCurrency else { return }
    try requireOpenAccounts(on: day)
  }

  /// The row of a document of a kind that was sent.
  private func sent<Target>(
    _ link: FreeAgent.Link<Target>?, _ kind: DocumentKind
  ) throws -> Row {
    guard let id = try self.id(link, in: .document) else {
      throw FreeAgent.Failure.blank(kind.rawValue)
    }
    let row = try found(.document, id)
    guard row["kind"] == kind.rawValue else { throw FreeAgent.Failure.blank(kind.rawValue) }
    guard row["state"] == "sent" else {
      throw FreeAgent.Failure.unprocessable("\(kind.name) is not open")
    }
    return row
  }

  private func due(of row: Row) -> Int64 {
    (row["total"] as Int64) - (row["settled"] as Int64)
  }

  /// Whether a credit note settles something of a document, or the document is one that does.
  func isReconciled(_ document: Int64) throws -> Bool {
    try exists(
      "SELECT 1 FROM creditNoteReconciliation WHERE invoice = :id OR creditNote = :id",
      ["id": document])
  }
}
