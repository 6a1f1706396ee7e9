import Books
import FreeAgentAPI
import GRDB

/// How a capital asset is depreciated: the books keep it, and work nothing out of it.
///
/// Source: the page “Depreciation Profiles”.
struct DepreciationProfile {
  /// The members, as answers have them.
  let members: [String: FreeAgent.JSON]

  /// What an asset has of which nothing was said.
  static let unsaid = DepreciationProfile(members: ["method": .text("no_depreciation")])

  private init(members: [String: FreeAgent.JSON]) { self.members = members }

  /// Takes what an asset has kept; nil if it has kept nothing.
  init?(kept member: FreeAgent.JSON?) {
    guard case .object(let members)? = member else { return nil }
    self.members = members
  }

  /// Reads what a purchase says: a profile within `capital_asset`, or else the deprecated number of years.
  ///
  /// - Parameters:
  ///   - purchase: an explanation, an expense, or a line of a bill; nil comes of one that says nothing.
  ///   - years: the name of the member that has the years, of which 0 are no depreciation.
  /// - Throws: 422 if it is not valid.
  init?(of purchase: some FreeAgent.Record, years: String) throws {
    if let profile = try Self(sentWith: purchase) {
      self = profile
    } else if let member = purchase.members[years], member != .null {
      guard let count = Int(member: member), count == 0 || AssetLife.years.contains(count) else {
        throw FreeAgent.Failure.invalid(years, Self.words(for: AssetLife.years))
      }
      self = count == 0 ? .unsaid : .straightLine(years: count)
    } else {
      return nil
    }
  }

  /// Reads the profile within `capital_asset`; nil if there is none.
  ///
  /// - Throws: 422 if it is not valid.
  init?(sentWith purchase: some FreeAgent.Record) throws {
    guard case .object(let asset)? = purchase.members["capital_asset"],
      let profile = asset["depreciation_profile"], profile != .null
    else { return nil }
    guard case .object(let members) = profile else { throw Self.invalid("is not valid") }
    let method = members["method"].flatMap(String.init(member:))
    var checked = ["method": (method ?? "").member]
    switch method {
    case "straight_line":
      let name = "asset_life_years"
      checked[name] = try Self.number(name, in: AssetLife.years, members)
    case "reducing_balance":
      let name = "annual_depreciation_percentage"
      checked[name] = try Self.number(name, in: 1...99, members)
    case "no_depreciation":
      self.members = checked
      return
    default: throw Self.invalid("method is not included in the list")
    }
    let frequency = members["frequency"].flatMap(String.init(member:)) ?? "monthly"
    guard ["monthly", "annually"].contains(frequency) else {
      throw Self.invalid("frequency is not included in the list")
    }
    checked["frequency"] = frequency.member
    self.members = checked
  }

  private static func straightLine(years: Int) -> Self {
    Self(members: [
      "method": .text("straight_line"), "asset_life_years": years.member,
      "frequency": .text("monthly"),
    ])
  }

  private static func number(
    _ name: String, in range: ClosedRange<Int>, _ members: [String: FreeAgent.JSON]
  ) throws -> FreeAgent.JSON {
    guard let number = members[name].flatMap(Int.init(member:)), range.contains(number) else {
      let words = name.replacing("_", with: " ")
      throw invalid("\(words) \(Self.words(for: range))")
    }
    return number.member
  }

  private static func words(for range: ClosedRange<Int>) -> String {
    "must be from \(range.lowerBound) to \(range.upperBound)"
  }

  private static func invalid(_ words: String) -> FreeAgent.Failure {
    .invalid("depreciation_profile", words)
  }

  /// The profile as the API has it.
  var member: FreeAgent.JSON { .object(members) }

  /// How many years the asset lasts; 0 unless it loses as much in each of them.
  var years: Int { members["asset_life_years"].flatMap(Int.init(member:)) ?? 0 }
}

extension Ledger {
  /// How the asset of a purchase that changes is depreciated from now on; nil if that stays as it is.
  ///
  /// - Parameters:
  ///   - asset: the asset; nil if the purchase had none.
  ///   - row: the purchase as it was.
  ///   - changes: what changes of it.
  ///   - years: the name of the member that has the years.
  /// - Throws: 422 if it is not valid, or years come for an asset that has a profile.
  func depreciation(
    of asset: Int64?, _ row: Row, changedBy changes: some FreeAgent.Record, years: String
  ) throws -> DepreciationProfile? {
    if let profile = try DepreciationProfile(sentWith: changes) { return profile }
    guard let told = changes.members[years] else { return nil }
    let hasYears = (row["details"] as Details).members[years] != nil
    guard told != .null else { return hasYears ? .unsaid : nil }
    guard try hasYears || asset.flatMap({ try keptDepreciation(of: $0) }) == nil else {
      throw FreeAgent.Failure.unprocessable(
        "`\(years)` is deprecated, use `depreciation_profile` instead")
    }
    return try DepreciationProfile(of: changes, years: years)
  }

  /// What was said of an asset; nil if nothing was.
  func keptDepreciation(of asset: Int64) throws -> DepreciationProfile? {
    let details = try found(.capitalAsset, asset)["details"] as Details
    return DepreciationProfile(kept: details.members["depreciation_profile"])
  }
}
