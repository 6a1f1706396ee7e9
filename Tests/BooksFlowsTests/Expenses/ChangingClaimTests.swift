import BooksClient
import BooksTestSupport
import Days
import EmbeddedBooks
import FlowTestSupport
import Flowline
import FreeAgentAPI
import Money
import Testing

@testable import BooksFlows

/// Changing a claim that is in the books: the form begins with what it has.
struct ChangingClaimTests {
  typealias Expense = FreeAgent.Expense

  /// What the sample’s owner has claimed: paper, stock, a journey of 9,950 miles, and what was billed.
  private static let (paper, stock, journey, billed) = (3, 6, 8, 7)

  /// Comes to the page of a claim.
  private func atClaim(_ id: Int, in world: BooksWorld) throws {
    try world.walk("books", "expenses", .text("claim-\(id)"))
    try #require(world.step == "books/expenses/claimed/claim-action", "\(world.step)")
  }

  private func claim(_ id: Int, in world: BooksWorld) async throws -> Expense {
    try await world.ask(FreeAgent.Get(FreeAgent.Identifier<Expense>(id)))
  }

  /// What the review says is no longer there.
  private func forgotten(in world: BooksWorld) -> [String] {
    world.values(of: "No longer part of the claim")
  }

  /// Expects the review to name what is no longer there, and to name it again after another pass.
  private func expectForgotten(
    _ steps: [String], in world: BooksWorld, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(forgotten(in: world) == steps, sourceLocation: sourceLocation)
    world.answer("change", sourceLocation: sourceLocation)
    try world.takeOffered(sourceLocation: sourceLocation)
    #expect(forgotten(in: world) == steps, sourceLocation: sourceLocation)
  }

  // MARK: - All that it has

