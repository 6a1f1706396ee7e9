public import Days
public import FreeAgentAPI
public import Money

/// A part of the overview, which is what a company’s app shows first.
///
/// Each is read by itself, and may fail by itself.
public enum OverviewPart: String, Sendable, Hashable, Codable, CaseIterable {
  /// What came and went in the last three months.
  case cashFlow = "cash-flow"
  /// The profit of the accounting year that goes on.
  case profitAndLoss = "profit-and-loss"
  /// What is due to authorities.
  case taxTimeline = "tax-timeline"
  /// The bank accounts in which there is something to explain or to approve.
  case accounts
  /// The invoices that should have been paid.
  case overdueInvoices = "overdue-invoices"
  /// What the user claimed last.
  case expenses

  /// The level that it takes.
  public var level: FreeAgent.PermissionLevel {
    switch self {
    case .cashFlow, .accounts: .banking
    case .profitAndLoss, .taxTimeline: .accounting
    case .overdueInvoices: .invoices
    case .expenses: .money
    }
  }
}

/// What a part of the overview has to show.
public enum OverviewContents: Sendable, Hashable, Codable {
  /// What came and went, without signs, and the difference.
  case cashFlow(since: Day, incoming: Money, outgoing: Money, balance: Money)
  /// Income and expenses, and what is left of them; a loss is negative.
  case profitAndLoss(since: Day?, income: Money, expenses: Money, profit: Money)
  /// What is due to authorities, the earliest first.
  case taxTimeline(items: [TaxItem])
  /// The bank accounts in which there is something to do.
  case accounts(withWork: [BookAccount])
  /// The invoices that should have been paid; how many there are in all.
  case overdueInvoices(newest: [OutgoingDocument], count: Int)
  /// What the user claimed last, the newest first.
  case expenses(newest: [BookExpense])
}

/// Something that is due to an authority.
public struct TaxItem: Sendable, Hashable, Codable {
  /// The day on which it is due.
  public let day: Day
  /// What it is, in the service’s words.
  public let text: String
  /// How much; nil if it is no payment.
  public let amount: Money?
}
