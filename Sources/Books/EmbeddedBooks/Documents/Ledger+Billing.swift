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
    if let grouping = body[DocumentFields.includeTimeslips] { try billTime(grouping, on: id) }
    if let grouping = body[DocumentFields.includeExpenses] { try rebill(grouping, on: id) }
    if let grouping = body[DocumentFields.includeEstimates] {
      try billEstimates(grouping, on: id)
    }
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

  /// The project whose time, costs and estimates an invoice bills.
  func billedProject(of invoice: Row) throws -> Int64 {
    guard let project = invoice["project"] as Int64? else {
      throw FreeAgent.Failure.blank("project")
    }
    return project
  }

  /// The company’s currency for one unit of a document’s: the document’s own rate, or else the usual one.
  func exchangeRate(of document: Row) throws -> ExactDecimal? {
    let (currency, native) = (document.currency, try companyFacts().currency)
    let own = (document["details"] as Details).members["exchange_rate"]
    if currency != native, let own = own.flatMap(ExactDecimal.init(member:)) { return own }
    return ExchangeRates.rate(from: currency, to: native)
  }

  /// A price in the currency of an invoice, at the invoice’s own rate if it has one.
  func price(
    _ price: ExactDecimal, in currency: Currency, on invoice: Row
  ) throws -> ExactDecimal {
    guard currency != invoice.currency else { return price }
    let native = try companyFacts().currency
    guard let rate = try exchangeRate(of: invoice),
      let worth = ExchangeRates.rate(from: currency, to: native)
    else {
      throw FreeAgent.Failure.unprocessable("Exchange rates for this transaction are not known")
    }
    return try price.multiplied(by: worth).divided(by: rate, fractionDigits: 2)
  }
}
