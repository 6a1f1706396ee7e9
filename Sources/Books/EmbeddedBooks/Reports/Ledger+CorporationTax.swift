import Books
import Days
import Money

/// The estimate of a company's corporation tax: by the rates of each accounting period, on nothing but its
/// operating profit.
///
/// It is posted nowhere. Each period is taxed by itself: a loss is set off against nothing.
extension Ledger {
  /// The profit between two days, before taxes and dividends; nil if a rate of exchange is not known.
  private func operatingProfit(_ days: ClosedRange<Day>) throws -> ExactDecimal? {
    let postings = try postings(from: days.lowerBound, through: days.upperBound)
    let profit = try Profit(lines(of: postings))
    return try profit.isWhole ? profit.operating : nil
  }

  /// The profit of days that are taxed.
  ///
  /// - Throws: 422 if a rate of exchange is not known.
  func taxableProfit(_ days: ClosedRange<Day>) throws -> ExactDecimal {
    guard let profit = try operatingProfit(days) else {
      throw try unknownRate(in: days, Profit.includes)
    }
    return profit
  }

  /// The tax of an accounting period in whole units; nil if its rates are not known here.
  ///
  /// - Throws: 422 if a rate of exchange is not known.
  func corporationTax(of period: ClosedRange<Day>) throws -> ExactDecimal? {
    try CorporationTax(of: period).due(on: taxableProfit(period), fractionDigits: 0)
  }

  /// What taxes since the beginning come to.
  struct TaxSums {
    /// The sums, in the order of the days that were asked for; nil for each unless it is a limited company.
    var sums: [ExactDecimal?]

    /// The accounting periods in none of the sums, with those of their days whose profit is not known, as a
    /// rate of exchange is not.
    var untaxed: [(period: ClosedRange<Day>, days: ClosedRange<Day>)] = []
  }

  /// The taxes since the beginning up to each of some days; nil stands for a day before all others.
  ///
  /// The period of such a day has the tax on its profit so far, by the limits of the whole period. A tax whose
  /// rates are not known counts as nothing.
  func corporationTaxes(through days: [Day?]) throws -> TaxSums {
    guard try companyFacts().kind == .limited else { return TaxSums(sums: days.map { _ in nil }) }
    var sums = [ExactDecimal](repeating: 0, count: days.count)
    var untaxed: [(period: ClosedRange<Day>, days: ClosedRange<Day>)] = []
    guard let last = days.compactMap(\.self).max() else { return TaxSums(sums: sums) }
    for period in try taxedPeriods(through: last) {
      // Several days may have all of a period.
      var taxes: [Day: ExactDecimal] = [:]
      for (index, day) in days.enumerated() {
        guard let day, period.lowerBound <= day else { continue }
        let end = min(day, period.upperBound)
        guard let tax = try taxes[end] ?? self.tax(of: period, through: end) else {
          untaxed.append((period: period, days: period.lowerBound...end))
          continue
        }
        taxes[end] = tax
        sums[index] = try sums[index].adding(tax)
      }
    }
    return TaxSums(sums: sums, untaxed: untaxed)
  }

  /// The tax on the profit of a period so far, 0 if its rates are not known; nil if a rate of exchange is not.
  private func tax(of period: ClosedRange<Day>, through day: Day) throws -> ExactDecimal? {
    guard let profit = try operatingProfit(period.lowerBound...day) else { return nil }
    return try CorporationTax(of: period).due(on: profit, fractionDigits: 0) ?? 0
  }

  /// Whether the rates of all periods are known that have some of these days.
  func areTaxRatesKnown(_ days: ClosedRange<Day>) throws -> Bool {
    try taxedPeriods(through: days.upperBound).filter { $0.overlaps(days) }
      .allSatisfy { CorporationTax(of: $0).areRatesKnown }
  }

  /// What of the tax since the beginning has not been posted at the end of a day; nil if a rate of exchange
  /// is not known.
  func unpostedTax(at day: Day) throws -> ExactDecimal? {
    guard try companyFacts().kind == .limited else { return 0 }
    var all = try openingPostings()
    try all.add(postings(through: day))
    let profit = try Profit(lines(of: all))
    let taxes = try corporationTaxes(through: [day])
    guard profit.isWhole, taxes.untaxed.isEmpty else { return nil }
    return try taxes.sums[0]?.subtracting(profit.taxes) ?? 0
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
