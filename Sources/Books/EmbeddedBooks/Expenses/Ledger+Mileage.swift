import Books
import Days
import FreeAgentAPI
import GRDB
import Money

/// A journey in the books.
private struct ClaimedJourney {
  let row: Row
  let journey: Journey
  /// The rates that were known when it was entered or last changed.
  let table: MileageTable
  /// Whether its day is locked, so that it keeps its amount.
  let isFixed: Bool

  var isReclaimed: Bool { row["isReclaimed"] }

  /// How many of its miles by car were paid with the first rate.
  var milesAtFirstRate: ExactDecimal {
    let stored = FreeAgent.Expense(details: row) { _ in }.initialRateMileage
    return min(journey.miles, stored ?? journey.miles)
  }

  /// As many miles before it as its amount says that there were.
  var impliedMilesBefore: ExactDecimal {
    get throws {
      let first = milesAtFirstRate
      guard first < journey.miles, let rates = table.rates(on: journey.day) else { return 0 }
      return try rates.limit.subtracting(first)
    }
  }
}

extension Ledger {
  /// Pays the journeys of a person in the tax years of some days.
  ///
  /// A journey that is entered, changed or deleted moves the limit for those that come after it. Journeys of
  /// days that are locked keep their amounts, and their miles at the first rate are off the limit.
  ///
  /// - Parameters:
  ///   - user: the person.
  ///   - days: the days.
  ///   - written: the journey that was entered or changed, which is paid also if its VAT return was filed
  ///     before; nil if there is none.
  func payMileage(of user: Int64, around days: [Day], writing written: Int64? = nil) throws {
    for year in Set(days.compactMap { TaxYear(of: $0) }) {
      for (claim, columns) in try unpaidMileage(of: user, in: year, writing: written)
      where !claim.isFixed {
        try update(.expense, claim.row["id"], columns)
      }
    }
  }

  /// Pays the journeys of everybody in the tax years of some days.
  ///
  /// - Parameters:
  ///   - first: the day before the first; nil for all days before the last.
  ///   - last: the last day.
  func payMileage(after first: Day?, through last: Day) throws {
    let rows = try rows(
      """
      SELECT DISTINCT user, day FROM expense WHERE miles IS NOT NULL AND day > ? AND day <= ?
      """, [first?.description ?? "", last.description])
    for (user, rows) in Dictionary(grouping: rows, by: { $0["user"] as Int64 }) {
      try payMileage(of: user, around: rows.compactMap { $0.day("day") })
    }
  }

  /// Pays the journeys of a person for whose first year miles from before it count.
  func payMileageOfFirstYear(of user: Int64) throws {
    guard let day = try firstDay(of: found(.user, user)) else { return }
    try payMileage(of: user, around: [day])
  }

  /// The journeys of a person that do not come to what they should by now, and what they should have.
  private func unpaidMileage(
    of user: Int64, in year: TaxYear, writing written: Int64? = nil
  ) throws -> [(claim: ClaimedJourney, columns: Columns)] {
    guard let range = year.days else { return [] }
    let rows = try rows(
      """
      SELECT * FROM expense
      WHERE user = ? AND miles IS NOT NULL AND day BETWEEN ? AND ? ORDER BY id
      """, [user, range.lowerBound.description, range.upperBound.description])
    let claims = try rows.map { try claimedJourney($0, writing: written) }
    return try mileage(claims, of: user, in: year).filter { claim, columns in
      columns.contains { name, value in
        (claim.row[name] as DatabaseValue) != (value?.databaseValue ?? .null)
      }
    }
  }

  private func claimedJourney(_ row: Row, writing written: Int64?) throws -> ClaimedJourney {
    let day = row.day("day") ?? today
    let locked = try companyFacts().lockedDay
    return ClaimedJourney(
      row: row,
      journey: Journey(
        on: day, by: Vehicle(rawValue: row["vehicle"]) ?? .car,
        miles: ExactDecimal(row["miles"] as String) ?? 0),
      table: .approved.known(on: row.day("ratesKnownOn") ?? today),
      isFixed: row["id"] as Int64 != written && locked.map { day <= $0 } ?? false)
  }

  /// The journeys that do not come to what they should.
  func mileageDifferences() throws -> [BooksDifference] {
    try rows("SELECT DISTINCT user, day FROM expense WHERE miles IS NOT NULL")
      .compactMap { row in
        row.day("day").flatMap { TaxYear(of: $0) }.map { Claimant(user: row["user"], year: $0) }
      }
      .reduce(into: Set()) { $0.insert($1) }
      .flatMap { try unpaidMileage(of: $0.user, in: $0.year) }
      .map { claim, columns in
        BooksDifference(
          subject: "expense \(claim.row["id"] as Int64)", rule: "mileage is paid by its rates",
          found:
            "\(claim.row["gross"] as Int64) for \((columns["gross"] ?? nil).map { "\($0)" } ?? "none")"
        )
      }
  }

  private struct Claimant: Hashable {
    let user: Int64
    let year: TaxYear
  }

