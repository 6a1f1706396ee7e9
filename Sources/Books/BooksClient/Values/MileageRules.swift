public import Books
public import Days
import FreeAgentAPI
public import Money

/// What a service pays for miles and asks about engines, by day.
///
/// All of it is the service’s data: a rate that changes needs no new program.
public struct MileageRules: Sendable, Hashable, Codable {
  /// The rates from a day to a day.
  public struct Rates: Sendable, Hashable, Codable {
    /// The first day.
    public let from: Day
    /// The last day; nil if there is none.
    public let through: Day?
    /// What one mile is paid with, up to the limit and beyond it, by the service’s word for the vehicle.
    public let rates: [String: [ExactDecimal]]
    /// Up to how many miles by car the first rate goes.
    public let limit: ExactDecimal
  }

  /// The engines from a day to a day.
  public struct Engines: Sendable, Hashable, Codable {
    /// The first day.
    public let from: Day
    /// The last day; nil if there is none.
    public let through: Day?
    /// The sizes by type, in the service’s words.
    public let sizes: [String: [String]]
  }

  /// The rates, in the service’s order.
  public let rates: [Rates]
  /// The engines, in the service’s order.
  public let engines: [Engines]

  /// The engines that can be named on a day, those that are known first, and their sizes from the smallest.
  public func engines(on day: Day) -> [(type: String, sizes: [String])] {
    let known = Engine.allCases.map(\.rawValue)
    guard let sizes = engines.last(where: { $0.contains(day) })?.sizes else { return [] }
    let types =
      known.filter { sizes[$0] != nil } + sizes.keys.filter { !known.contains($0) }.sorted()
    return types.compactMap { type in sizes[type].map { (type: type, sizes: $0) } }
  }

  /// What the first miles of a day by a vehicle are paid with; nil if no rate is known.
  public func firstRate(of vehicle: Vehicle, on day: Day) -> ExactDecimal? {
    rates.last { $0.contains(day) }?.rates[vehicle.rawValue]?.first
  }

  /// What a journey is paid with; nil if no rate is known for its day.
  ///
  /// - Parameters:
  ///   - journey: the journey.
  ///   - milesBefore: the miles by car of the same person and tax year before it.
  ///   - currency: the currency of the rates.
  /// - Throws: a `MoneyError` if it does not fit.
  public func allowance(
    of journey: Journey, milesBefore: ExactDecimal, in currency: Currency
  ) throws(MoneyError) -> MileageAllowance? {
    try MileageAllowance(
      of: journey, milesBefore: milesBefore, by: table(on: journey.day), in: currency)
  }
}

extension MileageRules {
  /// The rates of a day alone; empty if none is known.
  ///
  /// - Parameters:
  ///   - day: the day.
  ///   - first: what the first miles by car are paid with, if a claim keeps a rate of its own; nil for the
  ///     service’s.
  func table(on day: Day, payingByCar first: ExactDecimal? = nil) -> MileageTable {
    guard var row = rates.last(where: { $0.contains(day) })?.bookRates else {
      return MileageTable([])
    }
    if let first, let beyond = row.rates[.car]?.beyond {
      row.rates[.car] = MileageRate(first: first, beyond: beyond)
    }
    return MileageTable([row])
  }
}

extension MileageRules.Rates {
  fileprivate func contains(_ day: Day) -> Bool { from <= day && through.map { day <= $0 } ?? true }

  fileprivate var bookRates: MileageRates {
    var known: [Vehicle: MileageRate] = [:]
    for vehicle in Vehicle.allCases {
      guard let pair = rates[vehicle.rawValue], pair.count == 2 else { continue }
      known[vehicle] = MileageRate(first: pair[0], beyond: pair[1])
    }
    return MileageRates(from: from, rates: known, limit: limit)
  }
}

extension MileageRules.Engines {
  fileprivate func contains(_ day: Day) -> Bool { from <= day && through.map { day <= $0 } ?? true }
}

extension MileageRules {
  init(_ settings: FreeAgent.MileageSettings) {
    rates = (settings.mileageRates ?? []).compactMap { row in
      guard let from = row.from, let values = row.rates else { return nil }
      let pairs = [
        (Vehicle.car, values.car), (.motorcycle, values.motorcycle), (.bicycle, values.bicycle),
      ].compactMap { vehicle, rate in
        rate?.basicRate.map { (vehicle.rawValue, [$0, rate?.additionalRate ?? $0]) }
      }
      return Rates(
        from: from, through: row.to, rates: Dictionary(uniqueKeysWithValues: pairs),
        limit: values.basicRateLimit?.value ?? 10_000)
    }
    engines = (settings.engineTypeAndSizeOptions ?? []).compactMap { row in
      guard let from = row.from, let sizes = row.sizes?.sizes else { return nil }
      return Engines(
        from: from, through: row.to,
        sizes: Dictionary(uniqueKeysWithValues: sizes.map { ($0.key.rawValue, $0.value) }))
    }
  }
}

extension Bookkeeper {
  /// What the service pays for miles and asks about engines.
  ///
  /// - Throws: a ``BooksError``.
  public func mileageRules() async throws -> MileageRules {
    MileageRules(try await ask(FreeAgent.GetMileageSettings()))
  }
}
