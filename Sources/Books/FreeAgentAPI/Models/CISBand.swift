// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Money

extension FreeAgent {
  /// A rate at which the Construction Industry Scheme has customers deduct tax.
  ///
  /// Source: the page “Construction Industry Scheme Bands”.
  public struct CISBand: Record {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its name, which is the `cis_rate` of an invoice.
      public let name = Field<String>("name")
      /// What part is deducted, such as 0.2.
      public let deductionRate = Field<ExactDecimal>("deduction_rate", .essential)
      /// What the income is called.
      public let incomeDescription = Field<String>("income_description")
      /// What the deduction is called.
      public let deductionDescription = Field<String>("deduction_description")
      /// The code of the category of the income.
      public let nominalCode = Field<String>("nominal_code")
    }
  }
}
