public import Days
public import Money

/// The corporation tax of one accounting period of a company.
///
/// The limits are those of a company without associated companies, of which the service’s API tells nothing.
/// Losses of other periods, allowances and reliefs are left out as well.
///
/// Sources: https://www.gov.uk/corporation-tax-rates; Corporation Tax Act 2010, sections 18A to 18D, for
/// marginal relief; Corporation Tax Act 2009, sections 8 to 10, for periods across 1 April or longer than
/// twelve months.
public struct CorporationTax: Sendable, Hashable {
  /// The first day of the period and the last.
  public let period: ClosedRange<Day>

  private let table: CorporationTaxTable

  /// The tax of a period.
  ///
  /// - Parameters:
  ///   - period: the first day and the last. If that is more than twelve months, each twelve months are taxed
  ///     by themselves, and what is left.
  ///   - table: the rates.
  public init(of period: ClosedRange<Day>, by table: CorporationTaxTable = .unitedKingdom) {
    self.period = period
    self.table = table
  }

  /// Whether the rates of all days of the period are known here.
  public var areRatesKnown: Bool {
    table.rows.first.map { $0.from <= period.lowerBound } ?? false
  }

  /// What is due on a profit; nil if the rates are not known here.
  ///
  /// Profit comes evenly over the days of a period. One across 1 April has each year’s tax for its days, and
  /// the limits of a short one are as much lower as it is shorter than twelve months.
  ///
  /// - Parameters:
  ///   - profit: the profit of the whole period; of a loss nothing is due.
  ///   - fractionDigits: to how many decimals the tax is rounded, once, half up.
  /// - Throws: a `MoneyError` if the tax is too large.
  public func due(
    on profit: ExactDecimal, fractionDigits: Int = 2
  ) throws(MoneyError) -> ExactDecimal? {
    guard profit > 0 else { return 0 }
    guard areRatesKnown else { return nil }
    let length = Self.length(of: period)
    // A day has its part of the tax of a year with as much profit a day. The sums are exact: in hundredths,
    // times the days of the period, by the days of a year, which are 365 or 366.
    var sums: [ExactDecimal: ExactDecimal] = [:]
    for days in Self.years(of: period) {
      let year = Self.length(of: Self.year(from: days.lowerBound))
      let yearly = try profit.multiplied(by: year)
      for (rates, part) in parts(of: days) {
        let tax = try rates.hundredths(on: yearly, limitsTimes: length)
        sums[year] = try (sums[year] ?? 0).adding(tax.multiplied(by: Self.length(of: part)))
      }
    }
    var (numerator, years): (ExactDecimal, ExactDecimal) = (0, 1)
    for (year, sum) in sums {
      numerator = try numerator.multiplied(by: year).adding(sum.multiplied(by: years))
      years = try years.multiplied(by: year)
    }
    return try numerator.divided(
      by: years.multiplied(by: length).multiplied(by: 100), fractionDigits: fractionDigits)
  }

  /// The parts of some days that have the same rates.
  private func parts(
    of days: ClosedRange<Day>
  ) -> [(rates: CorporationTaxRates, days: ClosedRange<Day>)] {
    table.rows.indices.compactMap {
      index -> (rates: CorporationTaxRates, days: ClosedRange<Day>)? in
      let next = index + 1 < table.rows.count ? table.rows[index + 1].from.adding(days: -1) : nil
      let first = max(table.rows[index].from, days.lowerBound)
      let last = min(next ?? days.upperBound, days.upperBound)
      return first <= last ? (rates: table.rows[index], days: first...last) : nil
    }
  }

  /// Twelve months each, and what is left.
  private static func years(of period: ClosedRange<Day>) -> [ClosedRange<Day>] {
    var years: [ClosedRange<Day>] = []
    var next: Day? = period.lowerBound
    while let first = next, first <= period.upperBound {
      let last = min(year(from: first).upperBound, period.upperBound)
      years.append(first...last)
      next = last.adding(days: 1)
    }
    return years
  }

  /// The twelve months that begin with a day: those from 29 February end with 28 February.
  package static func year(from first: Day) -> ClosedRange<Day> {
    guard let next = first.adding(months: 12) else { return first...first }
    return first...(next.day == first.day ? next.adding(days: -1) ?? next : next)
  }

  private static func length(of days: ClosedRange<Day>) -> ExactDecimal {
    ExactDecimal(Int64(days.lowerBound.days(until: days.upperBound) + 1))
  }
}

extension CorporationTaxRates {
  /// Hundredths of the tax on a profit, by limits that are so many times as high.
  fileprivate func hundredths(
    on profit: ExactDecimal, limitsTimes factor: ExactDecimal
  ) throws(MoneyError) -> ExactDecimal {
    guard let limits, try limits.lower.multiplied(by: factor) < profit else {
      return try profit.multiplied(by: smallProfits)
    }
    let tax = try profit.multiplied(by: main)
    let missing = try limits.upper.multiplied(by: factor).subtracting(profit)
    guard missing > 0 else { return tax }
    return try tax.subtracting(missing.multiplied(by: limits.fraction).multiplied(by: 100))
  }
}
