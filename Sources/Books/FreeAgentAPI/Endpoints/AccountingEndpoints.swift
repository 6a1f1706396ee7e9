// What each request declares is explained once, at `FreeAgent.Endpoint`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import FoundationEssentials
public import ServiceBasics

extension FreeAgent {
  /// Every account of the ledger with its balance at the end of a day.
  ///
  /// Source: the page “Trial Balance”.
  public struct GetTrialBalance: Endpoint {
    public static let method = Method.get
    public static let route = "/v2/accounting/trial_balance/summary"
    public static let level = PermissionLevel.accounting

    /// The member of the answer.
    public static let key = "trial_balance_summary"

    /// The day from which profit and loss counts; nil for the beginning of the accounting year.
    public let first: Day?
    /// The day; nil for today.
    public let last: Day?

    /// Makes the request.
    public init(from first: Day? = nil, to last: Day? = nil) {
      self.first = first
      self.last = last
    }

    public var query: [FormItem] {
      [("from_date", first), ("to_date", last)].compactMap { name, day in
        day.map { FormItem(name, $0.description) }
      }
    }

    public static func answer(from body: Data) throws -> Batch<TrialBalanceLine> {
      try Batch(from: body, key: key)
    }
  }

  /// The balances with which the books began.
  ///
  /// Source: the page “Trial Balance”.
  public struct GetOpeningTrialBalance: Endpoint {
    public static let method = Method.get
    public static let route = "\(GetTrialBalance.route)/opening_balances"
    public static let level = PermissionLevel.accounting

    /// Makes the request.
    public init() {}

    public static func answer(from body: Data) throws -> Batch<TrialBalanceLine> {
      try Batch(from: body, key: GetTrialBalance.key)
    }
  }

  /// What the company has and owes at the end of a day.
  ///
  /// Source: the page “Balance Sheet”.
  public struct GetBalanceSheet: Endpoint {
    public static let method = Method.get
    public static let route = "/v2/accounting/balance_sheet"
    public static let level = PermissionLevel.accounting

    /// The member of the answer.
    public static let key = "balance_sheet"

    /// The day; nil for today.
    public let day: Day?

    /// Makes the request.
    public init(at day: Day? = nil) { self.day = day }

    public var query: [FormItem] { day.map { [FormItem("as_at_date", $0.description)] } ?? [] }

    public static func answer(from body: Data) throws -> BalanceSheet {
      try BalanceSheet(from: body, key: key)
    }
  }

  /// What the company had and owed when the books began.
  ///
  /// Source: the page “Balance Sheet”.
  public struct GetOpeningBalanceSheet: Endpoint {
    public static let method = Method.get
    public static let route = "\(GetBalanceSheet.route)/opening_balances"
    public static let level = PermissionLevel.accounting

    /// Makes the request.
    public init() {}

    public static func answer(from body: Data) throws -> BalanceSheet {
      try BalanceSheet(from: body, key: GetBalanceSheet.key)
    }
  }

  /// The set of journals with the opening balances, which has no day.
  ///
  /// Source: the page “Journal Sets”.
  public struct GetOpeningJournalSet: Endpoint {
    public static let method = Method.get
    public static let route = "\(JournalSet.listRoute)/opening_balances"
    public static let level = JournalSet.level

    /// Makes the request.
    public init() {}

    public static func answer(from body: Data) throws -> JournalSet {
      try JournalSet(from: body, key: JournalSet.key)
    }
  }
}
