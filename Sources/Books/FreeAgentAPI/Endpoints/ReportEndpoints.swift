// What each request declares is explained once, at `FreeAgent.Endpoint`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Days
public import FoundationEssentials
public import ServiceBasics

extension FreeAgent {
  /// Money that came and went between two days, both included.
  public struct GetCashFlow: Endpoint {
    public static let method = Method.get
    public static let route = "/v2/cashflow"
    public static let level = PermissionLevel.banking

    /// The member of the answer.
    public static let key = "cashflow"

    /// The first and the last day of the report.
    public let days: ClosedRange<Day>

    /// Makes the request.
    public init(_ days: ClosedRange<Day>) { self.days = days }

    public var query: [FormItem] { days.query }

    public static func answer(from body: Data) throws -> CashFlow {
      try CashFlow(from: body, key: key)
    }
  }

  /// Profit and loss of an accounting year, or between two days.
  public struct GetProfitAndLoss: Endpoint {
    public static let method = Method.get
    public static let route = "/v2/accounting/profit_and_loss/summary"
    public static let level = PermissionLevel.accounting

    /// The member of the answer.
    public static let key = "profit_and_loss_summary"

    /// For when.
    public enum Period: Sendable, Hashable {
      /// The accounting year that goes on.
      case current
      /// Between two days, both included: twelve months at most, or within one accounting year.
      case days(ClosedRange<Day>)
      /// An accounting year by its name, such as `2022/23`.
      case accountingPeriod(String)
    }

    /// For when.
    public let period: Period

    /// Makes the request.
    public init(_ period: Period = .current) { self.period = period }

    public var query: [FormItem] {
      switch period {
      case .current: []
      case .days(let days): days.query
      case .accountingPeriod(let name): [FormItem("accounting_period", name)]
      }
    }

    public static func answer(from body: Data) throws -> ProfitAndLossSummary {
      try ProfitAndLossSummary(from: body, key: key)
    }
  }
}

extension ClosedRange<Day> {
  fileprivate var query: [FormItem] {
    [
      FormItem("from_date", lowerBound.description),
      FormItem("to_date", upperBound.description),
    ]
  }
}
