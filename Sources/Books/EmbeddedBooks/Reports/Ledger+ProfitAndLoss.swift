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
      guard let period = periods.first(where: { $0.yearName == name }) else {
        throw FreeAgent.Failure.badRequest("accounting_period is invalid")
      }
      return period
    }
    guard let days else { return try yearSoFar }
    let isWithinOne = periods.contains {
      $0.contains(days.lowerBound) && $0.contains(days.upperBound)
    }
    guard isWithinOne || days.isWithin(months: 12) else {
      throw FreeAgent.Failure.badRequest("The dates are more than twelve months apart")
    }
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

  /// Profit and loss: what was invoiced and sold less what was bought, without VAT, in whole units of the
  /// company's currency.
  ///
  /// What a period brings forward is what the one before carries forward. So that each column adds up, its
  /// figures are what comes to the whole units since the beginning. What is brought and carried forward is left
  /// out if a rate of exchange of earlier days is not known.
  ///
  /// - Throws: 422 if a rate of exchange of these days is not known, or of the accounting period by which they
  ///   are taxed.
  func profitAndLoss(_ days: ClosedRange<Day>) throws -> FreeAgent.ProfitAndLossSummary {
    let own = try postings(from: days.lowerBound, through: days.upperBound)
    guard try Profit(lines(of: own)).isWhole else {
      throw try unknownRate(in: days, Profit.includes)
    }
    var all = try openingPostings()
    let eve = days.lowerBound.adding(days: -1)
    if let eve { try all.add(postings(through: eve)) }
    let taxes = try corporationTaxes(through: [eve, days.upperBound])
    if let untaxed = taxes.untaxed.first(where: { $0.period.overlaps(days) }) {
      throw try unknownRate(in: untaxed.days, Profit.includes)
    }
    let profitBefore = try Profit(lines(of: all))
    let before = try RetainedProfit(profitBefore, tax: taxes.sums[0])
    try all.add(own)
    let after = try RetainedProfit(Profit(lines(of: all)), tax: taxes.sums[1])
    let areEarlierKnown = profitBefore.isWhole && taxes.untaxed.isEmpty
    let change = try after.subtracting(before)
    let isCompany = try companyFacts().kind == .limited
    let isTaxKnown = try areTaxRatesKnown(days)
    return try FreeAgent.ProfitAndLossSummary {
      $0.from = days.lowerBound
      $0.to = days.upperBound
      $0.income = FreeAgent.ShortDecimal(change.income)
      $0.expenses = FreeAgent.ShortDecimal(change.expenses)
      $0.operatingProfit = FreeAgent.ShortDecimal(try change.operating)
      $0.less = change.deductions(ofCompany: isCompany, isTaxKnown: isTaxKnown)
      $0.retainedProfit = FreeAgent.ShortDecimal(try change.left)
      if areEarlierKnown {
        $0.retainedProfitBroughtForward = FreeAgent.ShortDecimal(try before.left)
        $0.retainedProfitCarriedForward = FreeAgent.ShortDecimal(try after.left)
      }
    }
  }
}

extension ClosedRange<Day> {
  /// The year as the service calls it, such as `2022/23`; one that begins and ends in the same is `2025/25`.
  var yearName: String {
    let end = upperBound.year % 100
    return "\(lowerBound.year)/\(end < 10 ? "0" : "")\(end)"
  }
}
