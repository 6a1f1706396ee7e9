import Books
import BooksTestSupport
import Days
import Money
import TestSupport
import Testing

struct FuelTests {
  private func allowance(_ miles: String, before: String = "0") throws -> MileageAllowance {
    let journey = Journey(on: try day("2025-09-01"), by: .car, miles: try decimal(miles))
    return try #require(try MileageAllowance(of: journey, milesBefore: decimal(before)))
  }

  @Test(arguments: [
    ("120", "0.17", "3.40"), ("50", "0.21", "1.75"), ("7", "0.14", "0.16"), ("3", "0.13", "0.07"),
    ("9", "0.17", "0.26"), ("1", "0.27", "0.05"), ("0", "0.27", "0.00"),
  ])
  func `the tax is a sixth of the fuel`(miles: String, rate: String, vat: String) throws {
    let fuel = try FuelVAT(of: allowance(miles), advisory: decimal(rate))
    #expect(fuel.vat == (try pounds(vat)))
  }

  @Test func `miles that are paid with less count with that`() throws {
    // 50 miles at 45p, 50 at 25p; the fuel costs 27p: 50 × 0.27 + 50 × 0.25 = 26.00
    let fuel = try FuelVAT(of: allowance("100", before: "9950"), advisory: decimal("0.27"))
    #expect(fuel.fuel == (try pounds("26.00")))
    #expect(fuel.vat == (try pounds("4.33")))
  }

