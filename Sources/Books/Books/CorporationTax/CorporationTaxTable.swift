public import Days
public import Money

/// The rates of corporation tax from a 1 April on, and between which profits the tax rises from one to the
/// other.
public struct CorporationTaxRates: Sendable, Hashable {
  /// The first day.
  public var from: Day

  /// Per cent of profits up to the lower limit.
  public var smallProfits: ExactDecimal

  /// Per cent of profits from the upper limit on.
  public var main: ExactDecimal

  /// The limits for twelve months; nil if there is one rate for all profits.
  public var limits: Limits?

  /// Profits between which there is marginal relief.
  public struct Limits: Sendable, Hashable {
    /// The profit up to which the small profits rate applies, in major units.
    public var lower: ExactDecimal

    /// The profit from which on the main rate applies, in major units.
    public var upper: ExactDecimal

    /// What is taken off the tax by the main rate for each pound that is missing to the upper limit.
    public var fraction: ExactDecimal

    /// Makes limits.
    public init(lower: ExactDecimal, upper: ExactDecimal, fraction: ExactDecimal) {
      self.lower = lower
      self.upper = upper
      self.fraction = fraction
    }
  }

  /// Makes rates.
  public init(
    from: Day, smallProfits: ExactDecimal, main: ExactDecimal, limits: Limits? = nil
  ) {
    self.from = from
    self.smallProfits = smallProfits
    self.main = main
    self.limits = limits
  }
}

/// The rates of corporation tax of all financial years, as data.
public struct CorporationTaxTable: Sendable, Hashable {
  /// The rates, the earliest first.
  public let rows: [CorporationTaxRates]

  /// Makes a table of rates in any order.
  public init(_ rows: [CorporationTaxRates]) { self.rows = rows.sorted { $0.from < $1.from } }

  /// The rates of a day; nil if it is before all of them.
  public func rates(on day: Day) -> CorporationTaxRates? { rows.last { $0.from <= day } }

  /// The rates of the United Kingdom, in per cent and pounds, of the financial year from 1 April 2006 on.
  ///
  /// Sources: HMRC, Company Taxation Manual, CTM01750 for the rates, CTM03510 for the limits and fractions
  /// until 2015; https://www.gov.uk/corporation-tax-rates, “Rates”, for those since.
  public static let unitedKingdom = CorporationTaxTable(
    """
    2006-04-01 19 30 300000 1500000 0.0275
    2007-04-01 20 30 300000 1500000 0.025
    2008-04-01 21 28 300000 1500000 0.0175
    2011-04-01 20 26 300000 1500000 0.015
    2012-04-01 20 24 300000 1500000 0.01
    2013-04-01 20 23 300000 1500000 0.0075
    2014-04-01 20 21 300000 1500000 0.0025
    2015-04-01 20 20
    2017-04-01 19 19
    2023-04-01 19 25 50000 250000 0.015
    """
    .split(separator: "\n").compactMap { CorporationTaxRates(row: $0) })
}

extension CorporationTaxRates {
  /// Reads a row: from, small profits rate, main rate, and perhaps lower limit, upper limit, fraction.
  fileprivate init?(row: Substring) {
    let words = row.split(separator: " ").map(String.init)
    let numbers = words.dropFirst().compactMap { ExactDecimal($0) }
    guard let day = words.first.flatMap({ Day($0) }), numbers.count == words.count - 1,
      [2, 5].contains(numbers.count)
    else { return nil }
    self.init(
      from: day, smallProfits: numbers[0], main: numbers[1],
      limits: numbers.count == 5
        ? Limits(lower: numbers[2], upper: numbers[3], fraction: numbers[4]) : nil)
  }
}
