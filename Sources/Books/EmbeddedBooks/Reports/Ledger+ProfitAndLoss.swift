import Books
import Days
import FreeAgentAPI
import GRDB
import Money

extension Ledger {
  /// The period of a request: between two days, of an accounting year by its name, or of this year so far.
  ///
  /// - Throws: 400 for a year that there is not, or days more than a year apart.
  func profitPeriod(
    _ days: ClosedRange<Day>?, named name: String?
  ) throws -> ClosedRange<Day> {
    let periods = try accountingPeriods()
    if let name {
      guard let period = periods.first(where: { $0.name == name }) else {
        throw FreeAgent.Failure.badRequest("accounting_period is invalid")
      }
      return period
    }
    guard let days else { return try yearSoFar }
    let isWithinOne = periods.contains {
      $0.contains(days.lowerBound) && $0.contains(days.upperBound)
    }
    guard isWithinOne || days.upperBound < days.lowerBound.adding(months: 12) ?? days.upperBound
    else { throw FreeAgent.Failure.badRequest("The dates are more than twelve months apart") }
    return days
  }

  /// The accounting year up to today; the twelve months to today if there is no such year.
  var yearSoFar: ClosedRange<Day> {
    get throws {
      let year = try accountingPeriods().first { $0.contains(today) }
      return year.map { $0.lowerBound...today } ?? yearToToday
    }
  }

  func accountingPeriods() throws -> [ClosedRange<Day>] {
    try (company().annualAccountingPeriods ?? []).compactMap { year in
      guard let start = year.startsOn, let end = year.endsOn, start <= end else { return nil }
      return start...end
    }
  }

  /// Profit and loss: what was invoiced and sold less what was bought, without VAT.
  func profitAndLoss(_ days: ClosedRange<Day>) throws -> FreeAgent.ProfitAndLossSummary {
    let now = try profit(days)
    let first = try companyFacts().booksBegin ?? days.lowerBound
    var before = Profit()
    if let end = days.lowerBound.adding(days: -1), first <= end {
      before = try profit(first...end)
    }
    let isTaxed = try companyFacts().kind == .limited
    return try FreeAgent.ProfitAndLossSummary {
      $0.from = days.lowerBound
      $0.to = days.upperBound
      $0.income = FreeAgent.ShortDecimal(now.income)
      $0.expenses = FreeAgent.ShortDecimal(now.expenses)
      $0.operatingProfit = FreeAgent.ShortDecimal(try now.operating)
      $0.less = try isTaxed ? now.deductions : []
      let retained = try now.retained(isTaxed)
      let forward = try before.retained(isTaxed)
      $0.retainedProfit = FreeAgent.ShortDecimal(retained)
      $0.retainedProfitBroughtForward = FreeAgent.ShortDecimal(forward)
      $0.retainedProfitCarriedForward = FreeAgent.ShortDecimal(try retained.adding(forward))
    }
  }

  /// What was earned and spent, in whole units of the company's currency.
  struct Profit {
    var income: ExactDecimal = 0
    var expenses: ExactDecimal = 0
    /// What shareholders got.
    var dividends: ExactDecimal = 0

    var operating: ExactDecimal { get throws { try income.subtracting(expenses) } }

    /// At the small profits rate of 19 %, a loss at none.
    var tax: ExactDecimal {
      get throws {
        let profit = try operating
        guard let rate = ExactDecimal("0.19"), !profit.isNegative else { return 0 }
        return try profit.multiplied(by: rate).rounded(fractionDigits: 0)
      }
    }

    /// What is left; only companies have taxes on their profit, and dividends.
    func retained(_ isTaxed: Bool) throws -> ExactDecimal {
      guard isTaxed else { return try operating }
      return try operating.subtracting(tax).subtracting(dividends)
    }

    /// What is taken off the operating profit of a company; nothing is adjusted.
    ///
    /// Source: an answer of the service of August 2026, for the titles.
    var deductions: [FreeAgent.ProfitAndLossLine] {
      get throws {
        let lines: [(String, ExactDecimal)] = [
          ("Corp. Tax (est.)", try tax), ("Dividends", dividends), ("Adjustments", 0),
        ]
        return lines.map { title, total in
          FreeAgent.ProfitAndLossLine {
            $0.title = title
            $0.total = FreeAgent.ShortDecimal(total)
          }
        }
      }
    }
  }

  /// What the ledger has of income and costs between two days; taxes on the profit are no costs.
  func profit(_ days: ClosedRange<Day>) throws -> Profit {
    let postings = try postings(from: days.lowerBound, through: days.upperBound)
    func units(_ isIncluded: (String) -> Bool) throws -> ExactDecimal {
      try total(of: postings.filtered(isIncluded)).rounded(fractionDigits: 0)
    }
    return Profit(
      income: try units { $0 < "096" }.negated,
      expenses: try units { "096" <= $0 && $0 < "502" },
      dividends: try units { $0.prefix(3) == LedgerAccount.dividends })
  }

  /// The sum of postings in the company's currency.
  func total(of postings: Postings) throws -> ExactDecimal {
    let native = try companyFacts().currency
    return try ExactDecimal.sum(
      of: postings.units.map { try inNative($0.value, $0.key.currency, native) })
  }
}

extension ClosedRange<Day> {
  /// The year as the service calls it, such as `2022/23`.
  fileprivate var name: String {
    let end = upperBound.year % 100
    return "\(lowerBound.year)/\(end < 10 ? "0" : "")\(end)"
  }
}
