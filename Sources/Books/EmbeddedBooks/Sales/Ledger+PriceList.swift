import FreeAgentAPI
import GRDB
import Money
import ServiceBasics

/// Lines that are kept ready for invoices and estimates.
extension Ledger {
  typealias PriceListItem = FreeAgent.PriceListItem

  /// What is kept in columns of its own, and the rates, which are those of companies outside the
  /// United Kingdom.
  private static let columns: Set<String> = [
    "code", "category", "stock_item", "sales_tax_rate", "second_sales_tax_rate",
  ]

  func priceListItem(_ id: Int64) throws -> PriceListItem {
    priceListItem(try found(.priceListItem, id))
  }

  private func priceListItem(_ row: Row) -> PriceListItem {
    PriceListItem(details: row) { item in
      item.url = link(row["id"] as Int64)
      item.code = row["code"]
      item.vatStatus = item.vatStatus ?? .outOfScope
      item.salesTaxRate = 0
      item.secondSalesTaxRate = 0
      item.category = link(row["category"] as String)
      item.stockItem = link(row["stockItem"])
      item.createdAt = row.time("createdAt")
      item.updatedAt = row.time("updatedAt")
    }
  }

  func priceList(
    _ filter: FreeAgent.PriceListItemFilter, _ page: FreeAgent.PageRequest
  ) throws -> Page<PriceListItem> {
    var selection = Selection(.priceListItem, order: "createdAt, id")
    try selection.sort(
      by: filter.sort,
      [.created: "createdAt", .updated: "updatedAt", "code": "code COLLATE NOCASE"])
    return try self.page(of: selection, page).map(priceListItem)
  }

  func add(_ new: PriceListItem) throws -> PriceListItem {
    try new.validate(isNew: true)
    return try priceListItem(try insert(.priceListItem, columns(of: new, before: nil)))
  }

  func change(priceListItem id: Int64, by changes: PriceListItem) throws -> PriceListItem {
    let row = try found(.priceListItem, id)
    try changes.validate(isNew: false)
    try update(.priceListItem, id, columns(of: changes, before: row))
    return try priceListItem(id)
  }

  func delete(priceListItem id: Int64) throws {
    _ = try found(.priceListItem, id)
    try delete(.priceListItem, id)
  }

  /// The columns that a body says something of; all of them for a new item.
  private func columns(of item: PriceListItem, before row: Row?) throws -> Columns {
    let old = (row?["details"] as Details?)?.members ?? [:]
    let details = Details(item.details(over: old, without: Self.columns))
    let whole = PriceListItem { $0.members = details.members }
    guard let type = whole.itemType, LineUnits.sales.contains(type) else {
      throw FreeAgent.Failure.invalid("item_type", "is not included in the list")
    }
    if let status = whole.vatStatus, !Self.statuses.contains(status) {
      throw FreeAgent.Failure.invalid("vat_status", "is not included in the list")
    }
    var columns: Columns = ["details": details]
    if let code = item.code, code != (row?["code"] as String?) {
      guard try !exists("SELECT 1 FROM priceListItem WHERE code = ?", [code]) else {
        throw FreeAgent.Failure.invalid("code", "has already been taken")
      }
      columns["code"] = code
    }
    if row == nil || item.has(\.category) {
      columns["category"] = try salesCategory(item.category) ?? Self.usualSalesCategory
    }
    var stock = row.flatMap { $0["stockItem"] as Int64? }
    if item.has(\.stockItem) {
      stock = try lookUp(item.stockItem, "stock_item", in: .stockItem)
    }
    if type != .stock { stock = nil }
    guard type != .stock || stock != nil else { throw FreeAgent.Failure.blank("stock_item") }
    columns.updateValue(stock, forKey: "stockItem")
    return columns
  }

  /// Source: the page “Price List Items”.
  private static let statuses: Set<FreeAgent.ItemVATStatus> = [
    .outOfScope, .reduced, .standard, .zero,
  ]
}
