import Books
import FreeAgentAPI
import GRDB
import Money

extension Ledger {
  /// Writes lines of a document, and adds it up anew.
  ///
  /// Lines with an id are changed or deleted, the others are new.
  ///
  /// - Returns: the ids of the lines, in their order.
  @discardableResult
  func write<Document: LedgerDocument>(
    _ items: [Document.Item], of document: Int64, _: Document.Type
  ) throws -> [Int64] {
    let hasNew = items.contains { $0[ItemFields.id] == nil }
    let rate = try hasNew ? usualRate(for: found(.document, document)) : nil
    let ids = try items.map { item in
      try write(item, of: document, Document.kind, usualRate: rate)
    }
    if items.contains(where: { $0[ItemFields.project] != nil }) {
      try requireOwnProjects(of: document)
    }
    try addUp(document)
    return ids
  }

  private func write<Item: FreeAgent.Record>(
    _ item: Item, of document: Int64, _ kind: DocumentKind, usualRate: VATRate?
  ) throws -> Int64 {
    guard let id = item[ItemFields.id].map(Int64.init) else {
      try item.validate(isNew: true)
      var columns = try columns(of: item, in: document, before: nil)
      columns["details"] = try details(of: item, in: kind, before: nil, usualRate: usualRate)
      return try insert(.documentItem, columns)
    }
    guard
      let row = try row("SELECT * FROM documentItem WHERE id = ? AND document = ?", [id, document])
    else { throw FreeAgent.Failure.unprocessable("Item \(id) not found") }
    if item.isToBeDestroyed {
      try delete(.documentItem, id)
      return id
    }
    try item.validate(isNew: false)
    var columns = try columns(of: item, in: document, before: row)
    columns["details"] = try details(of: item, in: kind, before: row, usualRate: nil)
    try update(.documentItem, id, columns)
    return id
  }

  private func columns(
    of item: some FreeAgent.Record, in document: Int64, before row: Row?
  ) throws -> Columns {
    var columns: Columns = [:]
    if row == nil {
      columns.merge(["document": document, "net": 0, "tax": 0]) { $1 }
      let last = try value(
        Int.self, "SELECT count(*) FROM documentItem WHERE document = ?", [document])
      columns["position"] = "\((last ?? 0) + 1)"
    }
    if let position = item[ItemFields.position] { columns["position"] = position.value.description }
    if item.members["category"] != nil {
      columns.updateValue(try salesCategory(item[ItemFields.category]), forKey: "category")
    }
    if item.members["stock_item"] != nil {
      let stock = try lookUp(item[ItemFields.stockItem], "stock_item", in: .stockItem)
      columns.updateValue(stock, forKey: "stockItem")
    }
    if item.members["project"] != nil {
      let project = try lookUp(item[ItemFields.project], "project", in: .project)
      columns.updateValue(project, forKey: "project")
    }
    return columns
  }

  /// The members that a line keeps as they are; a new one has the usual rate unless it names another.
  private func details(
    of item: some FreeAgent.Record, in kind: DocumentKind, before row: Row?, usualRate: VATRate?
  ) throws -> Details {
    if let rate = item[ItemFields.rate], rate.isNegative || rate > 100 {
      throw FreeAgent.Failure.invalid("sales_tax_rate", "is not valid")
    }
    let old = (row?["details"] as Details?)?.members ?? [:]
    var details = Details(item.details(over: old, without: ItemFields.columns))
    if row == nil || item.members["item_type"] != nil || item.members["price"] != nil {
      try requireUnitAndPrice(of: details.members, in: kind)
    }
    let isTaxable = [nil, .taxable].contains(item[ItemFields.status])
    if row == nil, isTaxable, item[ItemFields.rate] == nil {
      details.members["sales_tax_rate"] = usualRate?.percent.member
    }
    return details
  }

