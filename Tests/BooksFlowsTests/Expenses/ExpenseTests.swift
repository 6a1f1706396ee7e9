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

/// Claiming what somebody paid for the company.
struct ExpenseTests {
  @Test func `a meal is claimed with what Enter takes, and is owed to who is logged in`()
    async throws
  {
    let world = try BooksWorld()
    try world.walk("expense", "", "", "285", "12.34", "", "Lunch with a client", "")
    #expect(
      world.page == [
        "Amount | £12.34", "Owed to | Ada Thornbury", "Category | 285 Accommodation and Meals",
        "Day | Fri, 20 Nov 2026", "Description | Lunch with a client", "VAT | £2.06",
        "Without VAT | £10.28", "Receipt | Not provided",
      ])
    world.answer("")
    let made = try #require(try await world.expenses(on: "2026-11-20").first)
    #expect(made.grossValue == ExactDecimal("-12.34"))
    #expect(made.salesTaxValue == ExactDecimal("-2.06"))
    #expect(made.user?.id?.description == "1")
    #expect(made.category?.id?.description == "285")
    let words = try #require(world.output.map { try $0.decode(as: Claimed.self).words })
    #expect(
      words.resolved(in: world.environment).text
        == "Claimed: £12.34 Accommodation and Meals, VAT £2.06, owed to Ada Thornbury.")
    try world.expectOrder()
  }

  @Test func `a refund is owed by the claimant, and is positive`() async throws {
    let world = try BooksWorld()
    try world.start("expense")
    try world.fill(["category": "365", "amount": "45.60", "description": "Ticket given back"])
    world.answer("details")
    try world.fill(["direction": "refund", "claimant": "user-2", "reference": "T 1"])
    #expect(world.page.contains("Owed by | Ben Carter"))
    world.answer("save")
    let made = try #require(try await world.expenses(on: "2026-11-20").first)
    #expect(made.grossValue == ExactDecimal("45.60"))
    #expect(made.receiptReference == "T 1")
    #expect(made.user?.id?.description == "2")
    try world.expectOrder()
  }

  /// Each way of telling the VAT, what is shown before and what the books have then.
  @Test(
    arguments: [
      ("usual", nil, "VAT | £46.63", "-46.63"), ("standard", nil, "VAT | £46.63", "-46.63"),
      ("reduced", nil, "VAT | £13.32", "-13.32"), ("zero", nil, "VAT | £0.00", "0"),
      ("exempt", nil, nil, "0"), ("outside", nil, nil, "0"),
      ("amount", "41.66", "VAT | £41.66", "-41.66"),
    ] as [(String, String?, String?, String)])
  func `the VAT is what was shown`(
    way: String, amount: String?, row: String?, value: String
  ) async throws {
    let world = try BooksWorld()
    try world.start("expense")
    var answers: [String: Answer] = [
      "category": "285", "amount": "279.78", "vat": .text(way), "description": "Hotel",
    ]
    if let amount { answers["vat-amount"] = .text(amount) }
    try world.fill(answers)
    #expect(world.page.first { $0.hasPrefix("VAT") } == row)
    world.answer("save")
    #expect(world.output != nil, "no figure differs: \(world.page)")
    let made = try #require(try await world.expenses(on: "2026-11-20").first)
    #expect(made.salesTaxValue == ExactDecimal(value))
    try world.expectOrder()
  }

  @Test func `more VAT than was paid is refused`() throws {
    let world = try BooksWorld()
    try world.walk("expense", "", "", "285", "10", "amount")
    #expect(try world.refusal(of: "10.01").code == .tooHigh)
    world.answer("10.00")
    try world.expectOrder()
  }

  @Test func `of a foreign currency only what can be reclaimed is asked, in one’s own`()
    async throws
  {
    let world = try BooksWorld()
    try world.start("expense")
    try world.fill(["category": "285", "amount": "54", "description": "Hôtel"])
    world.answer("details")
    try world.fill(["currency": "eur", "amount": "54", "vat-native": "4.10"])
    #expect(world.page.contains("Amount | €54.00"))
    #expect(world.page.contains("VAT to reclaim | £4.10"))
    world.answer("save")
    let made = try #require(try await world.expenses(on: "2026-11-20").first)
    #expect(made.currency == "EUR" && made.grossValue == -54)
    #expect(made.nativeSalesTaxValue == ExactDecimal("-4.10"))
    try world.expectOrder()
  }

  @Test func `stock is claimed with what was bought and how much`() async throws {
    let world = try BooksWorld()
    try world.start("expense")
    try world.fill([
      "category": "609", "stock": "stock-1", "quantity": "12", "amount": "240",
      "description": "Brand books",
    ])
    world.answer("save")
    let made = try #require(try await world.expenses(on: "2026-11-20").first)
    #expect(made.stockAlteringQuantity == 12)
    try world.expectOrder()
  }

  @Test func `a project’s customer is billed, and it comes again until a day`() async throws {
    let world = try BooksWorld()
    try world.start("expense")
    try world.fill(["category": "269", "amount": "36", "description": "Licence"])
    world.answer("details")
    try world.fill([
      "project": "project-1", "rebill": "markup", "markup": "10", "recurring": "quarterly",
      "recurring-end": "2027-12-31",
    ])
    world.answer("save")
    let made = try #require(try await world.expenses(on: "2026-11-20").first)
    #expect(made.project?.id?.description == "1")
    #expect(made.rebillType == .markup && made.rebillFactor == 10)
    #expect(made.recurring == .quarterly)
    #expect(made.recurringEndDate?.description == "2027-12-31")
    try world.expectOrder()
  }

  @Test func `a second pass offers what was answered, and a page keeps what it leaves out`()
    throws
  {
    let world = try BooksWorld()
    try world.start("expense")
    try world.fill(["category": "269", "amount": "36", "description": "Licence"])
    world.answer("details")
    try world.fill([
      "project": "project-1", "rebill": "markup", "markup": "10", "recurring": "quarterly",
      "recurring-end": "2027-12-31", "reference": "R 1",
    ])
    let page = world.page
    for row in [
      "Status for EC VAT | UK or outside the EC", "Receipt number | R 1",
      "Project | Brightwater website", "Billing | With a markup", "Markup in per cent | 10",
      "Repeats | Every three months", "Last day | Fri, 31 Dec 2027",
    ] {
      #expect(page.contains(row), "\(row)")
    }
    world.answer("change")
    try world.takeOffered()
    #expect(world.page == page)
    world.answer("change")
    #expect(world.controller.fill([:]) == .accepted)
    world.controller.waitUntilSettled()
    #expect(world.page == page)
    world.answer("change")
    try world.fill(["category": "269", "amount": "36"])
    #expect(!world.page.contains { $0.hasPrefix("Project") || $0.hasPrefix("Repeats") })
    try world.expectOrder()
  }

  @Test func `a second pass keeps the VAT of a foreign expense`() throws {
    let world = try BooksWorld()
    try world.start("expense")
    try world.fill(["category": "285", "amount": "54", "description": "Hôtel"])
    world.answer("details")
    try world.fill(["currency": "eur", "amount": "54", "vat-native": "4.10"])
    world.answer("change")
    try world.takeOffered()
    #expect(world.page.contains("VAT to reclaim | £4.10"))
    world.answer("change")
    try world.fill(["vat-native": ""])
    #expect(!world.page.contains { $0.hasPrefix("VAT to reclaim") })
    try world.expectOrder()
  }

  // MARK: - Who claims where

  @Test func `an employee claims without being asked for whom`() throws {
    let world = try CompanyService(as: SampleCompany.employee).world()
    try world.walk("expense", "", "277", "9.99", "", "Paper", "")
    #expect(world.page.contains("Owed to | Dev Patel"))
    world.answer("save")
    #expect(world.output?["claimant"] == "Dev Patel")
    try world.expectOrder()
  }

  @Test func `a company without VAT is not asked for any`() throws {
    let world = try CompanyService(.notRegistered).world()
    try world.start("expense")
    try world.fill(["category": "285", "amount": "10", "description": "Lunch"])
    #expect(!world.page.contains { $0.hasPrefix("VAT") })
    world.answer("save")
    #expect(world.output != nil)
    try world.expectOrder()
  }

  // MARK: - What is surprising or refused

  @Test func `a claim that is in the books already is asked about`() throws {
    let world = try BooksWorld()
    try world.start("expense")
    // What the sample’s employee has claimed.
    try world.fill([
      "claimant": "user-4", "date": "2026-10-24", "category": "285", "amount": "12.34",
      "description": "Lunch",
    ])
    #expect(world.page.last == "The same claim is in the books already")
    world.answer("save")
    #expect(world.step.hasSuffix("duplicate"))
    world.answer("n")
    try world.fill(["amount": "12.35"])
    #expect(!world.page.contains("The same claim is in the books already"))
    world.answer("change")
    try world.fill(["amount": "12.34"])
    world.answer("save", "y")
    #expect(world.output != nil)
    try world.expectOrder()
  }

  @Test(arguments: [("2026-11-21", "still to come"), ("2020-03-31", "may refuse")])
  func `a day to come and one before the books are asked about`(
    day: String, words: String
  ) throws {
    let world = try BooksWorld()
    try world.walk("expense", "")
    let refusal = try world.refusal(of: .text(day))
    #expect(refusal.isWarning)
    #expect(refusal.message.resolved(in: world.environment).text.contains(words))
    try world.expectOrder()
  }

  @Test func `a refusal of the service is told, and the answers are asked for again`() throws {
    let world = try BooksWorld()
    try world.walk("expense", "")
    world.insist("2018-03-31")
    try world.fill(["category": "285", "amount": "10", "description": "Lunch"])
    world.answer("save")
    #expect(world.page == ["dated_on must be on or after 2018-04-01"])
    world.answer("")
    try world.fill(["date": "2026-11-19"])
    world.answer("save")
    #expect(world.output != nil)
    try world.expectOrder()
  }

  @Test func `nothing and less than nothing are refused`() throws {
    let world = try BooksWorld()
    try world.walk("expense", "", "", "285")
    for amount in ["0", "-5", ""] { _ = try world.refusal(of: .text(amount)) }
    try world.expectOrder()
  }

  @Test(arguments: ExactlyOnceTests.LossyService.Loss.allCases)
  func `an expense whose answer is lost is claimed once`(
    loss: ExactlyOnceTests.LossyService.Loss
  ) async throws {
    let service = ExactlyOnceTests.LossyService(try CompanyService())
    let world = try BooksWorld { _ in service }
    try world.start("expense")
    try world.fill(["category": "285", "amount": "12.34", "description": "Lunch"])
    service.lose(loss)
    world.answer("save")
    #expect(world.controller.prompt?.hold?.mayHaveBeenDone == true)
    world.controller.unload()
    try world.resume()
    #expect(world.output?["category"] == "Accommodation and Meals")
    #expect(service.arrived == 1)
    try world.expectOrder()
  }
}
