import Books
import Days
import Money

/// The estimate of a company's corporation tax: by the rates of each accounting period, on nothing but its
/// operating profit.
///
/// It is posted nowhere. Each period is taxed by itself: a loss is set off against nothing.
extension Ledger {
  /// The profit between two days.
  func profit(_ days: ClosedRange<Day>) throws -> Profit {
    try Profit(lines(of: postings(from: days.lowerBound, through: days.upperBound)))
  }

  /// The tax of an accounting period in whole units; nil if its rates are not known here.
  ///
  /// - Parameters:
  ///   - period: the period, whose length determines the limits of the rates.
  ///   - day: the last day whose profit counts, in the period; nil for its last.
  func corporationTax(
    of period: ClosedRange<Day>, through day: Day? = nil
  ) throws -> ExactDecimal? {
    let profit = try profit(period.lowerBound...(day ?? period.upperBound)).operating
    return try CorporationTax(of: period).due(on: profit, fractionDigits: 0)
  }

  /// The taxes since the beginning up to each of some days; nil stands for a day before all others.
  ///
  /// The period of such a day has the tax on its profit so far, by the limits of the whole period. What is not
  /// known counts as nothing.
  ///
  /// - Returns: the taxes, in the order of the days; nil for each unless it is a limited company.
  func corporationTaxes(through days: [Day?]) throws -> [ExactDecimal?] {
    guard try companyFacts().kind == .limited else { return days.map { _ in nil } }
    var sums = [ExactDecimal](repeating: 0, count: days.count)
    guard let last = days.compactMap(\.self).max() else { return sums }
    for period in try taxedPeriods(through: last) {
      var whole: ExactDecimal?
      for (index, day) in days.enumerated() {
        guard let day, period.lowerBound <= day else { continue }
        let tax: ExactDecimal
        if day < period.upperBound {
          tax = try corporationTax(of: period, through: day) ?? 0
        } else {
          tax = try whole ?? corporationTax(of: period) ?? 0
          whole = tax
        }
        sums[index] = try sums[index].adding(tax)
      }
    }
    return sums
  }

  /// Whether the rates of all periods are known that have some of these days.
  func areTaxRatesKnown(_ days: ClosedRange<Day>) throws -> Bool {
    try taxedPeriods(through: days.upperBound).filter { $0.overlaps(days) }
      .allSatisfy { CorporationTax(of: $0).areRatesKnown }
  }

  /// What was retained at the end of a day, with what was there when the books began.
  func retainedProfit(at day: Day) throws -> RetainedProfit {
    var all = try openingPostings()
    try all.add(postings(through: day))
    return try RetainedProfit(Profit(lines(of: all)), tax: corporationTaxes(through: [day])[0])
  }

  /// The accounting periods since the company began, up to the one that a day is in, without a gap: days that
  /// are in none of the company's are in periods of twelve months at most.
  func taxedPeriods(through last: Day) throws -> [ClosedRange<Day>] {
    let years = try accountingPeriods().sorted { $0.lowerBound < $1.lowerBound }
    let begin = try [companyFacts().booksBegin, years.first?.lowerBound].compactMap(\.self).min()
    var periods: [ClosedRange<Day>] = []
    var next: Day? = begin ?? yearToToday.lowerBound
    while let first = next, first <= last {
      let year = years.first { $0.upperBound >= first }
      var end = CorporationTax.year(from: first).upperBound
      if let year, year.lowerBound <= first {
        end = year.upperBound
      } else if let eve = year?.lowerBound.adding(days: -1) {
        end = min(end, eve)
      }
      periods.append(first...end)
      next = end.adding(days: 1)
    }
    return periods
  }
}
