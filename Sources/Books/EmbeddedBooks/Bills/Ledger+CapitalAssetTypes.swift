import Books
import FreeAgentAPI
import GRDB

/// The kinds of capital assets: those that every company has, and its own.
///
/// Source: the page “Capital Asset Types”.
extension Ledger {
  typealias CapitalAssetType = FreeAgent.CapitalAssetType

  private static let systemNames = [
    "Computer Equipment", "Fixtures and Fittings", "Motor Vehicles", "Other Capital Asset",
  ]

  /// The kind of an asset whose category names none.
  static let usualAssetType = Int64(systemNames.count)

  /// Adds the kinds that every company has, to books that are new.
  func addSystemAssetTypes() throws {
    for name in Self.systemNames {
      try insert(.capitalAssetType, ["name": name, "isSystem": true])
    }
  }

  func capitalAssetType(_ id: Int64) throws -> CapitalAssetType {
    capitalAssetType(try found(.capitalAssetType, id))
  }

  private func capitalAssetType(_ row: Row) -> CapitalAssetType {
    CapitalAssetType {
      $0.url = link(row["id"] as Int64)
      $0.name = row["name"]
      $0.systemDefault = row["isSystem"]
      $0.createdAt = row.time("createdAt")
      $0.updatedAt = row.time("updatedAt")
    }
  }

  func capitalAssetTypes(_ page: FreeAgent.PageRequest) throws -> Page<CapitalAssetType> {
    try self.page(of: Selection(.capitalAssetType, order: "id"), page).map(capitalAssetType)
  }

  func add(_ new: CapitalAssetType) throws -> CapitalAssetType {
    let name = try name(of: new)
    return try capitalAssetType(try insert(.capitalAssetType, ["name": name, "isSystem": false]))
  }

  func change(capitalAssetType id: Int64, by changes: CapitalAssetType) throws -> CapitalAssetType {
    try requireUnused(capitalAssetType: id)
    try update(.capitalAssetType, id, ["name": name(of: changes, except: id)])
    return try capitalAssetType(id)
  }

  /// Deletes a type.
  ///
  /// - Returns: what it was, which is the answer.
  func delete(capitalAssetType id: Int64) throws -> CapitalAssetType {
    try requireUnused(capitalAssetType: id)
    let type = try capitalAssetType(id)
    try delete(.capitalAssetType, id)
    return type
  }

  /// The name of a body, which may have nothing else.
  private func name(of type: CapitalAssetType, except id: Int64? = nil) throws -> String {
    let others = type.members.keys.filter { $0 != "name" }.sorted()
    guard others.isEmpty else {
      let names = others.joined(separator: ", ")
      throw FreeAgent.Failure.badRequest("found unpermitted parameters: \(names)")
    }
    try type.validate(isNew: true)
    guard let name = type.name?.trimmingSpaces, !name.isEmpty else {
      throw FreeAgent.Failure.blank("name")
    }
    guard
      try !exists(
        "SELECT 1 FROM capitalAssetType WHERE name = ? AND id <> ?", [name, id ?? 0])
    else { throw FreeAgent.Failure.invalid("name", "has already been taken") }
    return name
  }

  private func requireUnused(capitalAssetType id: Int64) throws {
    guard try !(found(.capitalAssetType, id)["isSystem"] as Bool) else {
      throw FreeAgent.Failure.unprocessable("A system default capital asset type can't be changed")
    }
    let isUsed = try ["capitalAsset": "type", "journalEntry": "capitalAssetType"].contains {
      try exists("SELECT 1 FROM \($0.key) WHERE \($0.value) = ?", [id])
    }
    guard !isUsed else { throw FreeAgent.Failure.unprocessable("Capital asset type is in use") }
  }

  func name(ofAssetType id: Int64) throws -> String { try found(.capitalAssetType, id)["name"] }

  /// The address of a category; that of an asset has the number of its type, unless it is the usual one.
  func categoryLink(
    _ code: String, asset: Int64?
  ) throws -> FreeAgent.Link<FreeAgent.Category> {
    let type = try asset.map { try found(.capitalAsset, $0)["type"] as Int64 }
    guard let type, type != Self.usualAssetType else { return link(code) }
    return link("\(code)-\(type)")
  }
}
