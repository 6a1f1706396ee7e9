import FreeAgentAPI
import GRDB
import Money

/// A line of an invoice, and what it bills.
struct BillingLine {
  var item: FreeAgent.InvoiceItem
  var rows: [(table: Table, id: Int64)]
}

extension Ledger {
  /// Adds lines to an invoice for what its body wants to have billed; other documents bill nothing.
  func bill(what body: some LedgerDocument, on id: Int64) throws {
    guard type(of: body).kind == .invoice else { return }
    let projects = try billedProjects(of: body, on: id)
    if let grouping = body[DocumentFields.includeTimeslips] {
      try billTime(grouping, of: projects, on: id)
    }
    if let grouping = body[DocumentFields.includeExpenses] {
      try rebill(grouping, of: projects, on: id)
    }
    if let grouping = body[DocumentFields.includeEstimates] {
      try billEstimates(grouping, of: projects, on: id)
    }
  }

  /// The projects whose time, costs and estimates an invoice bills: its own, and those that its body names
  /// besides, the first of which becomes its own if it has none.
  ///
  /// - Throws: 422 if one of them is not there, or is another contact’s, or if there is none and the body
  ///   wants something to be billed.
  private func billedProjects(
    of body: some LedgerDocument, on invoice: Int64
  ) throws -> [Int64] {
    let row = try found(.document, invoice)
    let own = row["project"] as Int64?
    var projects = own.map { [$0] } ?? []
    for text in body[DocumentFields.projectIDs] ?? [] {
      let link = FreeAgent.Link<FreeAgent.Project>(url: text)
      guard let id = try lookUp(link, "project_ids", in: .project), !projects.contains(id)
      else { continue }
      guard try found(.project, id)["contact"] as Int64 == row["contact"] else {
        throw FreeAgent.Failure.invalid("project", "must belong to the contact")
      }
      projects.append(id)
    }
    if own == nil, let first = projects.first {
      try update(.document, invoice, ["project": first])
    }
    let wanted = [
      DocumentFields.includeTimeslips, DocumentFields.includeExpenses,
      DocumentFields.includeEstimates,
    ]
    guard !projects.isEmpty || wanted.allSatisfy({ body[$0] == nil }) else {
      throw FreeAgent.Failure.blank("project")
    }
    return projects
  }

  /// Writes lines of an invoice; what they bill stays billed until they are deleted.
  func write(_ lines: [BillingLine], on invoice: Int64) throws {
    let ids = try write(lines.map(\.item), of: invoice, FreeAgent.Invoice.self)
    for (id, line) in zip(ids, lines) {
      for row in line.rows { try update(row.table, row.id, ["invoiceItem": id]) }
    }
  }

  /// The invoice that a row is billed on; nil if it is not billed.
  func billingInvoice(of row: Row) throws -> FreeAgent.Link<FreeAgent.Invoice>? {
    guard let item = row["invoiceItem"] as Int64? else { return nil }
    return link(try value(Int64.self, "SELECT document FROM documentItem WHERE id = ?", [item]))
  }

  /// A price in the currency of an invoice, at the invoice’s own rate if it has one.
  func price(
    _ price: ExactDecimal, in currency: Currency, on invoice: Row
  ) throws -> ExactDecimal {
    guard currency != invoice.currency else { return price }
    guard let rate = try exchangeRate(of: invoice.ratedCurrency),
      let worth = try exchangeRate(of: RatedCurrency(currency))
    else { throw FreeAgent.Failure.unknownExchangeRate }
    return try price.multiplied(by: worth).divided(by: rate, fractionDigits: 2)
  }
}
