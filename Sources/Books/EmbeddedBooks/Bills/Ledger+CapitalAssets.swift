import Books
import Days
import FreeAgentAPI
import GRDB
import Money

/// What a company keeps for years.
extension Ledger {
  func capitalAsset(
    _ id: Int64, withHistory: Bool = false
  ) throws -> FreeAgent.CapitalAsset {
    try capitalAsset(try found(.capitalAsset, id), withHistory: withHistory)
  }

  private func capitalAsset(_ row: Row, withHistory: Bool) throws -> FreeAgent.CapitalAsset {
    let type = try name(ofAssetType: row["type"])
    return try FreeAgent.CapitalAsset(details: row) { asset in
      asset.url = link(row["id"] as Int64)
      let profile = DepreciationProfile(kept: asset.depreciationProfile) ?? .unsaid
      asset.depreciationProfile = profile.member
      asset.assetLifeYears = profile.years
      asset.assetType = "\(type) Purchase"
      asset.purchasedOn = row.day("purchasedOn")
      asset.disposedOn = row.day("disposedOn")
      if withHistory {
        asset.capitalAssetHistory = try history(ofAsset: row["id"], "\(type) Purchase")
      }
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
    return try self.page(of: selection, page).map {
      try capitalAsset($0, withHistory: filter.includeHistory ?? false)
    }
  }

  /// What the ledger has of an asset: its purchase, and its disposal.
  ///
  /// It is not depreciated, and no allowances are worked out for it.
  private func history(
    ofAsset id: Int64, _ purchase: String
  ) throws -> [FreeAgent.CapitalAssetEvent] {
    let sources: [(type: String, words: String, posting: Int, sql: String)] = [
      ("purchase", purchase, 14, "SELECT id FROM billItem WHERE capitalAsset = ?"),
      ("purchase", purchase, 24, "SELECT id FROM expense WHERE capitalAsset = ?"),
      ("purchase", purchase, 34, "SELECT id FROM explanation WHERE capitalAsset = ?"),
      ("disposal", "Disposal", 34, "SELECT id FROM explanation WHERE disposedAsset = ?"),
    ]
    let native = try companyFacts().currency
    var events: [FreeAgent.CapitalAssetEvent] = []
    for source in sources {
      for row in try values(Int64.self, source.sql, [id]) {
        guard let posting = try posting(source.posting, of: row) else { continue }
        let value = try inNative(posting["units"], posting["currency"], native)
        events.append(
          FreeAgent.CapitalAssetEvent {
            $0.type = source.type
            $0.description = source.words
            $0.date = posting.day("day")
            $0.value = value
            $0.link = "\(base)/\(posting["source"] as String)"
          })
      }
    }
    return events
  }

  /// The capital asset that a purchase makes; nil if its category has none.
  ///
  /// - Parameters:
  ///   - category: what is bought.
  ///   - day: when.
  ///   - description: what it is.
  ///   - profile: how it is depreciated; nil if the purchase does not say.
  ///   - old: the one that the purchase made before, which follows it.
  func capitalAsset(
    in category: CategoryFacts, on day: Day, _ description: String?,
    depreciating profile: @autoclosure () throws -> DepreciationProfile?,
    insteadOf old: Int64? = nil
  ) throws -> Int64? {
    guard category.code.group == .capitalAsset else { return nil }
    let profile = try profile()
    guard let old else {
      return try addAsset(on: day, description ?? "", in: category, depreciating: profile)
    }
    var columns = columns(
      on: day, description ?? "", try profile ?? keptDepreciation(of: old))
    if let type = category.assetType { columns["type"] = type }
    try update(.capitalAsset, old, columns)
    return old
  }

  /// Adds an asset of the type that its category has behind its code, or else of the usual one.
  ///
  /// - Parameter kept: columns of the one whose place it takes.
  func addAsset(
    on day: Day, _ description: String, in category: CategoryFacts?,
    depreciating profile: DepreciationProfile?, as kept: Columns = [:]
  ) throws -> Int64 {
    var columns = columns(on: day, description, profile).merging(kept) { _, kept in kept }
    columns["type"] = category?.assetType ?? Self.usualAssetType
    return try insert(.capitalAsset, columns)
  }

  private func columns(
    on day: Day, _ description: String, _ profile: DepreciationProfile?
  ) -> Columns {
    let asset = FreeAgent.CapitalAsset {
      $0.description = description
      $0.depreciationProfile = profile?.member
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

extension CategoryFacts {
  /// The type of capital assets that is behind the code; nil if there is none.
  var assetType: Int64? {
    code.group == .capitalAsset ? code.subAccount.flatMap { Int64($0) } : nil
  }
}
