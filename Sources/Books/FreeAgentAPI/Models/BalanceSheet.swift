// What each model declares is explained once, at `FreeAgent.Record`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days

extension FreeAgent {
  /// What a company has and owes, in whole units of its currency.
  ///
  /// Source: the page “Balance Sheet”.
  public struct BalanceSheet: Record {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// The first day of the accounting year; nil for opening balances.
      public let accountingPeriodStartDate = Field<Day>("accounting_period_start_date")
      /// The day at whose end it is so; nil for opening balances.
      public let asAtDate = Field<Day>("as_at_date")
      /// The company’s currency, three letters of ISO 4217.
      public let currency = Field<String>("currency")
      /// What serves for years.
      public let capitalAssets = Field<BalanceSheetSection>("capital_assets", .essential)
      /// What is there, or is owed to the company.
      public let currentAssets = Field<BalanceSheetSection>("current_assets", .essential)
      /// What it owes; such values are negative.
      public let currentLiabilities = Field<BalanceSheetSection>(
        "current_liabilities", .essential)
      /// Current assets and liabilities together.
      public let netCurrentAssets = Field<Int>("net_current_assets", .essential)
      /// Those and capital assets together.
      public let totalAssets = Field<Int>("total_assets", .essential)
      /// What the owners have in it; what is theirs is negative.
      public let ownersEquity = Field<BalanceSheetSection>("owners_equity", .essential)
      /// All of that, the opposite of the total assets.
      public let totalOwnersEquity = Field<Int>("total_owners_equity", .essential)
    }
  }
}

extension FreeAgent {
  /// A part of a balance sheet.
  public struct BalanceSheetSection: Record {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// Its accounts; nil if there are none.
      public let accounts = Field<[BalanceSheetAccount]>("accounts", .essential)
      /// The sum, of capital assets.
      public let netBookValue = Field<Int>("net_book_value", .essential)
      /// The profit that was kept, of owners’ equity.
      public let retainedProfit = Field<Int>("retained_profit", .essential)
    }
  }
}

extension FreeAgent {
  /// An account of a balance sheet.
  public struct BalanceSheetAccount: Record {
    public static let schema = Schema(Fields())

    public var members: [String: JSON] = [:]
    public init() {}

    /// The members of the record.
    public struct Fields: Sendable {
      /// What it is called.
      public let name = Field<String>("name")
      /// The nominal code of the account, such as `750-1`.
      public let nominalCode = Field<String>("nominal_code")
      /// Its balance; a debit is positive.
      public let totalDebitValue = Field<Int>("total_debit_value", .essential)
    }
  }
}
