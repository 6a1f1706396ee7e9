import Books
import Days
import FreeAgentAPI
import GRDB
import Money

extension Ledger {
  /// The rates that are known by now.
  var mileageTable: MileageTable {
    MileageTable(MileageTable.approved.rows.filter { ($0.announced ?? $0.from) <= today })
  }

  /// Pays the journeys of a person in the tax years of some days.
  ///
  /// A journey that is entered, changed or deleted moves the limit for those that come after it.
  func payMileage(of user: Int64, around days: [Day]) throws {
    let currency = try companyFacts().currency
    for year in Set(days.compactMap { TaxYear(of: $0) }) {
      guard let range = year.days else { continue }
      let rows = try rows(
        """
        SELECT * FROM expense
        WHERE user = ? AND miles IS NOT NULL AND day BETWEEN ? AND ? ORDER BY id
        """, [user, range.lowerBound.description, range.upperBound.description])
      for (row, columns) in zip(rows, try mileage(rows, of: user, in: year, currency)) {
        let isSame = columns.allSatisfy { name, value in
          (row[name] as DatabaseValue) == (value?.databaseValue ?? .null)
        }
        if !isSame { try update(.expense, row["id"], columns) }
      }
    }
  }

  /// What each journey comes to.
  private func mileage(
    _ rows: [Row], of user: Int64, in year: TaxYear, _ currency: Currency
  ) throws -> [Columns] {
    let journeys = rows.map { row in
      Journey(
        on: row.day("day") ?? today, by: Vehicle(rawValue: row["vehicle"]) ?? .car,
        miles: ExactDecimal(row["miles"] as String) ?? 0)
    }
    // Miles that are only billed to a customer do not use up the limit.
    let reclaimed = rows.indices.filter { rows[$0]["isReclaimed"] }
    let log = MileageLog(
      reclaimed.map { journeys[$0] }, opening: [year: try openingMiles(of: user, in: year)])
    do {
      let allowances = try log.allowances(by: mileageTable, in: currency)
      let paid = Dictionary(uniqueKeysWithValues: zip(reclaimed, allowances))
      return try rows.indices.map { index in
        try columns(rows[index], journeys[index], paid[index].flatMap(\.self), currency)
      }
    } catch is MoneyError {
      throw FreeAgent.Failure.unprocessable("mileage is too large")
    }
  }

  private func columns(
    _ row: Row, _ journey: Journey, _ allowance: MileageAllowance?, _ currency: Currency
  ) throws -> Columns {
    var details = row["details"] as Details
    let first = mileageTable.rates(on: journey.day)?.rates[journey.vehicle]?.first
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
    let rates = mileageTable.rows
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