  /// Adds a document up: each line is rounded once, and the document is their sum.
  ///
  /// A credit note’s amounts are negative, however its lines came.
  func addUp(_ id: Int64) throws {
    let row = try found(.document, id)
    let currency = row.currency
    let details = (row["details"] as Details).members
    let discount = details["discount_percent"].flatMap(ExactDecimal.init(member:)) ?? 0
    guard !discount.isNegative, discount <= 100 else {
      throw FreeAgent.Failure.invalid("discount_percent", "is not valid")
    }
    // The customer accounts for the VAT of a reverse charge, whatever rates the lines have.
    let status = details["ec_status"].flatMap(FreeAgent.ECStatus.init(member:))
    let isReversed = VATAccounting(of: status, isSale: true) == .customer
    let rows = try rows("SELECT * FROM documentItem WHERE document = ?", [id])
    do {
      let amounts = try rows.map { row in
        try line(row, discount, isTaxed: !isReversed).amounts(in: currency)
      }
      let sum = try VATAmounts(
        gross: Money.sum(of: amounts.map(\.gross), in: currency),
        vat: Money.sum(of: amounts.map(\.vat), in: currency))
      let isTurned = row["kind"] == DocumentKind.creditNote.rawValue && sum.gross.isPositive
      // A line as well as the sum: those of a total that fits may still be too large by themselves.
      func stored(_ money: Money) throws(MoneyError) -> Int64 {
        guard money.isWithinBounds else { throw .overflow }
        return isTurned ? -money.minorUnits : money.minorUnits
      }
      for (row, amounts) in zip(rows, amounts) {
        try execute(
          "UPDATE documentItem SET net = ?, tax = ? WHERE id = ?",
          [try stored(amounts.net), try stored(amounts.vat), row["id"] as Int64])
      }
      try update(
        .document, id,
        [
          "net": try stored(sum.net), "tax": try stored(sum.vat), "total": try stored(sum.gross),
        ])
    } catch is MoneyError {
      throw FreeAgent.Failure.unprocessable("The total is too large")
    }
  }

  private func line(
    _ row: Row, _ discount: ExactDecimal, isTaxed: Bool
  ) throws(MoneyError) -> DocumentLine {
    let item = FreeAgent.InvoiceItem(details: row) { _ in }
    let price = try Self.discounted(item.price ?? 0, discount)
    let isTaxable = isTaxed && (item.salesTaxStatus ?? .taxable) == .taxable
    let rate = item.salesTaxRate.flatMap { VATRate(percent: $0) }
    return DocumentLine(
      quantity: item.quantity ?? 0, price: price, rate: isTaxable ? rate : nil)
  }

  /// A price less a discount in per cent.
  static func discounted(
    _ price: ExactDecimal, _ discount: ExactDecimal
  ) throws(MoneyError) -> ExactDecimal {
    try price.multiplied(by: ExactDecimal(100).subtracting(discount))
      .divided(by: 100, fractionDigits: 12)
  }

  /// The rate of a line that names none.
  ///
  /// There is none unless the company is registered on the day of the document. Otherwise the rate follows
  /// from what the contact is charged, and for `Auto` from where the contact is.
  private func usualRate(for document: Row) throws -> VATRate? {
    let company = try companyFacts()
    guard let day = document.day("day"), company.registration.contains(day) else { return nil }
    let contact = FreeAgent.Contact(details: try found(.contact, document["contact"])) { _ in }
    switch contact.chargeSalesTax {
    case .always: return company.usualRate
    case .never: return nil
    default:
      let area = Self.vatArea(of: contact.country ?? company.country)
      return area == Self.vatArea(of: company.country) ? company.usualRate : nil
    }
  }

  /// The VAT area of a country, both by name; the Isle of Man is in that of the United Kingdom.
  private static func vatArea(of country: String) -> String {
    country == "Isle of Man" ? "United Kingdom" : country
  }
}

// MARK: - Lines of estimates, which have addresses of their own

extension Ledger {
  func estimateItem(_ id: Int64) throws -> FreeAgent.EstimateItem {
    let row = try found(.documentItem, id)
    let document = try documentRow(row["document"], .estimate)
    return item(row, of: document)
  }

  func add(_ new: FreeAgent.EstimateItem) throws -> FreeAgent.EstimateItem {
    guard let estimate = try id(new.estimate, in: .document) else {
      throw FreeAgent.Failure.blank("estimate")
    }
    _ = try documentRow(estimate, .estimate)
    var item = new
    item.id = nil
    try write([item], of: estimate, FreeAgent.Estimate.self)
    return try estimateItem(
      try value(Int64.self, "SELECT max(id) FROM documentItem WHERE document = ?", [estimate]) ?? 0)
  }

  func change(
    estimateItem id: Int64, by changes: FreeAgent.EstimateItem
  ) throws -> FreeAgent.EstimateItem {
    _ = try estimateItem(id)
    var changes = changes
    changes.id = Int(id)
    changes.isDestroyed = nil
    let document = try found(.documentItem, id)["document"] as Int64
    try write([changes], of: document, FreeAgent.Estimate.self)
    return try estimateItem(id)
  }

  func delete(estimateItem id: Int64) throws {
    _ = try estimateItem(id)
    let document = try found(.documentItem, id)["document"] as Int64
    try delete(.documentItem, id)
    try addUp(document)
  }
}
