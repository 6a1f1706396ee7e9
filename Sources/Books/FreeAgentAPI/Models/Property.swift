// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension FreeAgent {
  /// What a landlord who is no company lets; other companies have none.
  ///
  /// Source: the page “Properties”.
  public struct Property: Resource, Listed, Creatable, Updatable, Deletable {
    public static let schema = Schema(Fields())
    public static let collections = ["properties"]
    public static let key = "property"
    public static let level = PermissionLevel.accounting
    public typealias Filter = NoFilter

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its address at the API, which ends in its id.
      public let url = Field<Link<Property>>("url", [.readOnly, .essential])
      /// Where it is: the first line.
      public let address1 = Field<String>("address1", .required)
      /// The second line.
      public let address2 = Field<String>("address2")
      /// The third line.
      public let address3 = Field<String>("address3")
      /// The town that it is in.
      public let town = Field<String>("town")
      /// The county or region that it is in.
      public let region = Field<String>("region")
      /// The postcode of where it is.
      public let postcode = Field<String>("postcode")
      /// The country, always the United Kingdom.
      public let country = Field<String>("country", .readOnly)
    }
  }
}
