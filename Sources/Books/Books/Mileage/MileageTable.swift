public import Days
public import Money

/// What one mile is paid with, in major units.
public struct MileageRate: Sendable, Hashable {
  /// Up to the limit of the tax year.
  public var first: ExactDecimal

  /// Beyond the limit of the tax year.
  public var beyond: ExactDecimal

  /// Makes a rate.
  public init(first: ExactDecimal, beyond: ExactDecimal) {
    self.first = first
    self.beyond = beyond
  }
}

/// What miles are paid with from a day on.
public struct MileageRates: Sendable, Hashable {
  /// The first day.
  public var from: Day

  /// The day on which they were announced; nil if that was before.
  public var announced: Day?

  /// The rates by vehicle.
  public var rates: [Vehicle: MileageRate]

  /// Up to how many miles of a tax year by car the first rate goes.
  public var limit: ExactDecimal

  /// Makes rates.
  public init(
    from: Day, announced: Day? = nil, rates: [Vehicle: MileageRate], limit: ExactDecimal = 10_000
  ) {
    self.from = from
    self.announced = announced
    self.rates = rates
    self.limit = limit
  }
}

/// The rates of all times, as data: those of a service's settings, or those that are known here.
public struct MileageTable: Sendable, Hashable {
  /// The rates, the earliest first.
  public let rows: [MileageRates]

  /// Makes a table of rates in any order.
  public init(_ rows: [MileageRates]) {
    self.rows = rows.sorted {
      ($0.from, $0.announced ?? $0.from) < ($1.from, $1.announced ?? $1.from)
    }
  }

  /// The rates of a day; nil if it is before all of them.
  public func rates(on day: Day) -> MileageRates? { rows.last { $0.from <= day } }

  /// The rates that were known on a day: without those that were announced later, or began later without an
  /// announcement.
  public func known(on day: Day) -> MileageTable {
    MileageTable(rows.filter { ($0.announced ?? $0.from) <= day })
  }

  /// Approved mileage allowance payments of the United Kingdom, in pounds.
  ///
  /// Source: HMRC, Employment Income Manual, EIM31240; FreeAgent API documentation, “Expenses”. The rate
  /// from 6 April 2026 was announced on 21 May 2026; it is known from public reports of that page.
  public static let approved = MileageTable(
    """
    1970-01-01 -          0.40 0.25 0.24 0.20
    2011-04-06 -          0.45 0.25 0.24 0.20
    2026-04-06 2026-05-21 0.55 0.25 0.24 0.20
    """
    .split(separator: "\n").compactMap { MileageRates(row: $0) })
}

extension MileageRates {
  /// Reads a row: from, announced, car, car beyond the limit, motorcycle, bicycle.
  fileprivate init?(row: Substring) {
    let words = row.split(separator: " ").map(String.init)
    let numbers = words.dropFirst(2).compactMap { ExactDecimal($0) }
    guard words.count == 6, numbers.count == 4, let from = Day(words[0]) else { return nil }
    self.init(
      from: from, announced: Day(words[1]),
      rates: [
        .car: MileageRate(first: numbers[0], beyond: numbers[1]),
        .motorcycle: MileageRate(first: numbers[2], beyond: numbers[2]),
        .bicycle: MileageRate(first: numbers[3], beyond: numbers[3]),
      ])
  }
}
