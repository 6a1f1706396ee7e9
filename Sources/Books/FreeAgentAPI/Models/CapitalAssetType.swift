// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import ServiceBasics

extension FreeAgent {
  /// A kind of capital assets.
  ///
  /// Source: the page “Capital Asset Types”.
  public struct CapitalAssetType: Resource, Listed, Creatable, Updatable, Deletable {
    public static let schema = Schema(Fields())
    public static let collections = ["capital_asset_types"]
    public static let key = "capital_asset_type"
    public static let level = PermissionLevel.full
    public typealias Filter = NoFilter

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its address, which ends in its id.
      public let url = Field<Link<CapitalAssetType>>("url", [.readOnly, .essential])
      /// Its name, such as `Computer Equipment`.
      public let name = Field<String>("name", .required)
      /// Whether every company has it.
      public let systemDefault = Field<Bool>("system_default", .readOnly)
      /// When it was made.
      public let createdAt = Field<Timestamp>("created_at", .readOnly)
      /// When it last changed.
      public let updatedAt = Field<Timestamp>("updated_at", .readOnly)
    }
  }
}
