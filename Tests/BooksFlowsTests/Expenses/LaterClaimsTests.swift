import BooksClient
import Days
import FlowTestSupport
import Flowline
import FreeAgentAPI
import Money
import Testing

@testable import BooksFlows

/// A journey that is entered, changed or deleted moves the miles at the first rate for later ones: the
/// sample’s director has claimed 9,950 miles of 21 August 2026, £5,472.50.
struct LaterClaimsTests {
  typealias Expense = FreeAgent.Expense

  private static let august = 8

  private func amount(_ id: Int, in world: BooksWorld) async throws -> ExactDecimal? {
    try await world.ask(FreeAgent.Get(FreeAgent.Identifier<Expense>(id))).grossValue
  }

  /// Claims 120 miles of November beside the flow: 50 at £0.55 and 70 at £0.25, £45.00.
  private func claimNovember(in world: BooksWorld) async throws -> Int {
    let made = try await world.ask(
      FreeAgent.Create(
        Expense {
          $0.user = FreeAgent.Link(url: "https://api.freeagent.com/v2/users/1")
          $0.category = .mileage
          $0.datedOn = Day(year: 2026, month: 11, day: 10)
          $0.description = "To Bristol"
          $0.mileage = 120
          $0.vehicleType = .car
          $0.reclaimMileage = 1
        }))
    #expect(made.grossValue == -45)
    return try #require(made.url?.id.flatMap { Int($0.description) })
  }

  private func words(in world: BooksWorld) throws -> String {
    let claimed = try #require(world.output).decode(as: Claimed.self)
    return claimed.words.resolved(in: world.environment).text
  }

  /// 9,880 miles at £0.55 and 70 at £0.25 are £5,451.50.
  @Test func `what a late claim takes from later ones is said before it and after it`()
    async throws
  {
    let world = try BooksWorld()
    try world.start("mileage")
    try world.fill(["date": "2026-05-01", "distance": "120", "description": "Trip"])
    #expect(world.page.contains("Estimated payment | £66.00"))
    #expect(world.page.contains("Later claims of 2026/27 | £21.00 less"))
    #expect(!world.page.contains { $0.hasPrefix("Later claims of this tax year") })
    world.answer("save")
    #expect(
      try words(in: world)
        == "Claimed: £66.00 mileage, owed to Ada Thornbury. "
        + "Later claims of 2026/27 now come to £21.00 less.")
    #expect(try await amount(Self.august, in: world) == ExactDecimal("-5451.5"))
    try world.expectOrder()
  }

  /// 50 miles before it leave all of its miles at the first rate.
  @Test func `later claims that stay as they are have no row and no words`() throws {
    let world = try BooksWorld()
    try world.start("mileage")
    try world.fill(["date": "2026-05-01", "distance": "50", "description": "Trip"])
    #expect(!world.page.contains { $0.hasPrefix("Later claims") })
    world.answer("save")
    #expect(try words(in: world) == "Claimed: £27.50 mileage, owed to Ada Thornbury.")
    try world.expectOrder()
  }

  /// Without them before it November has all of its 120 miles at £0.55, £66.00.
  @Test(arguments: [
    ("distance", "2000", ""), ("vehicle", "motorcycle", ""), ("reclaim", "n", "project-1"),
    ("date", "2026-11-12", ""),
  ])
  func `what a change leaves to later claims is said`(
    step: String, answer: String, project: String
  ) async throws {
    let world = try BooksWorld()
    _ = try await claimNovember(in: world)
    try world.walk("books", "expenses", .text("claim-\(Self.august)"), "change")
    try world.fill([step: .text(answer), "project": .text(project)])
    #expect(world.page.contains("Later claims of 2026/27 | £21.00 more"), "\(world.page)")
    try world.expectOrder()
  }

  @Test func `what deleting a claim leaves to later ones is said before it and after it`()
    async throws
  {
    let world = try BooksWorld()
    let november = try await claimNovember(in: world)
    try world.walk("books", "expenses", .text("claim-\(Self.august)"), "remove")
    #expect(world.page == ["Later claims of 2026/27 | £21.00 more"])
    world.answer("yes")
    #expect(world.step == "books/expenses/claimed/later-changed")
    #expect(world.page == ["Later claims of 2026/27 | £21.00 more"])
    #expect(try await amount(november, in: world) == -66)
    world.answer("")
    #expect(world.step == "books/expenses/claim")
    try world.expectOrder()
  }

  @Test func `deleting the last claim of a year says nothing of others`() async throws {
    let world = try BooksWorld()
    let november = try await claimNovember(in: world)
    try world.walk("books", "expenses", .text("claim-\(november)"), "remove")
    #expect(world.page == [])
    world.answer("yes")
    #expect(world.step == "books/expenses/claim")
    try world.expectOrder()
  }

  /// The books may have locked a claim meanwhile: what they have counts, not what was expected.
  @Test func `a later claim that keeps its amount is not said to have changed`() throws {
    let (world, service) = try BooksWorld.withService()
    service.change { answer in
      guard let batch = answer as? FreeAgent.Batch<Expense> else { return answer }
      return FreeAgent.Batch<Expense>(
        batch.elements.map { expense in
          guard expense.mileage == 9_950 else { return expense }
          var expense = expense
          expense.grossValue = ExactDecimal("-5472.5")
          return expense
        })
    }
    try world.start("mileage")
    try world.fill(["date": "2026-05-01", "distance": "120", "description": "Trip"])
    #expect(world.page.contains("Later claims of 2026/27 | £21.00 less"))
    world.answer("save")
    #expect(try words(in: world) == "Claimed: £66.00 mileage, owed to Ada Thornbury.")
    try world.expectOrder()
  }

  @Test func `the words are Russian too`() throws {
    let world = try BooksWorld(locale: "ru_RU")
    try world.start("mileage")
    try world.fill(["date": "2026-05-01", "distance": "120", "description": "Trip"])
    let page = world.page.map { $0.replacing("\u{A0}", with: " ") }
    #expect(page.contains("Следующие заявки за 2026/27 | меньше на 21,00 £"), "\(page)")
    try world.expectOrder()
  }
}