  /// The miles of each part and what they are paid with follow from the journey here, not from the allowance.
  @Test(arguments: SeededNumbers.seeds)
  func `the tax is the exact one of what each mile costs at the most, rounded once`(
    seed: UInt64
  ) throws {
    var random = SeededNumbers(seed: seed)
    var acrossPaidWithLess = 0
    for _ in 0..<2_000 {
      let journey = Journey(
        on: try day(random.pick(["2025-09-01", "2026-09-20"])),
        by: random.pick([.car, .motorcycle]),
        miles: try random.decimal(below: random.pick([10, 900]), digits: random.below(3)))
      let before = try random.decimal(below: 11_000, digits: random.below(2))
      let advisory = try random.decimal(below: 1, digits: 2 + random.below(3))
      let rate = random.pick([VATRate.standard, .reduced])
      let rates = try #require(MileageTable.approved.rates(on: journey.day))
      let paid = try #require(rates.rates[journey.vehicle])
      let left = max(0, try rates.limit.subtracting(before))
      let first = journey.vehicle == .car ? min(journey.miles, left) : journey.miles
      let beyond = try journey.miles.subtracting(first)
      let cost = try first.multiplied(by: min(paid.first, advisory))
        .adding(beyond.multiplied(by: min(paid.beyond, advisory)))
      let allowance = try #require(try MileageAllowance(of: journey, milesBefore: before))
      let fuel = try FuelVAT(of: allowance, advisory: advisory, rate: rate)
      #expect(isRounded(fuel.fuel, cost, over: 1), "\(journey) \(before) \(advisory)")
      #expect(
        isRounded(
          fuel.vat, try cost.multiplied(by: rate.percent), over: try rate.percent.adding(100)),
        "\(journey) \(before) \(advisory) \(rate.percent)")
      let isAcross = !first.isZero && !beyond.isZero
      if isAcross, paid.beyond < advisory, advisory < paid.first { acrossPaidWithLess += 1 }
    }
    #expect(acrossPaidWithLess > 0)
  }

  @Test func `each obstacle is told`() throws {
    let journey = Journey(on: try day("2025-09-01"), by: .car, miles: 1)
    let registered = VATRegistration(from: try day("2020-04-01"))
    #expect(
      FuelVAT.obstacles(
        to: journey, registration: registered, isOnFlatRate: false, isReclaimed: true,
        hasReceipt: true) == [])
    #expect(
      FuelVAT.obstacles(
        to: journey, registration: registered, isOnFlatRate: true, isReclaimed: true,
        hasReceipt: true) == [.flatRateScheme])
    var bicycle = journey
    bicycle.vehicle = .bicycle
    #expect(
      FuelVAT.obstacles(
        to: bicycle, registration: .none, isOnFlatRate: true, isReclaimed: false, hasReceipt: false)
        == FuelVATObstacle.allCases)
  }

  /// The first and last day of each row, an engine's sizes and their pence.
  @Test(arguments: [
    ("2023-12-01", "2024-02-29", [14, 16, 26, 10, 12, 18, 13, 15, 20, 9]),
    ("2024-03-01", "2024-05-31", [13, 15, 24, 11, 13, 21, 12, 14, 19, 9]),
    ("2024-06-01", "2024-08-31", [14, 16, 26, 11, 13, 21, 13, 15, 20, 8]),
    ("2024-09-01", "2024-11-30", [13, 15, 24, 11, 13, 21, 12, 14, 18, 7]),
    ("2024-12-01", "2025-02-28", [12, 14, 23, 11, 13, 21, 11, 13, 17, 7]),
    ("2025-03-01", "2025-05-31", [12, 15, 23, 11, 13, 21, 12, 13, 17, 7]),
    ("2025-06-01", "2025-08-31", [12, 14, 22, 11, 13, 21, 11, 13, 17, 7]),
    ("2025-09-01", "2025-11-30", [12, 14, 22, 11, 13, 21, 12, 13, 18, 8, 14]),
    ("2025-12-01", "2026-02-28", [12, 14, 22, 11, 13, 21, 12, 13, 18, 7, 14]),
    ("2026-03-01", "2026-05-31", [12, 14, 22, 10, 12, 19, 12, 13, 18, 7, 15]),
    ("2026-06-01", "2026-08-31", [14, 17, 26, 11, 13, 21, 15, 17, 23, 7, 15]),
    ("2026-09-01", "2026-11-30", [14, 17, 27, 11, 13, 20, 15, 16, 22, 7, 15]),
  ])
  func `the rates of each quarter are those that were published`(
    first: String, last: String, pence: [Int64]
  ) throws {
    for text in [first, last] {
      let rates = try #require(AdvisoryFuelRates.on(day(text)))
      #expect(rates.from == (try day(first)))
      let choice = try #require(EngineChoice.on(day(text)))
      let order: [Engine] = [.petrol, .lpg, .diesel, .electric, .electricHome, .electricPublic]
      let found = order.flatMap { engine in
        choice[engine].compactMap { rates.rate(of: engine, size: $0) }
      }
      #expect(try found == pence.map { try ExactDecimal($0).multiplied(by: decimal("0.01")) })
    }
  }

  @Test func `outside the table no rate is known`() throws {
    #expect(AdvisoryFuelRates.all.count == 12)
    #expect(AdvisoryFuelRates.on(try day("2023-11-30")) == nil)
    #expect(AdvisoryFuelRates.on(try day("2026-12-01")) == nil)
    let rates = try #require(AdvisoryFuelRates.on(day("2026-09-20")))
    #expect(rates.rate(of: .petrol, size: "Up to 1600cc") == nil)
    #expect(rates.rate(of: .electric, size: "All") == nil)
  }

  @Test(arguments: [
    ("1970-01-01", "Diesel", "Up to 1400cc", 3), ("2011-05-31", "Diesel", "Up to 1400cc", 3),
    ("2011-06-01", "Diesel", "Up to 1600cc", 3), ("2019-02-28", "Petrol", "Up to 1400cc", 3),
    ("2019-03-01", "Electric", "All", 4), ("2025-08-31", "Electric", "All", 4),
    ("2025-09-01", "Electric (Home charger)", "All", 5), ("2099-12-31", "LPG", "Up to 1400cc", 5),
  ])
  func `engines and their sizes are those of the day`(
    text: String, engine: String, first: String, count: Int
  ) throws {
    let choice = try #require(EngineChoice.on(day(text)))
    #expect(choice[try #require(Engine(rawValue: engine))].first == first)
    #expect(choice.sizes.count == count)
    #expect(EngineChoice.on(try day("1969-12-31")) == nil)
    #expect(EngineChoice.all.count == 4)
  }
}
