// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import ServiceBasics

extension FreeAgent {
  /// Something that serves for years.
  ///
  /// Source: the page “Capital Assets”.
  public struct CapitalAsset: Listed {
    public static let schema = Schema(Fields())
    public static let collections = ["capital_assets"]
    public static let key = "capital_asset"
    public static let level = PermissionLevel.banking
    public typealias Filter = CapitalAssetFilter

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its address.
      public let url = Field<Link<CapitalAsset>>("url", [.readOnly, .essential])
      /// What it is.
      public let description = Field<String>("description")
      /// How many years it lasts, if it loses as much in each of them, else 0; deprecated.
      public let assetLifeYears = Field<Int>("asset_life_years")
      /// Its kind, such as `Computer Equipment`.
      public let assetType = Field<String>("asset_type")
      /// When it was bought.
      public let purchasedOn = Field<Day>("purchased_on")
      /// When it was sold; nil if it was not.
      public let disposedOn = Field<Day>("disposed_on")
      /// How it is depreciated.
      public let depreciationProfile = Field<JSON>("depreciation_profile")
      /// When it was made.
      public let createdAt = Field<Timestamp>("created_at", .readOnly)
      /// When it last changed.
      public let updatedAt = Field<Timestamp>("updated_at", .readOnly)
    }
  }
}