  /// A claim with all that it has.
  struct Filed: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let build: @Sendable (inout Expense) -> Void
  }

  static let filed = [
    Filed(testDescription: "with details") { Self.detail(&$0) },
    Filed(testDescription: "exempt") {
      $0.category = link("285")
      $0.grossValue = -10
      $0.salesTaxStatus = .exempt
    },
    Filed(testDescription: "with an amount of VAT") {
      $0.category = link("285")
      $0.grossValue = -10
      $0.manualSalesTaxAmount = 1
    },
    Filed(testDescription: "abroad") {
      $0.category = link("285")
      $0.currency = "EUR"
      $0.grossValue = -54
      $0.manualSalesTaxAmount = ExactDecimal("4.10")
    },
    Filed(testDescription: "a refund") {
      $0.category = link("365")
      $0.grossValue = ExactDecimal("45.60")
    },
    Filed(testDescription: "stock") {
      $0.category = link("609")
      $0.grossValue = -240
      $0.stockItem = link(1)
      $0.stockAlteringQuantity = 12
    },
    Filed(testDescription: "an asset") {
      $0.category = link("602")
      $0.grossValue = -500
      $0.salesTaxRate = .percentage(20)
    },
    Filed(testDescription: "a project that is completed") {
      Self.detail(&$0)
      $0.project = link(3)
    },
    Filed(testDescription: "a journey") {
      Self.drive(&$0)
      $0.engineType = .diesel
      $0.engineSize = "1601-2000cc"
      $0.haveVATReceipt = true
      $0.project = link(1)
      $0.rebillMileageRate = ExactDecimal("0.60")
    },
    Filed(testDescription: "a journey without a receipt") {
      Self.drive(&$0)
      $0.engineType = .diesel
      $0.engineSize = "Over 2000cc"
      $0.project = link(1)
    },
    Filed(testDescription: "a journey that is only billed") {
      Self.drive(&$0)
      $0.reclaimMileage = 0
      $0.project = link(1)
    },
    Filed(testDescription: "a journey by bicycle") {
      Self.drive(&$0)
      $0.vehicleType = .bicycle
    },
  ]

  /// An expense with all that is asked for if somebody wants details.
  private static func detail(_ expense: inout Expense) {
    expense.category = link("269")
    expense.grossValue = -36
    expense.salesTaxRate = .percentage(5)
    expense.ecStatus = .reverseCharge
    expense.receiptReference = "R 1"
    expense.project = link(1)
    expense.rebillType = .markup
    expense.rebillFactor = 10
    expense.recurring = .quarterly
    expense.recurringEndDate = Day(year: 2027, month: 12, day: 31)
  }

  private static func drive(_ expense: inout Expense) {
    expense.category = .mileage
    expense.mileage = ExactDecimal("120.125")
    expense.vehicleType = .car
    expense.reclaimMileage = 1
    expense.haveVATReceipt = false
  }

  /// Claims something beside the flow.
  private func file(_ filed: Filed, in world: BooksWorld) async throws -> Int {
    var expense = Expense()
    expense.user = link(1)
    expense.datedOn = Day(year: 2026, month: 11, day: 10)
    expense.description = "What it was for"
    filed.build(&expense)
    let made = try await world.ask(FreeAgent.Create(expense))
    return try #require(made.url?.id.flatMap { Int($0.description) })
  }

  @Test(arguments: filed) func `what Enter takes leaves it as it is`(filed: Filed) async throws {
    let world = try BooksWorld()
    let id = try await file(filed, in: world)
    let before = try await claim(id, in: world)
    for asksDetails in [false, true] where !asksDetails || before.mileage == nil {
      try atClaim(id, in: world)
      world.answer("change")
      try world.takeOffered()
      if asksDetails {
        world.answer("details")
        try world.takeOffered()
      }
      #expect(forgotten(in: world) == [], "\(world.page)")
      world.answer("save")
      #expect(world.step.hasSuffix("claim-action"), "no figure differs: \(world.page)")
      let after = try await claim(id, in: world)
      #expect(after.url == before.url)
      var (left, right) = (before.withoutReadOnlyMembers, after.withoutReadOnlyMembers)
      // Somebody who sees the details answers for it.
      if asksDetails { (left.ecStatus, right.ecStatus) = (nil, nil) }
      #expect(left == right)
      world.controller.terminate()
    }
    try world.expectOrder()
  }

  @Test func `a change of the amount is saved, and the page shows it`() async throws {
    let world = try BooksWorld()
    let count = try await world.ask(FreeAgent.List<Expense>()).elements.count
    try atClaim(Self.paper, in: world)
    #expect(world.options == ["change", "receipt", "remove", "done"])
    world.answer("change")
    try world.fill(["amount": "60"])
    #expect(world.question == "Save this change?")
    #expect(world.choices.last?.hasPrefix("leave | Leave it as it is") == true, "\(world.choices)")
    world.answer("save")
    #expect(world.page.contains("Owed to you | £60.00"), "\(world.page)")
    let made = try await claim(Self.paper, in: world)
    #expect(made.grossValue == -60 && made.salesTaxValue == -10)
    #expect(try await world.ask(FreeAgent.List<Expense>()).elements.count == count)
    try world.expectOrder()
  }

  @Test func `what another category does not have is named before it is forgotten`() async throws {
    let world = try BooksWorld()
    try atClaim(Self.stock, in: world)
    world.answer("change")
    try world.fill(["category": "285"])
    try expectForgotten(["stock item", "quantity"], in: world)
    world.answer("save")
    let made = try await claim(Self.stock, in: world)
    #expect(made.stockItem == nil && made.stockAlteringQuantity == nil)
    #expect(made.category?.id?.description == "285" && made.grossValue == -200)
    try world.expectOrder()
  }

  @Test func `what another vehicle does not have is named before it is forgotten`() async throws {
    let world = try BooksWorld()
    let journey = try #require(Self.filed.first { $0.testDescription == "a journey" })
    let id = try await file(journey, in: world)
    try atClaim(id, in: world)
    world.answer("change")
    // An optional answer that is emptied is gone, and with it what hangs on it.
    try world.fill(["vehicle": "bicycle"])
    try expectForgotten(
      ["VAT receipt for the fuel", "engine", "engine size", "project", "rate for the customer"],
      in: world)
    world.answer("save")
    let made = try await claim(id, in: world)
    #expect(made.engineType == nil && made.haveVATReceipt == false && made.project == nil)
    #expect(made.salesTaxValue == 0)
    try world.expectOrder()
  }

  // MARK: - What it is paid with

  @Test func `a journey that is changed does not count before itself`() async throws {
    let world = try BooksWorld()
    try atClaim(Self.journey, in: world)
    world.answer("change", "", "")
    world.insist("9900")
    try world.fill([:])
    #expect(world.page.contains("Miles by car in 2026/27 so far | 0"))
    #expect(world.page.contains("Estimated payment | £5,445.00"))
    #expect(!world.page.contains { $0.hasPrefix("Rate for a mile") })
    world.answer("save")
    #expect(world.step.hasSuffix("claim-action"), "no figure differs: \(world.page)")
    #expect(try await claim(Self.journey, in: world).grossValue == -5445)
    try world.expectOrder()
  }

  @Test func `a rate that has changed since is told, and paid once the claim is saved`()
    async throws
  {
    let (world, service) = try BooksWorld.withService()
    // As if it had been claimed before the rate was announced.
    service.change { answer in
      guard var expense = answer as? Expense, expense.mileage != nil else { return answer }
      expense.reclaimMileageRate = ExactDecimal("0.45")
      return expense
    }
    try atClaim(Self.journey, in: world)
    #expect(world.page.contains("The rate for a mile has changed since | from £0.45 to £0.55"))
    #expect(world.page.last == "To be paid the new rate, change the claim and save it")
    world.answer("change")
    try world.takeOffered()
    #expect(world.page.contains("Rate for a mile has changed | from £0.45 to £0.55"))
    try world.expectOrder()
  }

  @Test func `a day on which another rate is paid is told`() throws {
    let world = try BooksWorld()
    try world.start("mileage")
    try world.fill(["date": "2026-04-06", "distance": "10", "description": "Trip"])
    #expect(!world.page.contains { $0.hasPrefix("Rate for a mile") })
    world.answer("change")
    try world.fill(["date": "2026-04-05"])
    #expect(world.page.contains("Rate for a mile has changed | from £0.55 to £0.45"))
    try world.expectOrder()
  }

  // MARK: - What is surprising or refused

  @Test func `another claim like it is asked about, and the claim itself is none`() throws {
    let world = try BooksWorld()
    try atClaim(Self.paper, in: world)
    world.answer("change")
    try world.takeOffered()
    #expect(!world.page.contains("The same claim is in the books already"))
    world.answer("change")
    // The claim of the desk.
    try world.fill(["date": "2026-10-29", "category": "602", "amount": "340"])
    #expect(world.page.contains("The same claim is in the books already"))
    world.answer("save")
    #expect(world.question.hasPrefix("Another claim like this is in the books already."))
    try world.expectOrder()
  }

  @Test func `what somebody else has changed meanwhile stays`() async throws {
    let world = try BooksWorld()
    try atClaim(Self.paper, in: world)
    world.answer("change")
    try world.fill(["amount": "60"])
    let id = FreeAgent.Identifier<Expense>(Self.paper)
    _ = try await world.ask(FreeAgent.Update(id, Expense { $0.receiptReference = "R 9" }))
    world.answer("save")
    #expect(world.question.hasPrefix("Somebody has changed this claim since"))
    world.answer("")
    #expect(world.step.hasSuffix("claim-action"))
    let now = try await claim(Self.paper, in: world)
    #expect(now.grossValue == -58 && now.receiptReference == "R 9")
    try world.expectOrder()
  }

  @Test func `a claim that is gone by then is told`() async throws {
    let world = try BooksWorld()
    try atClaim(Self.paper, in: world)
    world.answer("change")
    try world.fill(["amount": "60"])
    let id = FreeAgent.Identifier<Expense>(Self.paper)
    _ = try await world.ask(FreeAgent.Delete<Expense>(id))
    world.answer("save")
    #expect(world.question == "This claim is no longer there")
    world.answer("")
    #expect(world.step == "books/expenses/claim")
    try world.expectOrder()
  }

  @Test(arguments: ExactlyOnceTests.LossyService.Loss.allCases)
  func `a change whose answer is lost is made once it can be`(
    loss: ExactlyOnceTests.LossyService.Loss
  ) async throws {
    let (world, service) = try BooksWorld.with { ExactlyOnceTests.LossyService($0) }
    let count = try await world.ask(FreeAgent.List<Expense>()).elements.count
    try atClaim(Self.paper, in: world)
    world.answer("change")
    // What is usual comes back as a rate.
    try world.fill(["amount": "60", "vat": "usual"])
    service.lose(loss)
    world.answer("save")
    #expect(world.controller.prompt?.hold?.mayHaveBeenDone == true)
    world.answer("again")
    #expect(world.step.hasSuffix("claim-action"), "\(world.question)")
    #expect(try await claim(Self.paper, in: world).grossValue == -60)
    #expect(try await world.ask(FreeAgent.List<Expense>()).elements.count == count)
    try world.expectOrder()
  }

  // MARK: - What is locked

  @Test func `a claim that was billed is only looked at, and the reason is told`() throws {
    let world = try BooksWorld()
    try atClaim(Self.billed, in: world)
    #expect(world.options == ["done"])
    #expect(world.page.last == "It is on an invoice, so it can no longer be changed")
    try world.expectOrder()
  }

  @Test func `what is billed, filed in a VAT return or somebody else’s is not changed`()
    async throws
  {
    let world = try BooksWorld()
    let keeper = world.keeper
    func change(_ number: Int, by keeper: Bookkeeper) async throws -> ExpenseChangeResult {
      let id = try #require(BookID<Expense>("\(number)"))
      let filed = try #require(try await keeper.filedClaim(id)?.contents)
      var after = filed
      after.description = "Something else"
      return try await keeper.change(
        ExpenseChange(of: id, contents: ExpenseChange.Contents(before: filed, after: after)))
    }
    #expect(try await change(Self.billed, by: keeper) == .billed)
    let old = Filed(testDescription: "old") {
      $0.category = link("285")
      $0.grossValue = -10
      $0.datedOn = Day(year: 2026, month: 6, day: 1)
    }
    let id = try await file(old, in: world)
    #expect(
      try await change(id, by: keeper)
        == .refused(reasons: ["This is part of a VAT return that has been filed"]))
    let employee = try CompanyService(as: SampleCompany.employee).world()
    let error = await #expect(throws: BooksError.self) {
      try await change(Self.paper, by: employee.keeper)
    }
    #expect(error?.code == .notAllowed)
    #expect(try world.books.audit() == [])
  }
}
