import Books
import FreeAgentAPI
import GRDB
import Money

extension Ledger {
  /// Writes entries of a set, and sees that it balances.
  ///
  /// Entries with an address are changed or deleted, the others are new. The opening balances need not
  /// balance: what they lack is held in suspense.
  func write(_ entries: [FreeAgent.JournalEntry], ofJournalSet set: Int64) throws {
    for entry in entries { try write(entry, ofJournalSet: set) }
    let left = try rows("SELECT debit FROM journalEntry WHERE journalSet = ?", [set])
      .map { $0["debit"] as Int64 }
    guard try found(.journalSet, set).day("day") != nil else { return }
    guard !left.isEmpty else { throw FreeAgent.Failure.blank("journal_entries") }
    guard try left.reduce(0, { try $0.adding($1) }) == 0 else {
      throw FreeAgent.Failure.unprocessable("Journal entries must balance")
    }
  }

  private func write(_ entry: FreeAgent.JournalEntry, ofJournalSet set: Int64) throws {
    guard let link = entry.url, !link.url.isEmpty else {
      try entry.validate(isNew: true)
      var columns = try columns(of: entry, before: nil)
      columns["journalSet"] = set
      try insert(.journalEntry, columns)
      return
    }
    // Its address is below the one of its set.
    let number = Int64(link.url.split(separator: "/").last ?? "")
    if number == Self.balancingNumber, try found(.journalSet, set).day("day") == nil { return }
    guard let id = number,
      let row = try row("SELECT * FROM journalEntry WHERE id = ? AND journalSet = ?", [id, set])
    else { throw FreeAgent.Failure.unprocessable("Journal entry not found") }
    guard !entry.isToBeDestroyed else { return try delete(.journalEntry, id) }
    try entry.validate(isNew: false)
    try update(.journalEntry, id, columns(of: entry, before: row))
  }

  private func columns(of entry: FreeAgent.JournalEntry, before row: Row?) throws -> Columns {
    let kept: FreeAgent.Link<FreeAgent.Category>? = row.map { link(Self.code(ofEntry: $0)) }
    guard let category = try category(entry.category ?? kept) else {
      throw FreeAgent.Failure.blank("category")
    }
    var columns: Columns = ["category": category.storedCode]
    if let value = entry.debitValue {
      let native = try companyFacts().currency
      columns["debit"] = try amount(value, in: native, of: "debit_value").minorUnits
    }
    if entry.has(\.description) {
      columns.updateValue(entry.description, forKey: "description")
    }
    if entry.has(\.property) {
      columns.updateValue(try lookUp(entry.property, "property", in: .property), forKey: "property")
    }
    let owner = try owner(of: entry, category, before: row)
    columns.updateValue(owner.user, forKey: "user")
    columns.updateValue(owner.assetType, forKey: "capitalAssetType")
    columns.updateValue(owner.hirePurchase, forKey: "hirePurchase")
    columns.updateValue(owner.stockItem, forKey: "stockItem")
    columns.updateValue(owner.stockQuantity, forKey: "stockQuantity")
    return columns
  }

  /// The code that an entry is on as answers have it.
  ///
  /// That of a hire purchase has its number, as the page has no member for it.
  static func code(ofEntry row: Row) -> String {
    let category = row["category"] as String
    return (row["hirePurchase"] as Int64?).map { "\(category)-\($0)" } ?? category
  }

  /// What the sub-account of an entry is of.
  private struct Owner {
    var user: Int64?
    var assetType: Int64?
    var hirePurchase: Int64?
    var stockItem: Int64?
    var stockQuantity: Int?
  }

  /// The user, the type of assets, the stock or the hire purchase, which the category needs.
  private func owner(
    of entry: FreeAgent.JournalEntry, _ category: CategoryFacts, before row: Row?
  ) throws -> Owner {
    let named = category.code.subAccount.flatMap { Int64($0) }
    var owner = Owner()
    switch category.code.group {
    case .user:
      owner.user = try lookUp(entry.user, "user", in: .user) ?? named ?? row?["user"] as Int64?
      guard owner.user != nil else { throw FreeAgent.Failure.blank("user") }
    case .capitalAsset:
      owner.assetType =
        try lookUp(entry.capitalAssetType, "capital_asset_type", in: .capitalAssetType) ?? named
        ?? row?["capitalAssetType"] as Int64?
      guard owner.assetType != nil else { throw FreeAgent.Failure.blank("capital_asset_type") }
    case .stock:
      owner.stockItem =
        try lookUp(entry.stockItem, "stock_item", in: .stockItem) ?? named
        ?? row?["stockItem"] as Int64?
      guard owner.stockItem != nil else { throw FreeAgent.Failure.blank("stock_item") }
      owner.stockQuantity = try stockQuantity(
        entry.stockAlteringQuantity ?? row?["stockQuantity"] as Int?)
    case .bankAccount:
      throw FreeAgent.Failure.invalid("category", "can't be used for journals")
    case .general where category.isOfHirePurchase:
      guard named != nil else {
        throw FreeAgent.Failure.invalid("category", "must be the account of a hire purchase")
      }
      owner.hirePurchase = named
    default: break
    }
    return owner
  }
}
