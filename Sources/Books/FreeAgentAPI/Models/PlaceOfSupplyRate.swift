// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Money

extension FreeAgent {
  /// A rate of VAT in a country of the EC.
  ///
  /// Source: the page “Sales Tax”.
  public struct PlaceOfSupplyRate: Record {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// The rate, in per cent.
      public let percentage = Field<ExactDecimal>("percentage", .essential)
      /// Its name, such as `Standard`.
      public let band = Field<String>("band")
    }
  }
}