  /// What each journey comes to, by the rates that were known when it was entered or last changed.
  private func mileage(
    _ claims: [ClaimedJourney], of user: Int64, in year: TaxYear
  ) throws -> [(claim: ClaimedJourney, columns: Columns)] {
    let currency = try companyFacts().currency
    do {
      // Miles that are only billed to a customer do not use up the limit.
      let countsForLimit = { (claim: ClaimedJourney) in
        claim.isReclaimed && claim.journey.vehicle == .car
      }
      // What is fixed has used up its part of the limit, wherever it would come by now.
      var used = try openingMiles(of: user, in: year)
      for claim in claims where claim.isFixed && countsForLimit(claim) {
        used = try used.adding(claim.milesAtFirstRate)
      }
      var all: [(index: Int, columns: Columns)] = []
      // By day, and within a day in the order of entry.
      let order = claims.indices.sorted {
        (claims[$0].journey.day, $0) < (claims[$1].journey.day, $1)
      }
      for index in order {
        let claim = claims[index]
        var allowance: MileageAllowance?
        if claim.isReclaimed {
          let before = try claim.isFixed ? claim.impliedMilesBefore : used
          allowance = try MileageAllowance(
            of: claim.journey, milesBefore: before, by: claim.table, in: currency)
        }
        if !claim.isFixed, countsForLimit(claim) { used = try used.adding(claim.journey.miles) }
        all.append((index, try columns(claim.row, claim.journey, allowance, by: claim.table)))
      }
      return all.sorted { $0.index < $1.index }.map { (claims[$0.index], $0.columns) }
    } catch is MoneyError {
      throw FreeAgent.Failure.unprocessable("mileage is too large")
    }
  }

  private func columns(
    _ row: Row, _ journey: Journey, _ allowance: MileageAllowance?, by table: MileageTable
  ) throws -> Columns {
    var details = row["details"] as Details
    let first = table.rates(on: journey.day)?.rates[journey.vehicle]?.first
    details.members["reclaim_mileage_rate"] = allowance == nil ? nil : first?.member
    details.members["initial_rate_mileage"] = allowance.map { allowance in
      let parts = allowance.parts.filter { $0.rate == first }
      return ((try? ExactDecimal.sum(of: parts.map(\.miles))) ?? 0).member
    }
    if row["project"] != nil, details.members["rebill_mileage_rate"] == nil {
      details.members["rebill_mileage_rate"] = first?.member
    }
    let tax = try allowance.flatMap { try fuelVAT(row, journey, $0) }
    let gross = -(allowance?.amount.minorUnits ?? 0)
    let taxUnits = -(tax?.minorUnits ?? 0)
    return [
      "gross": gross, "nativeGross": gross, "tax": taxUnits, "nativeTax": taxUnits,
      "details": details,
    ]
  }

  /// The VAT on the fuel of a journey; nil if there is none, or its rate is not known.
  private func fuelVAT(
    _ row: Row, _ journey: Journey, _ allowance: MileageAllowance
  ) throws -> Money? {
    let expense = Expense(details: row) { _ in }
    let company = try companyFacts()
    let obstacles = FuelVAT.obstacles(
      to: journey, registration: company.registration, isOnFlatRate: company.isOnFlatRate,
      isReclaimed: true, hasReceipt: expense.haveVATReceipt ?? false)
    guard obstacles.isEmpty,
      let engine = expense.engineType.flatMap({ Engine(rawValue: $0.rawValue) }),
      let advisory = AdvisoryFuelRates.on(journey.day)?
        .rate(of: engine, size: expense.engineSize ?? "")
    else { return nil }
    return try FuelVAT(of: allowance, advisory: advisory).vat
  }

  /// Miles of the tax year in which the user came, from before that.
  private func openingMiles(of user: Int64, in year: TaxYear) throws -> ExactDecimal {
    let row = try found(.user, user)
    guard let came = firstDay(of: row), TaxYear(of: came) == year else { return 0 }
    return FreeAgent.User(details: row) { _ in }.openingMileage ?? 0
  }

  /// The day on which a user came to the books.
  private func firstDay(of user: Row) -> Day? { user.time("createdAt").map { at($0).today } }

  /// The settings from which clients make their previews.
  func mileageSettings() -> FreeAgent.MileageSettings {
    let engines = EngineChoice.all
    let rates = MileageTable.approved.known(on: today).rows
    let last = Day(year: 2099, month: 12, day: 31)
    return FreeAgent.MileageSettings { settings in
      settings.engineTypeAndSizeOptions = engines.indices.map { index in
        FreeAgent.EngineOptions {
          $0.from = engines[index].from
          $0.to = index + 1 < engines.count ? engines[index + 1].from.adding(days: -1) : last
          $0.sizes = FreeAgent.EngineSizes(
            Dictionary(
              uniqueKeysWithValues: engines[index].sizes.map {
                (FreeAgent.EngineType(rawValue: $0.engine.rawValue), $0.sizes)
              }))
        }
      }
      settings.mileageRates = rates.indices.map { index in
        FreeAgent.MileageRates {
          $0.from = rates[index].from
          $0.to = index + 1 < rates.count ? rates[index + 1].from.adding(days: -1) : last
          $0.rates = FreeAgent.VehicleRates(rates[index])
        }
      }
    }
  }
}

extension FreeAgent.VehicleRates {
  fileprivate init(_ rates: MileageRates) {
    func rate(_ vehicle: Vehicle) -> FreeAgent.MileageRate? {
      rates.rates[vehicle].map { rate in
        FreeAgent.MileageRate {
          $0.basicRate = rate.first
          $0.additionalRate = rate.beyond
        }
      }
    }
    self.init {
      $0.car = rate(.car)
      $0.motorcycle = rate(.motorcycle)
      $0.bicycle = rate(.bicycle)
      $0.basicRateLimit = FreeAgent.BareNumber(rates.limit)
    }
  }
}
