import BooksClient
import EmbeddedBooks
import FlowTestSupport
import Flowline
import FreeAgentAPI
import Money
import ServiceBasics
import Testing

@testable import BooksFlows

/// A level that was lowered while a flow was under way: the service refuses the write with 403.
struct LoweredLevelTests {
  private static let refusal = FreeAgent.CallProblem.refused(
    FreeAgent.Failure(status: 403, messages: [FreeAgent.Message("Access denied")]))

  /// An employee whose claim was refused, and what stands between the flows and the books.
  private func atRefusal(
    in company: CompanyService
  ) async throws -> (world: BooksWorld, service: ServiceBetween) {
    var between: ServiceBetween?
    let world = try BooksWorld(at: company, logIn: UnaskedLogIn()) {
      let service = ServiceBetween($0)
      between = service
      return service
    }
    let service = try #require(between)
    #expect(try await world.keeper.identity().level == 2)
    try world.start("expense")
    try world.fill(["category": "285", "amount": "12.34", "description": "Lunch at the fair"])
    service.failWrite(Self.refusal)
    world.answer("save")
    try #require(world.step == "expense/not-done", "\(world.step)")
    return (world, service)
  }

  @Test func `the level is read anew, and what was answered is kept`() async throws {
    let company = try CompanyService(as: SampleCompany.employee)
    let (world, _) = try await atRefusal(in: company)
    #expect(world.page.first == "You are not allowed to do this")
    #expect(world.page.contains("Ask the owner of the books for a higher access level."))
    #expect(world.keeper.knownLevel == nil)
    #expect(world.catalog["expense"]?.access == .afterRemedy(of: "level-known"))
    #expect(try await world.expenses(on: "2026-11-20").isEmpty)
    // Left as it is, it can be resumed once the owner has raised the level.
    let journal = world.controller.journal
    #expect(journal.text.contains("Lunch at the fair"))
    world.controller.terminate()
    let later = try BooksWorld(at: company, logIn: UnaskedLogIn())
    try later.resume(journal)
    #expect(later.step == "expense/not-done")
    later.answer("again")
    #expect(later.output != nil, "\(later.step)")
    let made = try await later.expenses(on: "2026-11-20")
    #expect(made.map(\.grossValue) == [ExactDecimal("-12.34")])
    #expect(made.first?.description == "Lunch at the fair")
    try later.expectOrder()
    try world.expectOrder()
  }

  @Test func `the next flow finds the lower level, and is not shown from then on`() async throws {
    let (world, service) = try await atRefusal(in: CompanyService(as: SampleCompany.employee))
    service.haveUser(at: 1)
    world.answer("leave")
    #expect(world.cancelReason != nil)
    try world.start("expense")
    #expect(world.step == "expense/books-level/level")
    #expect(world.page.prefix(2) == ["Needed | 2 (My Money)", "Yours | 1 (Time)"])
    world.answer("")
    #expect(world.catalog["expense"]?.access == .hidden)
    #expect(!world.catalog.offered.contains { $0.id == "mileage" })
    try world.expectOrder()
  }
}
