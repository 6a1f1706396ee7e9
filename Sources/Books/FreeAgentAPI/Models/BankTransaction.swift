// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import Money
public import ServiceBasics

extension FreeAgent {
  /// Money that came or went.
  ///
  /// Source: the page “Bank Transactions”.
  public struct BankTransaction: Resource, Listed, Deletable {
    public static let schema = Schema(Fields())
    public static let collections = ["bank_transactions"]
    public static let key = "bank_transaction"
    public static let level = PermissionLevel.banking
    public typealias Filter = BankTransactionFilter

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its address, which ends in its id.
      public let url = Field<Link<BankTransaction>>("url", [.readOnly, .essential])
      /// How much, in the account’s currency; negative if it went.
      public let amount = Field<ExactDecimal>("amount", [.readOnly, .essential])
      /// The account that the money came to or went from.
      public let bankAccount = Field<Link<BankAccount>>("bank_account", .readOnly)
      /// The day on which the money came or went, as the bank or the person who added it says.
      public let datedOn = Field<Day>("dated_on", [.readOnly, .essential])
      /// What the bank says; the text, two slashes and the kind of line.
      public let description = Field<String>("description", .readOnly)
      /// The same with the amount behind it.
      public let fullDescription = Field<String>("full_description", .readOnly)
      /// When it was read.
      public let uploadedAt = Field<Timestamp>("uploaded_at", .readOnly)
      /// What is left to explain, with the sign of the amount.
      public let unexplainedAmount = Field<ExactDecimal>(
        "unexplained_amount", [.readOnly, .essential])
      /// Whether a person added it.
      public let isManual = Field<Bool>("is_manual", .readOnly)
      /// The bank’s own id.
      public let transactionID = Field<String>("transaction_id", .readOnly)
      /// How many others look like it.
      public let matchingTransactionsCount = Field<Int>("matching_transactions_count", .readOnly)
      /// Its explanations, whole.
      public let explanations = Field<[BankTransactionExplanation]>(
        "bank_transaction_explanations", [.readOnly, .essential])
      /// When it was made.
      public let createdAt = Field<Timestamp>("created_at", .readOnly)
      /// When it last changed.
      public let updatedAt = Field<Timestamp>("updated_at", .readOnly)
    }
  }
}
