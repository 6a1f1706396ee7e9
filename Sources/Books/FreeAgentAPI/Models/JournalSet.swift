// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import Money
public import ServiceBasics

extension FreeAgent {
  /// Corrections of the ledger on a day, which balance.
  ///
  /// Source: the page “Journal Sets”.
  public struct JournalSet: Resource, Listed, Creatable, Updatable, Deletable {
    public static let schema = Schema(Fields())
    public static let collections = ["journal_sets"]
    public static let key = "journal_set"
    public static let level = PermissionLevel.accounting
    public typealias Filter = JournalSetFilter

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its address, which ends in its id.
      public let url = Field<Link<JournalSet>>("url", [.readOnly, .essential])
      /// The day; nil for opening balances.
      public let datedOn = Field<Day>("dated_on", .required)
      /// What it is about.
      public let description = Field<String>("description", .required)
      /// The lines, whose values come to zero together.
      public let journalEntries = Field<[JournalEntry]>("journal_entries", .required)
      /// The mark of the program that made it, by which it is found again.
      public let tag = Field<String>("tag")
      /// The opening balances of bank accounts; nil for other sets.
      public let bankAccounts = Field<[JournalSetBalance]>("bank_accounts", .readOnly)
      /// The opening balances of stock; nil for other sets.
      public let stockItems = Field<[JournalSetBalance]>("stock_items", .readOnly)
      /// When it last changed.
      public let updatedAt = Field<Timestamp>("updated_at", .readOnly)
    }
  }
}

extension FreeAgent {
  /// An opening balance of a set of journals.
  public struct JournalSetBalance: Record {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// The address of the bank account or the stock item.
      public let url = Field<String>("url")
      /// What that is called.
      public let description = Field<String>("description")
      /// The balance; the service’s answers have the opposite sign of the account’s own.
      public let debitValue = Field<ExactDecimal>("debit_value", .essential)
    }
  }
}
