import Books
import FreeAgentAPI
import GRDB

/// Categories of one's own.
extension Ledger {
  func add(_ new: FreeAgent.Category) throws -> FreeAgent.GroupedCategory {
    try new.validate(isNew: true)
    guard let code = new.nominalCode, let group = new.categoryGroup else {
      throw FreeAgent.Failure.blank("nominal_code")
    }
    guard let range = CategoryList.ownRanges.first(where: { $0.group == group }) else {
      throw FreeAgent.Failure.invalid("category_group", "is not included in the list")
    }
    guard let nominal = NominalCode(code), nominal.subAccount == nil,
      range.codes.contains(nominal.number)
    else { throw FreeAgent.Failure.badRequest("Invalid nominal code") }
    guard try !exists("SELECT 1 FROM category WHERE code = ?", [code]) else {
      throw FreeAgent.Failure.invalid("nominal_code", "has already been taken")
    }
    try insert(category: new, code, in: range.list, isOwn: true, position: nominal.number + 1000)
    return try groupedCategory(code)
  }

  /// Adds a category, of the usual ones or of one's own.
  func insert(
    category: FreeAgent.Category, _ code: String, in list: FreeAgent.Categories.Group,
    isOwn: Bool, position: Int
  ) throws {
    try execute(
      "INSERT INTO category (code, list, position, isOwn, details) VALUES (?, ?, ?, ?, ?)",
      [
        code, list.rawValue, position, isOwn,
        Details(describe(category, in: list).details(without: ["nominal_code"])),
      ])
  }

  func change(
    category code: String, by changes: FreeAgent.Category
  ) throws -> FreeAgent.GroupedCategory {
    let row = try ownCategory(code)
    try changes.validate(isNew: false)
    let old = row["details"] as Details
    try execute(
      "UPDATE category SET details = ? WHERE code = ?",
      [Details(changes.details(over: old.members, without: ["nominal_code"])), code])
    memo.categories[code] = nil
    return try groupedCategory(code)
  }

  func delete(category code: String) throws {
    _ = try ownCategory(code)
    let tables = [
      "explanation", "expense", "documentItem", "billItem", "stockItem", "priceListItem",
      "journalEntry",
    ]
    for table in tables {
      guard try !exists("SELECT 1 FROM \(table) WHERE category = ?", [code]) else {
        throw FreeAgent.Failure.unprocessable("Category is in use")
      }
    }
    try execute("DELETE FROM category WHERE code = ?", [code])
    memo.categories[code] = nil
  }

  private func ownCategory(_ code: String) throws -> Row {
    guard let row = try row("SELECT * FROM category WHERE code = ?", [code]) else {
      throw FreeAgent.Failure.notFound
    }
    guard row["isOwn"] else { throw FreeAgent.Failure.denied }
    return row
  }

  /// The category with its group in words, which follows from its list and its VAT.
  private func describe(
    _ category: FreeAgent.Category, in list: FreeAgent.Categories.Group
  ) -> FreeAgent.Category {
    var category = category
    category.allowableForTax = category.allowableForTax ?? true
    if list == .general {
      category.autoSalesTaxRate = nil
    } else {
      category.autoSalesTaxRate = category.autoSalesTaxRate ?? .standard
    }
    return category
  }
}
