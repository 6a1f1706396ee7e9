public import Days
public import Money

/// A journey that is claimed for.
public struct Journey: Sendable, Hashable {
  /// The day of the journey, whose rates and tax year apply.
  public var day: Day

  /// What somebody went by.
  public var vehicle: Vehicle

  /// How far, in miles; not negative.
  public var miles: ExactDecimal

  /// Makes a journey.
  public init(on day: Day, by vehicle: Vehicle, miles: ExactDecimal) {
    self.day = day
    self.vehicle = vehicle
    self.miles = miles
  }
}

/// What a journey is paid with.
public struct MileageAllowance: Sendable, Hashable {
  /// Miles at one rate.
  public struct Part: Sendable, Hashable {
    /// How many; above zero.
    public var miles: ExactDecimal

    /// What one is paid with, in major units.
    public var rate: ExactDecimal

    /// Makes a part.
    public init(miles: ExactDecimal, rate: ExactDecimal) {
      self.miles = miles
      self.rate = rate
    }
  }

  /// The miles at each rate: one part, or two if the journey goes across the limit; none if it has no
  /// miles.
  public let parts: [Part]

  /// The sum of the parts, rounded once, half up.
  public let amount: Money

  /// The rates that it follows from.
  public let rates: MileageRates

  /// Pays a journey; nil if no rate is known for its day and vehicle.
  ///
  /// Miles by car and van share one limit in a tax year for each person (HMRC, EIM31370); exactly the limit
  /// is all at the first rate, and a journey across it is split.
  ///
  /// - Parameters:
  ///   - journey: the journey.
  ///   - milesBefore: the miles by car of the same person and tax year before it.
  ///   - table: the rates.
  ///   - currency: the currency of the rates.
  /// - Throws: a `MoneyError` if the amount does not fit.
  public init?(
    of journey: Journey, milesBefore: ExactDecimal, by table: MileageTable = .approved,
    in currency: Currency = .gbp
  ) throws(MoneyError) {
    guard let rates = table.rates(on: journey.day), let rate = rates.rates[journey.vehicle] else {
      return nil
    }
    self.rates = rates
    var first = journey.miles
    if journey.vehicle == .car {
      let left = max(0, try rates.limit.subtracting(milesBefore))
      first = min(journey.miles, left)
    }
    let beyond = try journey.miles.subtracting(first)
    parts = [Part(miles: first, rate: rate.first), Part(miles: beyond, rate: rate.beyond)]
      .filter { !$0.miles.isZero }
    var sum: ExactDecimal = 0
    for part in parts { sum = try sum.adding(part.miles.multiplied(by: part.rate)) }
    amount = try Money(rounding: sum, currency: currency)
  }
}

/// The journeys of one person, and what each is paid with.
public struct MileageLog: Sendable, Hashable {
  /// Miles by car that were claimed elsewhere, by tax year, such as before the books began.
  public var opening: [TaxYear: ExactDecimal]

  /// The journeys in the order of their entry.
  public var journeys: [Journey]

  /// Makes a log.
  public init(_ journeys: [Journey] = [], opening: [TaxYear: ExactDecimal] = [:]) {
    self.journeys = journeys
    self.opening = opening
  }

  /// The miles by car of a tax year that come before a day, and on it those that were entered.
  ///
  /// - Throws: a `MoneyError` if they do not fit.
  public func carMiles(in year: TaxYear, upTo day: Day) throws(MoneyError) -> ExactDecimal {
    var sum = opening[year] ?? 0
    for journey in journeys
    where journey.vehicle == .car && journey.day <= day && year.contains(journey.day) {
      sum = try sum.adding(journey.miles)
    }
    return sum
  }

  /// What each journey is paid with, in the order of entry; nil for one whose day has no rate.
  ///
  /// Journeys use up the limit by day, and within a day in the order of entry, so that a journey that is
  /// entered late can change the allowance of later ones. Takes time in proportion to n log n.
  ///
  /// - Parameters:
  ///   - table: the rates.
  ///   - currency: the currency of the rates.
  /// - Throws: a `MoneyError` if an amount does not fit.
  public func allowances(
    by table: MileageTable = .approved, in currency: Currency = .gbp
  ) throws(MoneyError) -> [MileageAllowance?] {
    try allowances(in: currency) { _ in table }
  }

  /// What each journey is paid with by rates of its own, in the order of entry; nil for one whose day has no
  /// rate.
  ///
  /// - Parameters:
  ///   - currency: the currency of the rates.
  ///   - table: the rates of a journey by its index, such as those that were known when it was entered.
  /// - Throws: a `MoneyError` if an amount does not fit.
  public func allowances(
    in currency: Currency = .gbp, by table: (_ index: Int) -> MileageTable
  ) throws(MoneyError) -> [MileageAllowance?] {
    var used = opening
    var allowances = [MileageAllowance?](repeating: nil, count: journeys.count)
    let order = journeys.indices.sorted { (journeys[$0].day, $0) < (journeys[$1].day, $1) }
    for index in order {
      let journey = journeys[index]
      guard let year = TaxYear(of: journey.day) else { continue }
      allowances[index] = try MileageAllowance(
        of: journey, milesBefore: used[year] ?? 0, by: table(index), in: currency)
      if journey.vehicle == .car { used[year] = try (used[year] ?? 0).adding(journey.miles) }
    }
    return allowances
  }
}
