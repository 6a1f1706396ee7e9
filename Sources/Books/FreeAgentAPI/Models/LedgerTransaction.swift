// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import Money
public import ServiceBasics

extension FreeAgent {
  /// A posting of the ledger.
  ///
  /// Source: the page “Transactions”.
  public struct LedgerTransaction: Resource, Listed {
    public static let schema = Schema(Fields())
    public static let collections = ["accounting/transactions"]
    public static let key = "transaction"
    public static let listKey = "transactions"
    public static let level = PermissionLevel.accounting
    public typealias Filter = LedgerTransactionFilter

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its address, which ends in its id.
      public let url = Field<Link<LedgerTransaction>>("url", [.readOnly, .essential])
      /// The day on which the ledger has it.
      public let datedOn = Field<Day>("dated_on", .readOnly)
      /// When it was made.
      public let createdAt = Field<Timestamp>("created_at", .readOnly)
      /// When it last changed.
      public let updatedAt = Field<Timestamp>("updated_at", .readOnly)
      /// What it is from, such as the reference of a bill.
      public let description = Field<String>("description", .readOnly)
      /// The category, without a sub-account.
      public let category = Field<Link<Category>>("category", .readOnly)
      /// What the category is called.
      public let categoryName = Field<String>("category_name", .readOnly)
      /// The code; behind its hyphen is the number of a bank account, a user and so on.
      public let nominalCode = Field<String>("nominal_code", .readOnly)
      /// The value; a credit is negative.
      public let debitValue = Field<ExactDecimal>("debit_value", [.readOnly, .essential])
      /// The address of what it is from; nil if that has none.
      public let sourceItemURL = Field<String>("source_item_url", .readOnly)
      /// The value in the currency of what it is from; empty if that is the company’s.
      public let foreignCurrencyData = Field<ForeignCurrencyData>(
        "foreign_currency_data", .readOnly)
    }
  }

  /// A value in a foreign currency.
  ///
  /// Source: the page “Transactions”.
  public struct ForeignCurrencyData: Record {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// The foreign currency, three letters of ISO 4217.
      public let currencyCode = Field<String>("currency_code")
      /// The value; a credit is negative.
      public let debitValue = Field<ExactDecimal>("debit_value", .essential)
    }
  }
}
