import BooksClient
import EmbeddedBooks
import FlowTestSupport
import Flowline
import FreeAgentAPI
import Testing

@testable import BooksFlows

/// What a landlord lets, chosen by its name, or told by its number if the user may not list it.
struct PropertyTests {
  /// Comes to the question for the property of a train ticket.
  private func atProperty(in world: BooksWorld) async throws {
    try world.walk("explain", "current-account")
    let train = try await world.transaction("Trainline")
    world.answer(.text("transaction-\(train.url?.id?.description ?? "")"))
    world.answer("payment", "365")
    try #require(world.step.hasSuffix("explanation/property"), "\(world.step)")
  }

  @Test func `a landlord chooses the property by its address`() async throws {
    let world = try CompanyService(.landlord).world()
    try await atProperty(in: world)
    #expect(
      world.choices == [
        "property-1 | 3 Mill Lane, Thornbury", "property-2 | Flat 2, 40 High Street, Thornbury",
      ])
    #expect(world.controller.prompt?.help == nil)
    #expect(try !world.refusal(of: "first floor").isWarning)
    world.answer("High Street")
    #expect(
      world.page.contains("Property | Flat 2, 40 High Street, Thornbury"), "\(world.page)")
    world.answer("details")
    try world.enter(until: "property")
    #expect(world.controller.prompt?.defaultAnswer == "property-2")
    try world.enter(until: "review")
    world.answer("explain")
    #expect(world.step == "explain/transaction", "\(world.page)")
    #expect(try await world.explanation(of: "Trainline").property?.id?.description == "2")
    try world.expectOrder()
  }

  @Test func `who may not list the properties tells the number`() async throws {
    let world = try CompanyService(.landlord, as: SampleCompany.bookkeeper).world()
    try await atProperty(in: world)
    #expect(world.options == [])
    #expect(world.controller.prompt?.help?.text.contains("the number") == true)
    #expect(try world.refusal(of: "first floor").code == "no-number")
    world.answer("2")
    #expect(world.page.contains("Property | 2"), "\(world.page)")
    world.answer("explain")
    #expect(try await world.explanation(of: "Trainline").property?.id?.description == "2")
    try world.expectOrder()
  }

  @Test func `an explanation that is changed has its property`() async throws {
    let world = try CompanyService(.landlord).world()
    try await world.walkToChange(of: "Old Mill")
    try world.takeOffered()
    #expect(world.page.contains("Property | 3 Mill Lane, Thornbury"), "\(world.page)")
    #expect(!world.page.contains { $0.hasPrefix("No longer asked for") })
    try world.expectOrder()
  }

  @Test(arguments: [
    (SampleCompany.owner, "High Street", "Flat 2, 40 High Street, Thornbury"),
    (SampleCompany.employee, "2", "2"),
  ])
  func `an expense is for a property, by its address or by its number`(
    user: FreeAgent.Identifier<FreeAgent.User>, answer: String, row: String
  ) async throws {
    let world = try CompanyService(.landlord, as: user).world()
    try world.start("expense")
    try world.fill([
      "category": "290", "amount": "10", "description": "Survey", "property": .text(answer),
    ])
    #expect(world.page.contains("Property | \(row)"), "\(world.page)")
    world.answer("save")
    let made = try #require(try await world.expenses(on: "2026-11-20").first)
    #expect(made.property?.id?.description == "2")
    try world.expectOrder()
  }

  @Test func `no other company is asked for its properties`() async throws {
    let world = try BooksWorld()
    let accounts = try await world.keeper.accounts()
    let setting = try await world.keeper.setting(of: try #require(accounts.first))
    #expect(setting.properties == nil)
    #expect(try await world.keeper.expenseFacts().properties == nil)
  }
}
