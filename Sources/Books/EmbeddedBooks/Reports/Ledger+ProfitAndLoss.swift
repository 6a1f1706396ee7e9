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
      $0.less =
        isTaxed
        ? [
          try FreeAgent.ProfitAndLossLine {
            $0.title = "Corporation Tax"
            $0.total = FreeAgent.ShortDecimal(try now.tax)
          }
        ] : []
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

    var operating: ExactDecimal { get throws { try income.subtracting(expenses) } }

    /// At the small profits rate of 19 %, a loss at none.
    var tax: ExactDecimal {
      get throws {
        let profit = try operating
        guard let rate = ExactDecimal("0.19"), !profit.isNegative else { return 0 }
        return try profit.multiplied(by: rate).rounded(fractionDigits: 0)
      }
    }

    func retained(_ isTaxed: Bool) throws -> ExactDecimal {
      try operating.subtracting(isTaxed ? tax : 0)
    }
  }

  /// What the ledger has of income and costs between two days; taxes on the profit are no costs.
  func profit(_ days: ClosedRange<Day>) throws -> Profit {
    let postings = try postings(from: days.lowerBound, through: days.upperBound)
    return Profit(
      income: try total(of: postings.filtered { $0 < "096" }).negated.rounded(fractionDigits: 0),
      expenses: try total(of: postings.filtered { "096" <= $0 && $0 < "502" })
        .rounded(fractionDigits: 0))
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
