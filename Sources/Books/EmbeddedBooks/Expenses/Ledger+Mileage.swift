import Books
import Days
import FreeAgentAPI
import GRDB
import Money

extension Ledger {
  /// Pays the journeys of a person in the tax years of some days.
  ///
  /// A journey that is entered, changed or deleted moves the limit for those that come after it.
  func payMileage(of user: Int64, around days: [Day]) throws {
    let currency = try companyFacts().currency
    for year in Set(days.compactMap { TaxYear(of: $0) }) {
      for (row, columns) in try unpaidMileage(of: user, in: year, currency) {
        try update(.expense, row["id"], columns)
      }
    }
  }

  /// The journeys of a person that do not come to what they should by now, and what they should have.
  private func unpaidMileage(
    of user: Int64, in year: TaxYear, _ currency: Currency
  ) throws -> [(row: Row, columns: Columns)] {
    guard let range = year.days else { return [] }
    let rows = try rows(
      """
      SELECT * FROM expense
      WHERE user = ? AND miles IS NOT NULL AND day BETWEEN ? AND ? ORDER BY id
      """, [user, range.lowerBound.description, range.upperBound.description])
    return zip(rows, try mileage(rows, of: user, in: year, currency)).filter { row, columns in
      columns.contains { name, value in
        (row[name] as DatabaseValue) != (value?.databaseValue ?? .null)
      }
    }.map { (row: $0, columns: $1) }
  }

  /// The journeys that do not come to what they should.
  func mileageDifferences() throws -> [BooksDifference] {
    guard try exists("SELECT 1 FROM expense WHERE miles IS NOT NULL") else { return [] }
    let currency = try companyFacts().currency
    return try rows("SELECT DISTINCT user, day FROM expense WHERE miles IS NOT NULL")
      .compactMap { row in
        row.day("day").flatMap { TaxYear(of: $0) }.map { Claimant(user: row["user"], year: $0) }
      }
      .reduce(into: Set()) { $0.insert($1) }
      .flatMap { try unpaidMileage(of: $0.user, in: $0.year, currency) }
      .map { row, columns in
        BooksDifference(
          subject: "expense \(row["id"] as Int64)", rule: "mileage is paid by its rates",
          found: "\(row["gross"] as Int64) for \(String(describing: columns["gross"]))")
      }
  }

  private struct Claimant: Hashable {
    let user: Int64
    let year: TaxYear
  }

  /// What each journey comes to, by the rates that were known when it was entered or last changed.
  private func mileage(
    _ rows: [Row], of user: Int64, in year: TaxYear, _ currency: Currency
  ) throws -> [Columns] {
    let journeys = rows.map { row in
      Journey(
        on: row.day("day") ?? today, by: Vehicle(rawValue: row["vehicle"]) ?? .car,
        miles: ExactDecimal(row["miles"] as String) ?? 0)
    }
    do {
      var used = try openingMiles(of: user, in: year)
      var all: [(index: Int, columns: Columns)] = []
      // By day, and within a day in the order of entry.
      for index in rows.indices.sorted(by: { (journeys[$0].day, $0) < (journeys[$1].day, $1) }) {
        let (row, journey) = (rows[index], journeys[index])
        let table = MileageTable.approved.known(on: row.day("ratesKnownOn") ?? today)
        var allowance: MileageAllowance?
        // Miles that are only billed to a customer do not use up the limit.
        if row["isReclaimed"] {
          allowance = try MileageAllowance(of: journey, milesBefore: used, by: table, in: currency)
          if journey.vehicle == .car { used = try used.adding(journey.miles) }
        }
        all.append((index, try columns(row, journey, allowance, by: table)))
      }
      return all.sorted { $0.index < $1.index }.map(\.columns)
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
    let obstacles = FuelVAT.obstacles(
      to: journey, registration: try companyFacts().registration, isReclaimed: true,
      hasReceipt: expense.haveVATReceipt ?? false)
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
    guard let came = row.time("createdAt")?.day, TaxYear(of: came) == year else { return 0 }
    return FreeAgent.User(details: row) { _ in }.openingMileage ?? 0
  }

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
