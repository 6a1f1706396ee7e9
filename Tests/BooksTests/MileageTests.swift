import Books
import BooksTestSupport
import Days
import Money
import TestSupport
import Testing

struct MileageTests {
  /// A journey, the miles before it, and what it is paid with.
  @Test(arguments: [
    ("2025-09-01", Vehicle.car, "12.5", "0", "5.63"), ("2025-09-01", .car, "1.1", "0", "0.50"),
    ("2025-09-01", .car, "0.1", "0", "0.05"), ("2026-04-05", .car, "120", "9950", "40.00"),
    ("2026-04-06", .car, "120", "9950", "45.00"), ("2025-09-01", .motorcycle, "10.1", "0", "2.42"),
    ("2025-09-01", .bicycle, "33.3", "0", "6.66"), ("2026-09-20", .car, "120", "0", "66.00"),
    ("2025-06-01", .car, "12000", "0", "5000.00"), ("2026-06-01", .car, "12500", "0", "6125.00"),
    ("2025-06-01", .car, "10000", "0", "4500.00"), ("2025-06-01", .car, "1", "9999", "0.45"),
    ("2025-06-01", .car, "1", "10000", "0.25"), ("2025-06-01", .car, "1", "99999", "0.25"),
    ("2025-06-01", .car, "0.2", "9999.9", "0.07"), ("2025-06-01", .car, "0", "0", "0.00"),
    ("2011-04-05", .car, "10", "0", "4.00"), ("2011-04-06", .car, "10", "0", "4.50"),
    ("1980-01-01", .car, "10", "10000", "2.50"),
    ("2026-06-01", .motorcycle, "20000", "0", "4800.00"),
    ("2026-06-01", .bicycle, "20000", "15000", "4000.00"),
  ])
  func `a journey is paid with the rates of its day`(
    on text: String, by vehicle: Vehicle, miles: String, before: String, amount: String
  ) throws {
    let journey = Journey(on: try day(text), by: vehicle, miles: try decimal(miles))
    let allowance = try #require(
      try MileageAllowance(of: journey, milesBefore: decimal(before)))
    #expect(allowance.amount == (try pounds(amount)))
    #expect(try ExactDecimal.sum(of: allowance.parts.map(\.miles)) == journey.miles)
  }

  @Test func `a journey across the limit has two parts`() throws {
    let journey = Journey(on: try day("2026-09-20"), by: .car, miles: 120)
    let allowance = try #require(try MileageAllowance(of: journey, milesBefore: 9950))
    #expect(
      try allowance.parts == [
        .init(miles: 50, rate: decimal("0.55")), .init(miles: 70, rate: decimal("0.25")),
      ])
  }

  @Test func `before all rates there is none`() throws {
    let journey = Journey(on: try day("1969-12-31"), by: .car, miles: 1)
    #expect(try MileageAllowance(of: journey, milesBefore: 0) == nil)
    #expect(MileageTable.approved.rows.count == 3)
  }

  @Test func `rates that reach back are known from their announcement`() throws {
    let table = MileageTable.approved
    let april = try day("2026-04-06")
    let (before, after) = (try day("2026-05-20"), try day("2026-05-21"))
    let first = { (table: MileageTable) in table.rates(on: april)?.rates[.car]?.first }
    #expect(first(table.known(on: before)) == (try decimal("0.45")))
    #expect(first(table.known(on: after)) == (try decimal("0.55")))
    #expect(first(table) == (try decimal("0.55")))
  }

  @Test func `each tax year has its limit, and only cars use it up`() throws {
    let (last, first) = (try day("2026-04-05"), try day("2026-04-06"))
    let log = MileageLog([
      Journey(on: first, by: .car, miles: 10), Journey(on: last, by: .car, miles: 9_990),
      Journey(on: last, by: .motorcycle, miles: 500), Journey(on: last, by: .car, miles: 20),
    ])
    let amounts = try log.allowances().map { $0?.amount }
    // 10 × 0.55; 9990 × 0.45; 500 × 0.24; 10 × 0.45 + 10 × 0.25
    #expect(try amounts == ["5.50", "4495.50", "120.00", "7.00"].map(pounds))
    let year = try #require(TaxYear(of: last))
    #expect(try log.carMiles(in: year, upTo: last) == 10_010)
    #expect(try log.carMiles(in: year, upTo: day("2026-04-04")) == 0)
  }

  @Test func `a journey that is entered late changes later ones`() throws {
    var log = MileageLog(
      [Journey(on: try day("2026-06-02"), by: .car, miles: 100)],
      opening: [try #require(TaxYear(startingIn: 2026)): 9_900])
    #expect(try log.allowances().first??.amount == pounds("55.00"))
    log.journeys.append(Journey(on: try day("2026-06-01"), by: .car, miles: 40))
    #expect(try log.allowances().map { $0?.amount } == [pounds("43.00"), pounds("22.00")])
    // On the same day the order of entry counts.
    log.journeys[1].day = try day("2026-06-02")
    #expect(try log.allowances().map { $0?.amount } == [pounds("55.00"), pounds("10.00")])
  }

  @Test(arguments: SeededNumbers.seeds)
  func `allowances are exact, and use up the limit once`(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    let start = try day("2025-04-06")
    for _ in 0..<60 {
      let journeys = try (0..<40).map { _ in
        Journey(
          on: try #require(start.adding(days: random.below(730))),
          by: random.pick(Vehicle.allCases),
          miles: try random.decimal(below: 900, digits: random.below(3)))
      }
      let allowances = try MileageLog(journeys).allowances()
      var atFirst: [TaxYear: ExactDecimal] = [:]
      var all: [TaxYear: ExactDecimal] = [:]
      for (journey, allowance) in zip(journeys, allowances) {
        let allowance = try #require(allowance)
        var sum: ExactDecimal = 0
        for part in allowance.parts {
          sum = try sum.adding(part.miles.multiplied(by: part.rate))
        }
        #expect(isRounded(allowance.amount, sum, over: 1))
        guard journey.vehicle == .car, let year = TaxYear(of: journey.day) else { continue }
        let first = allowance.parts.first { $0.rate == allowance.rates.rates[.car]?.first }
        atFirst[year] = try (atFirst[year] ?? 0).adding(first?.miles ?? 0)
        all[year] = try (all[year] ?? 0).adding(journey.miles)
      }
      for (year, miles) in all { #expect(atFirst[year] == min(miles, 10_000)) }
    }
  }

  @Test func `sole traders and partners claim for no bicycle`() {
    for company in CompanyKind.allCases {
      let forbidden = company == .soleTrader || company == .partnership
      #expect(Vehicle.bicycle.isAllowed(in: company) != forbidden)
      #expect(Vehicle.car.isAllowed(in: company) && Vehicle.motorcycle.isAllowed(in: company))
    }
  }
}
