import BooksClient
import FlowTestSupport
import Flowline
import FreeAgentAPI
import Money
import Testing

@testable import BooksFlows

/// The rates of sales tax that are offered are the company’s own.
struct CompanyRatesTests {
  /// A company with other rates; of another country if it has a type of one.
  private func world(
    _ rates: [ExactDecimal], type: FreeAgent.CompanyType? = nil
  ) throws -> BooksWorld {
    let (world, service) = try BooksWorld.withService()
    service.change { answer in
      guard var company = answer as? FreeAgent.Company else { return answer }
      company.salesTaxRates = rates
      guard let type else { return company }
      company.type = type
      company.salesTaxRegistrationStatus = nil
      company.salesTaxEffectiveDate = nil
      return company
    }
    return world
  }

  /// Begins to explain a train ticket of £45.60.
  private func explainTrain(_ answers: Answer..., in world: BooksWorld) async throws {
    try world.walk("explain", "current-account")
    let train = try await world.transaction("Trainline")
    world.answer(.text("transaction-\(train.url?.id?.description ?? "")"))
    for answer in answers { world.answer(answer) }
  }

  @Test(
    arguments: [
      ([20, 5, 0], ["standard", "reduced", "zero"]), ([], ["standard", "reduced", "zero"]),
      ([20, 0], ["standard", "zero"]),
      ([20, 5, 0, 15], ["standard", "reduced", "zero", "rate-15"]),
    ] as [([ExactDecimal], [String])])
  func `a company of the United Kingdom is offered its rates, and what has none`(
    rates: [ExactDecimal], words: [String]
  ) async throws {
    let world = try world(rates)
    try await explainTrain("payment", "285", in: world)
    #expect(world.step.hasSuffix("/vat"), "\(world.step)")
    #expect(world.options == words + ["exempt", "outside", "amount"])
    #expect(world.controller.prompt?.defaultAnswer == "standard")
    try world.expectOrder()
  }

  @Test(arguments: [
    FreeAgent.CompanyType.universalCompany, .usLimitedLiabilityCompany, .usSCorp,
  ])
  func `a company elsewhere is offered its rates or none, and nothing of the United Kingdom`(
    type: FreeAgent.CompanyType
  ) async throws {
    let world = try world([13, 5], type: type)
    try await explainTrain("payment", "285", in: world)
    #expect(
      world.choices == ["rate-13 | 13% | £5.25", "rate-5 | 5% | £2.17"] + [
        "none | None", "amount | Another amount",
      ])
    #expect(world.controller.prompt?.defaultText == nil)
    world.answer("rate-13")
    #expect(world.page.contains("VAT | £5.25") && world.page.contains("Without VAT | £40.35"))
    world.answer("details")
    var asked: [String] = []
    while !world.step.hasSuffix("review"), asked.count < 30 {
      asked.append(world.step)
      world.answer("")
    }
    #expect(!asked.contains { $0.hasSuffix("ec-status") }, "\(asked)")
    world.answer("explain")
    let made = try await world.explanation(of: "Trainline")
    #expect(made.salesTaxRate == 13 && made.salesTaxValue == ExactDecimal("-5.25"))
    try world.expectOrder()
  }

  @Test func `none of a company elsewhere is no tax, and is suggested again`() async throws {
    let world = try world([13, 5], type: .universalCompany)
    try await explainTrain("payment", "285", "none", "details", in: world)
    try world.enter(until: "/vat")
    #expect(world.controller.prompt?.defaultAnswer == "none")
    try world.enter(until: "review")
    world.answer("explain")
    let made = try await world.explanation(of: "Trainline")
    #expect(made.salesTaxStatus == .outOfScope && made.salesTaxRate == nil)
    try world.expectOrder()
  }

  @Test func `a company elsewhere without rates is asked for no tax`() async throws {
    let world = try world([], type: .usSoleProprietor)
    try await explainTrain("payment", "285", in: world)
    #expect(world.step.hasSuffix("review"), "\(world.step)")
    #expect(!world.page.contains { $0.hasPrefix("VAT") })
    world.answer("explain")
    #expect(try await world.explanation(of: "Trainline").salesTaxStatus == .outOfScope)
    try world.expectOrder()
  }

  @Test func `an expense of a company elsewhere has the company’s rates`() async throws {
    let world = try world([13, 5], type: .universalCompany)
    try world.start("expense")
    try world.fill([
      "category": "285", "amount": "11.30", "description": "Lunch", "vat": "rate-13",
    ])
    #expect(world.page.contains("VAT | £1.30"), "\(world.page)")
    world.answer("change")
    try world.enter(until: "/vat")
    #expect(world.options == ["usual", "rate-13", "rate-5", "none", "amount"])
    #expect(world.controller.prompt?.defaultAnswer == "rate-13")
    #expect(world.choices.first == "usual | As usual for the category", "\(world.choices)")
    try world.enter(until: "review")
    world.answer("details")
    try world.fill(["reference": "7"])
    world.answer("save")
    let made = try #require(try await world.expenses(on: "2026-11-20").first)
    #expect(made.salesTaxValue == ExactDecimal("-1.3"))
    try world.expectOrder()
  }
}
