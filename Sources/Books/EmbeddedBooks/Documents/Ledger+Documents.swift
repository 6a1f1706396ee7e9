import Days
import FreeAgentAPI
import GRDB
import Money

extension Ledger {
  func document<Document: LedgerDocument>(
    _ id: Int64, _: Document.Type = Document.self
  ) throws -> Document {
    try document(try documentRow(id, Document.kind), withItems: true)
  }

  /// The row of a document of a kind.
  ///
  /// - Throws: 404 if there is none.
  func documentRow(_ id: Int64, _ kind: DocumentKind) throws -> Row {
    let row = try found(.document, id)
    guard row["kind"] == kind.rawValue else { throw FreeAgent.Failure.notFound }
    return row
  }

  func document<Document: LedgerDocument>(
    _ row: Row, withItems: Bool
  ) throws -> Document {
    let id = row["id"] as Int64
    let currency = row.currency
    let status = DocumentStatus(Document.kind, row, on: today)
    return try Document(details: row) { document in
      document.members["url"] = (link(id) as FreeAgent.Link<Document>).member
      document[DocumentFields.status] = status.word
      document[DocumentFields.contact] = link(row["contact"] as Int64)
      document[DocumentFields.contactName] = try name(ofContact: row["contact"])
      document[DocumentFields.project] = link(row["project"])
      document[DocumentFields.reference] = row["reference"]
      document[DocumentFields.datedOn] = row.day("day")
      document[DocumentFields.currency] = currency.code
      document[DocumentFields.net] = row.amount("net", currency)
      document[DocumentFields.tax] = row.amount("tax", currency)
      document[DocumentFields.total] = row.amount("total", currency)
      document[DocumentFields.involvesTax] = row["tax"] as Int64 != 0
      document.members["created_at"] = row.time("createdAt")?.member
      document.members["updated_at"] = row.time("updatedAt")?.member
      try setUsual(of: &document)
      if Document.kind == .estimate {
        document[DocumentFields.invoice] = link(row["invoice"])
      } else {
        let settledOn = try settlementDay(of: row)
        document[DocumentFields.longStatus] = status.sentence(settledOn: settledOn)
        try setPayment(of: &document, row, currency, settledOn)
      }
      if withItems {
        document.members[Document.itemsName] = try items(of: row, Document.Item.self).member
      }
    }
  }

  /// What answers always have, whether or not it was ever said.
  private func setUsual(of document: inout some LedgerDocument) throws {
    let schema = type(of: document).schema
    for name in Self.flags where schema[name] != nil && document.members[name] == nil {
      document.members[name] = .flag(false)
    }
    document.members["is_interim_uk_vat"] = .flag(try companyFacts().isRegistering)
    if schema["include_sales_tax_on_total_value"] != nil {
      document.members["include_sales_tax_on_total_value"] =
        document.members["include_sales_tax_on_total_value"] ?? .flag(true)
    }
    // No way of paying online is set up, and what is not valid for an invoice is not answered.
    if schema["payment_methods"] != nil { document.members["payment_methods"] = .object([:]) }
  }

  private static let flags = [
    "omit_header", "show_project_name", "always_show_bic_and_iban", "send_new_invoice_emails",
    "send_reminder_emails", "send_thank_you_emails",
  ]

  /// When a document is due, and what was paid of it.
  private func setPayment(
    of document: inout some LedgerDocument, _ row: Row, _ currency: Currency, _ settledOn: Day?
  ) throws {
    document[DocumentFields.property] = link(row["property"])
    let account = try (row["bankAccount"] as Int64?) ?? usualAccount(in: currency)
    document[DocumentFields.bankAccount] = link(account)
    document[DocumentFields.recurringInvoice] = link(row["recurringInvoice"])
    document[DocumentFields.dueOn] = row.day("dueDay")
    document[DocumentFields.writtenOffOn] = row.day("writtenOffOn")
    document[DocumentFields.exchangeRate] = try exchangeRate(of: row.ratedCurrency)
    let due = (row["total"] as Int64) - (row["settled"] as Int64)
    document[DocumentFields.due] = ExactDecimal(Money(minorUnits: due, currency: currency))
    let isInvoice = row["kind"] == DocumentKind.invoice.rawValue
    document.members[isInvoice ? "paid_value" : "refunded_value"] =
      row.amount("settled", currency).member
    document.members[isInvoice ? "paid_on" : "refunded_on"] = settledOn?.member
  }

  /// The account that a document names if nobody said which: of those in its currency the primary one, or
  /// else the first.
  private func usualAccount(in currency: Currency) throws -> Int64? {
    try value(
      Int64.self,
      """
      SELECT id FROM bankAccount WHERE currency = ? AND NOT isPersonal AND NOT isHidden
      ORDER BY isPrimary DESC, id LIMIT 1
      """, [currency.code])
  }

  /// The day of the last payment of a document that is settled; nil if it is not.
  private func settlementDay(of row: Row) throws -> Day? {
    guard row["settled"] as Int64 == row["total"], row["settled"] as Int64 != 0 else { return nil }
    return try self.row(
      """
      SELECT max(day) AS day FROM (
        SELECT day FROM explanation WHERE document = :id
        UNION ALL SELECT day FROM creditNoteReconciliation WHERE invoice = :id OR creditNote = :id)
      """, ["id": row["id"] as Int64])?
      .day("day")
  }

  func items<Item: FreeAgent.Record & FreeAgent.Addressed>(
    of document: Row, _: Item.Type
  ) throws -> [Item] {
    try itemRows(of: document["id"]).map { item($0, of: document) }
  }

  /// The lines of a document in their order.
  func itemRows(of document: Int64) throws -> [Row] {
    let rows = try rows("SELECT * FROM documentItem WHERE document = ? ORDER BY id", [document])
    let places = rows.map { ExactDecimal($0["position"] as String) ?? 0 }
    return rows.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { rows[$0] }
  }

  func item<Item: FreeAgent.Record & FreeAgent.Addressed>(
    _ row: Row, of document: Row
  ) -> Item {
    Item(details: row) { item in
      item.members["url"] = (link(row["id"] as Int64) as FreeAgent.Link<Item>).member
      item[ItemFields.position] = ExactDecimal(row["position"] as String).map {
        FreeAgent.BareNumber($0)
      }
      item[ItemFields.quantity] = item[ItemFields.quantity] ?? 0
      item[ItemFields.category] = link((row["category"] as String?) ?? Self.usualSalesCategory)
      item[ItemFields.stockItem] = link(row["stockItem"])
      if Item.self == FreeAgent.EstimateItem.self {
        item[ItemFields.project] = link(row["project"])
        item[ItemFields.tax] = row.amount("tax", document.currency)
        item.members["created_at"] = row.time("createdAt")?.member
        item.members["updated_at"] = row.time("updatedAt")?.member
      } else {
        item[ItemFields.project] = link(
          (row["project"] as Int64?) ?? (document["project"] as Int64?))
        item[ItemFields.suffersCISDeduction] = item[ItemFields.suffersCISDeduction] ?? false
      }
    }
  }
}

extension Row {
  /// The currency of the column of that name, whose codes are checked before they are written.
  var currency: Currency { Currency(code: self["currency"]) ?? .gbp }

  /// The amount of a column, which keeps minor units.
  func amount(_ column: String, _ currency: Currency) -> ExactDecimal {
    ExactDecimal(Money(minorUnits: self[column], currency: currency))
  }
}
