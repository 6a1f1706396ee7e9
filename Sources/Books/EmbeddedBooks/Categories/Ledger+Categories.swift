import Books
import FreeAgentAPI
import GRDB

extension Ledger {
  /// The category that an address or a code leads to; nil if there is none.
  func category(_ link: FreeAgent.Link<FreeAgent.Category>?) throws -> CategoryFacts? {
    guard let link else { return nil }
    return try category(code: link.id?.description ?? link.url)
  }

  /// The category of a code; sub-accounts are those of users, accounts, stock, hire purchases and types of
  /// assets.
  func category(code: String) throws -> CategoryFacts? {
    if let category = memo.categories[code] { return category }
    let category = try readCategory(code)
    memo.categories[code] = category
    return category
  }

  private func readCategory(_ code: String) throws -> CategoryFacts? {
    guard let nominal = NominalCode(code),
      let row = try row(
        "SELECT * FROM category WHERE code = ?", [String(code.prefix(3))])
    else { return nil }
    if let subAccount = nominal.subAccount {
      guard let table = CategoryList.subAccountTable(of: nominal), let id = Int64(subAccount),
        try has(table, id)
      else { return nil }
    }
    let category = FreeAgent.Category(details: row) { _ in }
    // The rates that follow from a category are those of the United Kingdom.
    let rate = try companyFacts().kind == .other ? nil : category.autoSalesTaxRate
    return CategoryFacts(
      code: nominal, name: category.description ?? code,
      treatment: rate.flatMap { VATTreatment(rawValue: $0.rawValue) })
  }

  func categories(withSubAccounts: Bool) throws -> FreeAgent.Categories {
    var lists = Dictionary(
      uniqueKeysWithValues: FreeAgent.Categories.Group.allCases.map { ($0, [FreeAgent.Category]()) }
    )
    for row in try rows("SELECT * FROM category ORDER BY position, code") {
      let grouped = category(row)
      // Sub-accounts take the place of their category.
      let own = withSubAccounts ? try subAccounts(of: grouped.category) : []
      if own.isEmpty, CategoryList.shownBySubAccounts.contains(row["code"]) { continue }
      lists[grouped.group, default: []] += own.isEmpty ? [grouped.category] : own
    }
    return FreeAgent.Categories(lists)
  }

  func groupedCategory(_ code: String) throws -> FreeAgent.GroupedCategory {
    if let row = try row("SELECT * FROM category WHERE code = ?", [code]) { return category(row) }
    guard NominalCode(code)?.subAccount != nil else { throw FreeAgent.Failure.notFound }
    let parent = try groupedCategory(String(code.prefix(3)))
    let subAccount = try subAccounts(of: parent.category).first { $0.nominalCode == code }
    guard let subAccount else { throw FreeAgent.Failure.notFound }
    return FreeAgent.GroupedCategory(subAccount, in: parent.group)
  }

  private func category(_ row: Row) -> FreeAgent.GroupedCategory {
    let list = FreeAgent.Categories.Group(rawValue: row["list"]) ?? .general
    let category = FreeAgent.Category(details: row) { category in
      category.url = link(row["code"] as String)
      category.nominalCode = row["code"]
      category.groupDescription = CategoryList.description(
        of: list, with: category.autoSalesTaxRate)
    }
    return FreeAgent.GroupedCategory(category, in: list)
  }

  /// The sub-accounts of a category: one for each account, type of assets, stock item, hire purchase or
  /// user.
  private func subAccounts(of parent: FreeAgent.Category) throws -> [FreeAgent.Category] {
    guard let code = parent.nominalCode, let nominal = NominalCode(code),
      let table = CategoryList.subAccountTable(of: nominal)
    else { return [] }
    return try values(Int64.self, "SELECT id FROM \(table.rawValue) ORDER BY id").map { id in
      try FreeAgent.Category { category in
        category.url = link("\(code)-\(id)")
        category.nominalCode = "\(code)-\(id)"
        category.description = parent.description
        switch table {
        case .user: category.user = link(id)
        case .stockItem: category.stockItem = link(id)
        case .capitalAssetType:
          let type: FreeAgent.Link<CapitalAssetType> = link(id)
          category.capitalAssetType = type.url
          let name = try self.name(ofAssetType: id)
          category.description = parent.description?.replacing("Capital Asset", with: name)
        case .hirePurchase:
          let purchase: FreeAgent.Link<HirePurchase> = link(id)
          category.hirePurchase = purchase.url
        default: category.bankAccount = link(id)
        }
      }
    }
  }
}

/// A category, as far as rules need it.
struct CategoryFacts {
  let code: NominalCode
  let name: String
  /// What VAT it usually has; nil for general categories.
  let treatment: VATTreatment?

  /// The code that rows refer to it by: without the sub-account, which has no row of its own.
  var storedCode: String { String(code.description.prefix(3)) }

  /// Whether it is one of what is owed for hire purchases: by its sub-accounts alone.
  var isOfHirePurchase: Bool { CategoryList.subAccountTable(of: code) == .hirePurchase }
}
