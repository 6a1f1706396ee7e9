import Books
import BooksClient
import Days
import EmbeddedBooks
import FlowTestSupport
import Flowline
import FreeAgentAPI
import Money
import ServiceBasics
import Testing

@testable import BooksFlows

/// Claiming journeys; the sample’s director has driven 9,950 miles in this tax year.
struct MileageTests {
  @Test func `a claim across 10,000 miles is paid at two rates, with VAT on the fuel`() async throws
  {
    let world = try BooksWorld()
    try world.start("mileage")
    try world.fill([
      "distance": "120", "description": "To Bristol and back", "fuel-receipt": "y",
      "engine": "petrol", "size": "1401-2000cc",
    ])
    #expect(
      world.page == [
        "Estimated payment | £45.00", "Claimant | Ada Thornbury", "Day | Fri, 20 Nov 2026",
        "Description | To Bristol and back", "Distance | 120 miles", "Vehicle | Car or van",
        "Engine | Petrol",
        "Engine size | 1401 to 2000 cc", "Miles by car in 2026/27 so far | 9,950",
        "At this rate | 50 miles × £0.55", "At this rate | 70 miles × £0.25",
        "VAT on the fuel | £3.40",
        "Advisory fuel rates from | Tue, 1 Sep 2026", "Receipt | Not provided",
      ])
    world.answer("save")
    #expect(world.output != nil, "no figure differs: \(world.page)")
    let made = try #require(try await world.expenses(on: "2026-11-20").first)
    #expect(made.grossValue == -45 && made.salesTaxValue == ExactDecimal("-3.40"))
    #expect(made.engineSize == "1401-2000cc" && made.haveVATReceipt == true)
    try world.expectOrder()
  }

  /// Of somebody who has not driven yet; by the rules of D1 and D2.
  @Test(arguments: [
    ("2026-11-20", "car", "12.5", "Estimated payment | £6.88"),
    ("2026-11-20", "car", "0.1", "Estimated payment | £0.06"),
    ("2026-11-20", "motorcycle", "10.1", "Estimated payment | £2.42"),
    ("2026-11-20", "bicycle", "33.3", "Estimated payment | £6.66"),
    ("2026-11-20", "car", "120", "Estimated payment | £66.00"),
    ("2026-04-05", "car", "100", "Estimated payment | £45.00"),
    ("2026-04-06", "car", "100", "Estimated payment | £55.00"),
  ])
  func `what is shown is what the service pays`(
    day: String, vehicle: String, distance: String, row: String
  ) throws {
    let world = try BooksWorld()
    try world.start("mileage")
    try world.fill([
      "claimant": "user-4", "date": .text(day), "distance": .text(distance), "description": "Trip",
      "vehicle": .text(vehicle),
    ])
    #expect(world.page.contains(row))
    world.answer("save")
    #expect(world.output != nil, "no figure differs: \(world.page)")
    try world.expectOrder()
  }

  @Test(arguments: [
    ("50", ["50 miles × £0.55"]), ("50.01", ["50 miles × £0.55", "0.01 miles × £0.25"]),
  ])
  func `exactly 10,000 miles are all at the first rate`(
    distance: String, parts: [String]
  ) throws {
    let world = try BooksWorld()
    try world.start("mileage")
    try world.fill(["distance": .text(distance), "description": "Trip"])
    #expect(
      world.page.filter { $0.hasPrefix("At this rate") } == parts.map { "At this rate | \($0)" })
    world.answer("save")
    #expect(world.output != nil, "no figure differs: \(world.page)")
    try world.expectOrder()
  }

  @Test func `miles by motorcycle and in another tax year do not count`() throws {
    let world = try BooksWorld()
    try world.start("mileage")
    try world.fill(["date": "2026-03-01", "distance": "100", "description": "Trip"])
    #expect(world.page.contains("Miles by car in 2025/26 so far | 0"))
    #expect(world.page.contains("Estimated payment | £45.00"))
    world.answer("change")
    try world.fill(["date": "2026-11-20", "vehicle": "motorcycle"])
    #expect(!world.page.contains { $0.hasPrefix("Miles by car") })
    #expect(world.page.contains("Estimated payment | £24.00"))
    try world.expectOrder()
  }

  /// Miles from before the books count in the year in which the books got to know of the claimant.
  @Test(arguments: [
    ("2026-11-20", "2026/27", "9,950", "£45.00"), ("2027-04-06", "2027/28", "0", "£66.00"),
  ])
  func `miles from before the books count in the claimant’s first year`(
    day: String, year: String, miles: String, paid: String
  ) async throws {
    let world = try BooksWorld()
    let made = try await world.ask(
      FreeAgent.Create(
        FreeAgent.User {
          $0.firstName = "Kit"
          $0.lastName = "Marlow"
          $0.email = "kit@thornbury.example"
          $0.role = .employee
          $0.openingMileage = 9_950
        }))
    let id = try #require(made.url?.id?.description)
    try world.walk("mileage", .text("user-\(id)"))
    world.insist(.text(day))
    try world.fill(["distance": "120", "description": "To Bristol and back"])
    #expect(world.page.contains("Claimant | Kit Marlow"))
    #expect(world.page.contains("Miles by car in \(year) so far | \(miles)"), "\(world.page)")
    #expect(world.page.first == "Estimated payment | \(paid)")
    world.answer("save")
    #expect(world.output != nil, "no figure differs: \(world.page)")
    let claim = try #require(try await world.expenses(on: day).first)
    #expect(claim.grossValue == ExactDecimal("-\(paid.dropFirst())"))
    try world.expectOrder()
  }

  // MARK: - What depends on what

  /// The engines of a day, from the service’s data.
  @Test(arguments: [
    ("2025-08-31", ["petrol", "diesel", "lpg", "electric"]),
    (
      "2025-09-01",
      ["petrol", "diesel", "lpg", "electric-home-charger", "electric-public-charger"]
    ),
  ])
  func `the engines are those of the day`(day: String, engines: [String]) throws {
    let world = try BooksWorld()
    try world.walk("mileage", "", .text(day), "10", "Trip", "car", "", "y")
    #expect(world.step.hasSuffix("engine"))
    #expect(world.controller.prompt?.kind.choices.map(\.key) == engines)
    world.answer(.text(engines.last ?? ""))
    #expect(!world.step.hasSuffix("size"), "there is one size alone")
    try world.expectOrder()
  }

  @Test func `a bicycle has no fuel, and no receipt no engine`() throws {
    let world = try BooksWorld()
    try world.walk("mileage", "", "", "10", "Trip", "bicycle", "")
    #expect(world.step.hasSuffix("project"))
    let other = try BooksWorld()
    try other.walk("mileage", "", "", "10", "Trip", "car", "", "n")
    #expect(other.step.hasSuffix("project"))
    try world.expectOrder()
    try other.expectOrder()
  }

  @Test func `a company without VAT is not asked for fuel`() throws {
    let world = try CompanyService(.notRegistered).world()
    try world.start("mileage")
    try world.fill(["distance": "10", "description": "Trip"])
    world.answer("save")
    #expect(!world.controller.journal.text.contains("fuel-receipt"))
    #expect(world.output != nil)
    try world.expectOrder()
  }

  @Test func `a sole trader is offered no bicycle`() throws {
    let world = try CompanyService(.soleTrader).world()
    try world.walk("mileage", "", "", "10", "Trip")
    #expect(world.controller.prompt?.kind.choices.map(\.key) == ["car", "motorcycle"])
    try world.expectOrder()
  }

  @Test func `kilometres are claimed as miles, and shown as they were entered`() async throws {
    let world = try CompanyService(.kilometres).world()
    try world.walk("mileage", "", "")
    #expect(world.question == "How many kilometres?")
    _ = try world.refusal(of: "100.001")
    try world.fill(["distance": "100", "description": "Trip"])
    #expect(world.page.contains("Distance | 100 kilometres"))
    #expect(
      world.page.filter { $0.hasPrefix("At this rate") }
        == ["At this rate | 50 miles × £0.55", "At this rate | 12.14 miles × £0.25"])
    #expect(world.page.contains("Estimated payment | £30.54"))
    world.answer("save")
    #expect(world.output != nil, "no figure differs: \(world.page)")
    func made() async throws -> FreeAgent.Expense {
      try #require(try await world.expenses(on: "2026-11-20").first)
    }
    let claim = try await made()
    #expect(claim.mileage == ExactDecimal("62.14") && claim.grossValue == ExactDecimal("-30.54"))
    let id = try #require(claim.url?.id?.description)
    try world.walk("books", "expenses")
    world.answer(.text("claim-\(id)"))
    #expect(world.page.contains("Distance | 100 kilometres"))
    world.answer("change")
    try world.fill(["description": "Another trip"])
    #expect(world.page.contains("Distance | 100 kilometres"))
    world.answer("save")
    #expect(try await made().mileage == ExactDecimal("62.14"))
    #expect(try await made().description == "Another trip")
    try world.expectOrder()
  }

  @Test func `kilometres of two decimals are claimed`() async throws {
    let world = try CompanyService(.kilometres).world()
    try world.walk("mileage", "", "")
    try world.fill(["distance": "12.56", "description": "Trip"])
    #expect(world.page.contains("Distance | 12.56 kilometres"))
    world.answer("save")
    #expect(world.output != nil, "no figure differs: \(world.page)")
    let made = try #require(try await world.expenses(on: "2026-11-20").first)
    #expect(made.mileage == ExactDecimal("7.8"))
    try world.expectOrder()
  }

  /// 7.80 miles are shown as 12.55 kilometres, and 62.137 as 100.
  @Test(arguments: [
    ("12.55", "7.8", true), ("12.56", "7.8", true), ("12.57", "7.8", false),
    ("100", "62.14", true), ("100", "62.137", true), ("100", "62.13", false),
  ])
  func `a journey in kilometres is as far as its miles`(
    kilometres: String, miles: String, isAsFar: Bool
  ) throws {
    let distance = try #require(ExactDecimal(kilometres))
    let inBooks = try #require(ExactDecimal(miles))
    let journey = ExpenseContents.Journey(
      distance: distance, in: .kilometres, vehicle: .car, isReclaimed: true)
    #expect(journey.isAsFar(as: inBooks) == isAsFar)
  }

  @Test func `miles that another client has claimed stay as many when they are changed`()
    async throws
  {
    let world = try CompanyService(.kilometres).world()
    let made = try await world.ask(
      FreeAgent.Create(
        FreeAgent.Expense {
          $0.user = FreeAgent.Link(SampleCompany.employee, at: .production)
          $0.category = .mileage
          $0.datedOn = Day("2026-11-19")
          $0.description = "Trip"
          $0.mileage = ExactDecimal("62.137")
          $0.vehicleType = .car
          $0.reclaimMileage = 1
        }))
    let id = try #require(BookID<FreeAgent.Expense>(made.url))
    let filed = try #require(try await world.keeper.filedClaim(id)?.contents)
    #expect(filed.journey?.distance == 100 && filed.journey?.unit == .kilometres)
    var after = filed
    after.description = "To Bristol"
    let result = try await world.keeper.change(
      ExpenseChange(of: id, contents: ExpenseChange.Contents(before: filed, after: after)))
    guard case .changed(let changed) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(changed.journey?.distance == ExactDecimal("62.137"))
    #expect(changed.text == "To Bristol")
  }

  @Test func `what nobody is paid for is billed to a customer`() async throws {
    let world = try BooksWorld()
    try world.walk("mileage", "", "", "20", "Trip", "car", "n")
    #expect(world.step.hasSuffix("project"))
    #expect(try world.refusal(of: "").code == .empty)
    world.answer("project-1", "0.60", "")
    #expect(
      world.page.suffix(2) == [
        "Nobody is paid for it: only the customer of the project is billed",
        "Receipt | Not provided",
      ])
    world.answer("save")
    let made = try #require(try await world.expenses(on: "2026-11-20").first)
    #expect(made.reclaimMileage == 0 && made.rebillMileageRate == ExactDecimal("0.60"))
    let words = try #require(world.output.map { try $0.decode(as: Claimed.self).words })
    #expect(
      words.resolved(in: world.environment).text.hasPrefix(
        "The journey of Ada Thornbury is recorded. Nobody is paid for it"))
    let id = try #require(made.url?.id?.description)
    try world.walk("books", "expenses")
    #expect(world.choices.contains { $0.hasPrefix("claim-\(id) |") && $0.contains("nothing owed") })
    world.answer(.text("claim-\(id)"))
    #expect(world.page.contains("You are not paid for it: only a customer is billed"))
    #expect(!world.page.contains { $0.hasPrefix("Owed") })
    try world.expectOrder()
  }

  // MARK: - What is not known or surprising

  @Test func `without an advisory rate the VAT is left to the service`() throws {
    let world = try BooksWorld()
    try world.walk("mileage", "")
    world.insist("2026-12-01")
    try world.fill(["distance": "10", "description": "Trip", "fuel-receipt": "y"])
    #expect(
      world.page.contains {
        $0.hasPrefix("The advisory fuel rate of this day is not known here")
      })
    world.answer("save")
    #expect(world.output != nil)
    try world.expectOrder()
  }

  @Test func `figures that differ from what was shown are told`() throws {
    let (world, service) = try BooksWorld.withService()
    // The flow is told older rates than those by which the books pay.
    service.change { answer in
      guard var settings = answer as? FreeAgent.MileageSettings else { return answer }
      settings.mileageRates = settings.mileageRates?.filter { $0.from?.description != "2026-04-06" }
        .map { row in
          var row = row
          if row.from?.description == "2011-04-06" { row.to = Day("2099-12-31") }
          return row
        }
      return settings
    }
    try world.start("mileage")
    try world.fill(["claimant": "user-4", "distance": "100", "description": "Trip"])
    #expect(world.page.contains("Estimated payment | £45.00"))
    world.answer("save")
    #expect(world.step.hasSuffix("differs"))
    #expect(world.page.prefix(2) == ["Amount | £55.00", "Shown before | £45.00"])
    world.answer("")
    #expect(world.output != nil)
    try world.expectOrder()
  }

  @Test func `a distance of nothing is refused, and a very far one asked about`() throws {
    let world = try BooksWorld()
    try world.walk("mileage", "", "")
    for distance in ["0", "-3", "far", ""] { _ = try world.refusal(of: .text(distance)) }
    #expect(try world.refusal(of: "2000.01").isWarning)
    world.answer("2000")
    try world.expectOrder()
  }

  @Test(arguments: ExactlyOnceTests.LossyService.Loss.allCases)
  func `a journey whose answer is lost is claimed once`(
    loss: ExactlyOnceTests.LossyService.Loss
  ) throws {
    let service = ExactlyOnceTests.LossyService(try CompanyService())
    let world = try BooksWorld { _ in service }
    try world.start("mileage")
    try world.fill(["distance": "10", "description": "Trip"])
    service.lose(loss)
    world.answer("save", "again")
    #expect(world.output != nil)
    #expect(service.arrived == 1)
    try world.expectOrder()
  }

  @Test(arguments: [
    ("en_GB", "1", "Distance | 1 mile"), ("en_GB", "12.5", "Distance | 12.5 miles"),
    ("ru_RU", "1", "Расстояние | 1 миля"), ("ru_RU", "2", "Расстояние | 2 мили"),
    ("ru_RU", "5", "Расстояние | 5 миль"), ("ru_RU", "12,5", "Расстояние | 12,5 мили"),
  ])
  func `a distance has its unit`(locale: String, distance: String, row: String) throws {
    let world = try BooksWorld(locale: locale)
    try world.start("mileage")
    try world.fill(["distance": .text(distance), "description": "Trip"])
    #expect(world.page.contains(row), "\(world.page)")
    try world.expectOrder()
  }
}
