public import Days
import FreeAgentAPI
import Money
import ServiceBasics

/// The overview.
extension Bookkeeper {
  /// How many things of a kind a part of the overview names.
  private static let mostNamed = 5

  /// A part of the overview as it is now.
  ///
  /// - Parameters:
  ///   - part: which part.
  ///   - today: the day it is.
  /// - Throws: a ``BooksError``, of the code `not-allowed` if the user may not see it.
  public func overview(_ part: OverviewPart, on today: Day) async throws -> OverviewContents {
    let currency = try await company().currency
    switch part {
    case .cashFlow: return try await cashFlow(on: today, in: currency)
    case .profitAndLoss:
      let answer = try await ask(FreeAgent.GetProfitAndLoss())
      return .profitAndLoss(
        since: answer.from, income: try amount(answer.income?.value, currency),
        expenses: try amount(answer.expenses?.value, currency),
        profit: try amount(answer.operatingProfit?.value, currency))
    case .taxTimeline:
      let items = try await ask(FreeAgent.GetTaxTimeline()).elements
      return .taxTimeline(
        items: items.compactMap { TaxItem($0, in: currency) }.sorted { $0.day < $1.day })
    case .accounts:
      return .accounts(
        withWork: try await accounts().filter { $0.unexplained > 0 || $0.toApprove > 0 })
    case .overdueInvoices:
      let page: (elements: [FreeAgent.Invoice], total: Int?) = try await page(
        of: FreeAgent.InvoiceFilter { $0.view = .overdue },
        FreeAgent.PageRequest(1, size: Self.mostNamed))
      return .overdueInvoices(
        newest: page.elements.compactMap { OutgoingDocument($0, .invoice) },
        count: page.total ?? page.elements.count)
    case .expenses:
      return .expenses(newest: Array(try await ownExpenses().prefix(Self.mostNamed)))
    }
  }

  /// What the user claimed lately, the newest first.
  ///
  /// - Throws: a ``BooksError``.
  public func ownExpenses() async throws -> [BookExpense] {
    let (native, user) = (try await company().currency, try await user().id)
    let expenses: [FreeAgent.Expense] = try await list(
      FreeAgent.ExpenseFilter { $0.view = .recent })
    return expenses.compactMap { BookExpense($0, native: native) }
      .filter { $0.claimant == user }
      .sorted { $0.day > $1.day }
  }

  private func cashFlow(on today: Day, in currency: Currency) async throws -> OverviewContents {
    guard let since = today.adding(days: 1 - today.day)?.adding(months: -2) else {
      throw BooksError(.unreadable, cause: CodedText("day-unusable", "the day is out of range"))
    }
    let answer = try await ask(FreeAgent.GetCashFlow(since...today))
    return .cashFlow(
      since: since, incoming: try amount(answer.incoming?.total?.value, currency),
      outgoing: try amount(answer.outgoing?.total?.value, currency).magnitude(),
      balance: try amount(answer.balance?.value, currency))
  }

  /// An amount of a report; reports leave out what is nothing.
  private func amount(_ number: ExactDecimal?, _ currency: Currency) throws -> Money {
    guard let amount = (number ?? 0).money(in: currency) else {
      throw BooksError(.unreadable, cause: .numbersUnusable("a sum is no amount of money"))
    }
    return amount
  }
}

extension TaxItem {
  /// Reads an item; nil if it has no day.
  init?(_ item: FreeAgent.TaxTimelineItem, in currency: Currency) {
    guard let day = item.datedOn else { return nil }
    self.day = day
    let words = [item.nature, item.description].compactMap(\.self)
    text = words.joined(separator: ": ")
    amount = item.amountDue?.money(in: currency)
  }
}
