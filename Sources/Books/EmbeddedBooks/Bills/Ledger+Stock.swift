import FreeAgentAPI
import GRDB
import Money

/// What a company has in stock.
extension Ledger {
  func stockItem(_ id: Int64) throws -> FreeAgent.StockItem {
    try stockItem(try found(.stockItem, id))
  }

  private func stockItem(_ row: Row) throws -> FreeAgent.StockItem {
    let id = row["id"] as Int64
    return try FreeAgent.StockItem(details: row) { item in
      item.url = link(id)
      item.openingQuantity = ExactDecimal(row["openingQuantity"] as Int64)
      item.openingBalance = item.openingBalance ?? 0
      item.costOfSaleCategory = (row["category"] as String?).map { link($0) }
      item.stockOnHand = ExactDecimal(try stockOnHand(id))
      item.createdAt = row.time("createdAt")
      item.updatedAt = row.time("updatedAt")
    }
  }

  /// What there was, was bought and was not sold; a sale’s quantity counts down, whatever its sign.
  private func stockOnHand(_ id: Int64) throws -> Int64 {
    try value(
      Int64.self,
      """
      SELECT openingQuantity
      + coalesce((SELECT sum(iif(gross < 0, abs(stockQuantity), -abs(stockQuantity)))
        FROM explanation WHERE stockItem = :id), 0)
      + coalesce((SELECT sum(stockQuantity) FROM expense WHERE stockItem = :id), 0)
      + coalesce((SELECT sum(stockQuantity) FROM billItem WHERE stockItem = :id), 0)
      + coalesce((SELECT sum(stockQuantity) FROM journalEntry WHERE stockItem = :id), 0)
      FROM stockItem WHERE id = :id
      """, ["id": id]) ?? 0
  }

  func stockItems(
    _ filter: FreeAgent.StockItemFilter, _ page: FreeAgent.PageRequest
  ) throws -> Page<FreeAgent.StockItem> {
    var selection = Selection(.stockItem, order: "id")
    try selection.sort(
      by: filter.sort,
      [
        .created: "createdAt", .updated: "updatedAt",
        "description": "json_extract(details, '$.description') COLLATE NOCASE",
      ])
    return try self.page(of: selection, page).map(stockItem)
  }

  /// Adds a stock item; the API has no way to, so that the sample alone does.
  func add(_ item: FreeAgent.StockItem, quantity: Int64, category: String) throws {
    try insert(
      .stockItem,
      [
        "category": category, "openingQuantity": quantity,
        "details": Details(
          item.details(without: ["opening_quantity", "cost_of_sale_category"])),
      ])
  }
}
