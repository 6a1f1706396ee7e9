// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Money

extension FreeAgent {
  /// An account of the ledger with its balance.
  ///
  /// Source: the page “Trial Balance”.
  public struct TrialBalanceLine: Record {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// The category, without a sub-account.
      public let category = Field<Link<Category>>("category")
      /// The code; behind its hyphen is the number of a bank account or a user.
      public let nominalCode = Field<String>("nominal_code")
      /// The code as reports show it.
      public let displayNominalCode = Field<String>("display_nominal_code")
      /// What it is called.
      public let name = Field<String>("name")
      /// The balance; a debit is positive.
      public let total = Field<ExactDecimal>("total", .essential)
      /// The account, of a code 750.
      public let bankAccount = Field<Link<BankAccount>>("bank_account")
      /// The user, of a code 900 to 910.
      public let user = Field<Link<User>>("user")
    }
  }
}
