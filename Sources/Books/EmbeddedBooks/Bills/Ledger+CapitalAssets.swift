import Books
import Days
import FreeAgentAPI
import GRDB

/// What a company keeps for years.
extension Ledger {
  func capitalAsset(_ id: Int64) throws -> FreeAgent.CapitalAsset {
    capitalAsset(try found(.capitalAsset, id))
  }

  private func capitalAsset(_ row: Row) -> FreeAgent.CapitalAsset {
    FreeAgent.CapitalAsset(details: row) { asset in
      asset.url = link(row["id"] as Int64)
      asset.purchasedOn = row.day("purchasedOn")
      asset.disposedOn = row.day("disposedOn")
      asset.createdAt = row.time("createdAt")
      asset.updatedAt = row.time("updatedAt")
    }
  }

  func capitalAssets(
    _ filter: FreeAgent.CapitalAssetFilter, _ page: FreeAgent.PageRequest
  ) throws -> Page<FreeAgent.CapitalAsset> {
    var selection = Selection(.capitalAsset, order: "id")
    try selection.narrow(
      to: filter.view,
      [
        .all: "true", .disposed: "disposedOn IS NOT NULL", .disposable: "disposedOn IS NULL",
      ])
    return try self.page(of: selection, page).map(capitalAsset)
  }

  /// The capital asset that a purchase makes; nil if its category has none.
  ///
  /// - Parameters:
  ///   - category: what is bought.
  ///   - day: when.
  ///   - description: what it is.
  ///   - old: the one that the purchase made before, which follows it.
  func capitalAsset(
    in category: CategoryFacts, on day: Day, _ description: String?, insteadOf old: Int64? = nil
  ) throws -> Int64? {
    guard category.code.group == .capitalAsset else { return nil }
    guard let old else { return try addAsset(on: day, description ?? "", type: category.name) }
    try update(.capitalAsset, old, columns(on: day, description ?? "", type: category.name))
    return old
  }

  func addAsset(on day: Day, _ description: String, type: String) throws -> Int64 {
    try insert(.capitalAsset, columns(on: day, description, type: type))
  }

  private func columns(on day: Day, _ description: String, type: String) -> Columns {
    let asset = FreeAgent.CapitalAsset {
      $0.description = description
      $0.assetType = type
    }
    return [
      "purchasedOn": day.description,
      "details": Details(asset.details(without: ["purchased_on", "disposed_on"])),
    ]
  }

  /// Deletes an asset whose purchase is taken back.
  ///
  /// - Throws: 422 if it has been disposed of.
  func deleteAsset(_ asset: Int64) throws {
    guard try !exists("SELECT 1 FROM explanation WHERE disposedAsset = ?", [asset]) else {
      throw FreeAgent.Failure.unprocessable("Capital asset has been disposed of")
    }
    try delete(.capitalAsset, asset)
  }
}
