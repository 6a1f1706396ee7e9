// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import Money
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
      /// Its address, which ends in its id.
      public let url = Field<Link<CapitalAsset>>("url", [.readOnly, .essential])
      /// What the asset is, in words.
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
      /// What happened to it; in an answer to a request that asks for it.
      public let capitalAssetHistory = Field<[CapitalAssetEvent]>(
        "capital_asset_history", [.readOnly, .essential])
      /// When it was made.
      public let createdAt = Field<Timestamp>("created_at", .readOnly)
      /// When it last changed.
      public let updatedAt = Field<Timestamp>("updated_at", .readOnly)
    }
  }
}

extension FreeAgent {
  /// Something that happened to a capital asset.
  ///
  /// Source: the page “Capital Assets”.
  public struct CapitalAssetEvent: Record {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// What it was, such as `purchase` or `disposal`.
      public let type = Field<String>("type")
      /// The same in words.
      public let description = Field<String>("description")
      /// The day on which it happened.
      public let date = Field<Day>("date")
      /// What it changed of the asset’s value, without VAT.
      public let value = Field<ExactDecimal>("value", .essential)
      /// What it changed of the value for tax.
      public let taxValue = Field<ExactDecimal>("tax_value", .essential)
      /// The address of the bill, the explanation or the expense.
      public let link = Field<String>("link")
    }
  }
}
