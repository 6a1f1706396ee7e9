// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days

extension FreeAgent {
  /// A line of a statement to be imported.
  ///
  /// Source: the page “Bank Transactions”.
  ///
  /// A line with the day, the amount and the text of one that is there is left out by the service.
  public struct StatementLine: Record {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// The day on which the money came or went, by the statement.
      public let datedOn = Field<Day>("dated_on", [.required, .essential])
      /// How much, a number and never a text; 0 if it is left out.
      public let amount = Field<BareNumber>("amount", .essential)
      /// What the bank says.
      public let description = Field<String>("description")
      /// The bank’s own id.
      public let bankID = Field<String>("fitid")
      /// What it is; some kinds decide the sign.
      public let type = Field<StatementLineType>("transaction_type")
    }
  }
}
