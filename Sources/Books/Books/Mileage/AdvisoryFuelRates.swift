public import Days
public import Money

/// What the fuel for one mile costs, as HMRC advises, from a day on.
///
/// Reviewed for the first of March, June, September and December. Source: gov.uk, “Advisory fuel rates”, as
/// two public programs quote it. No API publishes them, so that a preview says which row it used, and the
/// service's own figure wins.
public struct AdvisoryFuelRates: Sendable, Hashable {
  /// The first day.
  public let from: Day

  /// The last day: before the next row, or the last one that is known.
  public let through: Day

  /// Pounds a mile by engine, for each size from the smallest.
  public let rates: [Engine: [ExactDecimal]]

  /// The rates of a day; nil if they are not known here.
  public static func on(_ day: Day) -> AdvisoryFuelRates? {
    all.last { $0.from <= day && day <= $0.through }
  }

  /// The rate of an engine, in pounds a mile; nil if it is not known.
  ///
  /// - Parameters:
  ///   - engine: the engine.
  ///   - size: its size, as ``EngineChoice`` has it.
  public func rate(of engine: Engine, size: String) -> ExactDecimal? {
    guard let place = EngineChoice.on(from)?[engine].firstIndex(of: size),
      let rates = rates[engine], rates.indices.contains(place)
    else { return nil }
    return rates[place]
  }

  /// All that are known, the earliest first.
  public static let all: [AdvisoryFuelRates] = {
    let rows = table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    return rows.indices.compactMap { index in
      let end = index + 1 < rows.count ? Day(rows[index + 1][0])?.adding(days: -1) : Day(lastDay)
      return end.flatMap { AdvisoryFuelRates(row: rows[index], through: $0) }
    }
  }()

  private static let lastDay = "2026-11-30"

  /// From; petrol, LPG and diesel by size, electricity by charger: pence a mile.
  private static let table = """
    2023-12-01 14/16/26 10/12/18 13/15/20 9
    2024-03-01 13/15/24 11/13/21 12/14/19 9
    2024-06-01 14/16/26 11/13/21 13/15/20 8
    2024-09-01 13/15/24 11/13/21 12/14/18 7
    2024-12-01 12/14/23 11/13/21 11/13/17 7
    2025-03-01 12/15/23 11/13/21 12/13/17 7
    2025-06-01 12/14/22 11/13/21 11/13/17 7
    2025-09-01 12/14/22 11/13/21 12/13/18 8/14
    2025-12-01 12/14/22 11/13/21 12/13/18 7/14
    2026-03-01 12/14/22 10/12/19 12/13/18 7/15
    2026-06-01 14/17/26 11/13/21 15/17/23 7/15
    2026-09-01 14/17/27 11/13/20 15/16/22 7/15
    """

  private init?(row: [String], through: Day) {
    guard row.count == 5, let from = Day(row[0]) else { return nil }
    let pounds = row.dropFirst().map { cell in
      cell.split(separator: "/").compactMap { pence in
        ExactDecimal(pence.count == 1 ? "0.0\(pence)" : "0.\(pence)")
      }
    }
    self.from = from
    self.through = through
    var rates: [Engine: [ExactDecimal]] = [
      .petrol: pounds[0], .lpg: pounds[1], .diesel: pounds[2],
    ]
    if pounds[3].count == 2 {
      rates[.electricHome] = [pounds[3][0]]
      rates[.electricPublic] = [pounds[3][1]]
    } else {
      rates[.electric] = pounds[3]
    }
    self.rates = rates
  }
}
