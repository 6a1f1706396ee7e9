import BooksClient
import EmbeddedBooks
import FlowTestSupport
import Flowline
import FreeAgentAPI
import Money
import ServiceBasics
import Testing

@testable import BooksFlows

/// The overview, the sections behind it, and what is done most often.
struct HomeTests {
  private static let parts = [
    "Cash flow since 1 Sep 2026", "Profit and loss since 1 Apr 2026", "Due soon",
    "Waiting in your accounts", "Overdue invoices", "Your latest expenses",
  ]

  /// The headings of the overview that is shown.
  private func headings(in world: BooksWorld) -> [String] {
    (world.controller.prompt?.page ?? []).compactMap(\.heading?.text)
  }

  @Test func `the days of headings follow a change of language`() throws {
    let world = try BooksWorld()
    try world.walk("books")
    world.controller.speak("ru")
    #expect(headings(in: world).first?.contains("сент") == true)
  }

  // MARK: - Levels

  /// What each level sees: the parts by their numbers, and the places.
  @Test(
    arguments: [
      (
        SampleCompany.owner, [0, 1, 2, 3, 4, 5],
        "banking documents expenses contacts account explain-next email-next expense mileage link"
      ),
      (
        SampleCompany.bookkeeper, [0, 3, 4],
        "banking documents expenses contacts account explain-next email-next expense mileage link"
      ),
      (
        SampleCompany.assistant, [4],
        "documents expenses contacts account email-next expense mileage link"
      ),
      (SampleCompany.employee, [5], "expenses contacts account expense mileage link"),
    ])
  func `what a level does not allow is not there`(
    user: FreeAgent.Identifier<FreeAgent.User>, parts: [Int], places: String
  ) throws {
    let world = try CompanyService(as: user).world()
    try world.walk("books")
    #expect(headings(in: world) == parts.map { Self.parts[$0] })
    #expect(
      world.options == places.split(separator: " ").map(String.init) + ["refresh", "done"])
    world.answer("done")
    #expect(world.output?["company"] == "Thornbury Design Ltd")
    try world.expectOrder()
  }

  @Test func `who may see nothing of it is told that nothing needs them`() throws {
    let (world, service) = try BooksWorld.withService()
    service.haveUser(at: 1)
    try world.walk("books")
    #expect(world.page == ["Nothing here needs you."])
    #expect(world.options == ["contacts", "account", "link", "refresh", "done"])
    try world.expectOrder()
  }

  // MARK: - Parts

  /// The routes by which the parts are read, in their order.
  private static let routes = [
    "cashflow", "profit_and_loss/summary", "tax_timeline", "bank_accounts", "invoices", "expenses",
  ]

  @Test(arguments: Array(routes.indices))
  func `a part that fails hides no other, and is read again by itself`(number: Int) throws {
    let (world, service) = try BooksWorld.withService()
    service.fail(Self.routes[number], .busy("too many requests"))
    try world.walk("books")
    let part = OverviewPart.allCases[number]
    let again = "again-\(part.rawValue)"
    #expect(headings(in: world).count == 6, "the order is fixed, and each is there")
    let failed = world.controller.prompt?.page[number]
    #expect(failed?.rows.map(\.mark) == [.failure])
    #expect(world.options.filter { $0.hasPrefix("again") } == [again])
    world.answer(.text(again))
    #expect(headings(in: world) == Self.parts)
    #expect(!world.options.contains(again))
    try world.expectOrder()
  }

  @Test func `a part that is not allowed after all is not shown, and the level is read again`()
    throws
  {
    let (world, service) = try BooksWorld.withService()
    service.fail("tax_timeline", .refused(FreeAgent.Failure(status: 403)))
    try world.walk("books")
    #expect(headings(in: world) == Self.parts.filter { $0 != "Due soon" })
    #expect(!world.options.contains { $0.hasPrefix("again") })
    world.answer("refresh")
    #expect(headings(in: world) == Self.parts)
    try world.expectOrder()
  }

  @Test func `a loss is called one`() throws {
    let (world, service) = try BooksWorld.withService()
    service.change { answer in
      guard var summary = answer as? FreeAgent.ProfitAndLossSummary else { return answer }
      summary.operatingProfit = FreeAgent.ShortDecimal(-3800)
      return summary
    }
    try world.walk("books")
    #expect(world.page.contains("Loss | £3,800.00"))
    #expect(!world.page.contains { $0.hasPrefix("Profit |") })
    try world.expectOrder()
  }

  // MARK: - Sections

  @Test func `the way back to the overview shows what was done`() async throws {
    let world = try BooksWorld()
    try world.walk("books")
    #expect(world.page.contains("Current account | 12 to explain · 1 to approve"))
    world.answer("banking", "current-account", "approve")
    #expect(world.trail == "Books › Banking › Current account › Approve explanations › explanation")
    world.answer("1", "approve", "", "done", "done")
    #expect(world.step == "books/place")
    #expect(world.page.contains("Current account | 12 to explain"))
    try world.expectOrder()
  }

  @Test func `a draft is marked as sent once, and no e-mail goes out`() async throws {
    let world = try BooksWorld()
    try world.walk("books", "documents", "invoice", "invoice-6")
    #expect(world.page.contains("Status | Draft"))
    world.answer("sent")
    #expect(world.options == ["email", "pdf", "done"])
    #expect(!world.page.contains("Status | Draft"))
    #expect(try world.books.outbox().isEmpty)
    try world.expectOrder()
  }

  // MARK: - What is done most often

  @Test func `the next transaction is found in whichever account it is`() async throws {
    let world = try BooksWorld()
    try world.walk("explain-next")
    #expect(world.trail == "Explain the next transaction › Explanation › type")
    world.answer("payment", "285", "outside", "explain")
    #expect(world.output?["amount"]?["minorUnits"] == -420)
    try world.expectOrder()
  }

  @Test func `with nothing left to do it says so`() throws {
    let (world, service) = try BooksWorld.withService()
    service.change { answer in
      switch answer {
      case is FreeAgent.Batch<FreeAgent.BankAccount>: FreeAgent.Batch<FreeAgent.BankAccount>([])
      case is FreeAgent.Batch<FreeAgent.Invoice>: FreeAgent.Batch<FreeAgent.Invoice>([])
      default: answer
      }
    }
    try world.walk("explain-next")
    #expect(world.question == "Everything is explained")
    world.answer("")
    #expect(world.cancelReason == .declined)
    try world.walk("email-next")
    #expect(world.question == "There is no draft invoice")
    world.answer("")
    #expect(world.cancelReason == .declined)
    try world.expectOrder()
  }
}
