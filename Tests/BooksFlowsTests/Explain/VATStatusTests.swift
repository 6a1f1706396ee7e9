import Books
import BooksClient
import FlowTestSupport
import Flowline
import FreeAgentAPI
import Money
import Testing

@testable import BooksFlows

/// The VAT that a form shows for each status for VAT reports is the one that the books keep.
struct VATStatusTests {
  typealias Explanation = FreeAgent.BankTransactionExplanation

  /// Comes to the review of an explanation, and from there into its details.
  private func atDetails(
    of text: String, _ answers: Answer..., in world: BooksWorld
  ) async throws {
    try world.walk("explain", "current-account")
    let transaction = try await world.transaction(text)
    world.answer(.text("transaction-\(transaction.url?.id?.description ?? "")"))
    for answer in answers { world.answer(answer) }
    try #require(world.step.hasSuffix("explanation/review"), "\(world.step)")
    world.answer("details")
  }

  /// A service whose company is in Northern Ireland.
  private func atNorthernIreland() throws -> (world: BooksWorld, service: ServiceBetween) {
    let (world, service) = try BooksWorld.withService()
    service.change { Self.inNorthernIreland($0) }
    return (world, service)
  }

  private static func inNorthernIreland(_ answer: any Sendable) -> any Sendable {
    guard var company = answer as? FreeAgent.Company else { return answer }
    company.ecVATReportingEnabled = true
    return company
  }

  // MARK: - The reverse charge

  @Test func `a sale by the reverse charge is said to have no VAT, and has none`() async throws {
    let world = try BooksWorld()
    try await atDetails(of: "BRIGHTWATER", "sales", "001", "standard", in: world)
    try world.enter(until: "ec-status")
    world.answer("reverse-charge")
    try world.enter(until: "/vat")
    #expect(
      world.controller.prompt?.reason?.text.hasPrefix("The customer accounts for the VAT.") == true)
    #expect(world.controller.prompt?.kind.choices.allSatisfy { $0.detail == nil } == true)
    #expect(world.controller.prompt?.defaultAnswer == "standard")
    try world.enter(until: "review")
    #expect(world.page.contains("EC status | Reverse charge"))
    #expect(world.page.contains("VAT | None: the customer accounts for it"), "\(world.page)")
    #expect(!world.page.contains { $0.hasPrefix("Without VAT") })
    world.answer("explain")
    let made = try await world.explanation(of: "BRIGHTWATER")
    #expect(made.ecStatus == .reverseCharge && made.salesTaxValue == 0)
    try world.expectOrder()
  }

  @Test(arguments: ["standard", "zero"])
  func `a purchase by the reverse charge has the VAT of the whole amount`(
    rate: String
  ) async throws {
    let world = try BooksWorld()
    try await atDetails(of: "Trainline", "payment", "285", .text(rate), in: world)
    try world.enter(until: "ec-status")
    world.answer("reverse-charge")
    try world.enter(until: "/vat")
    #expect(world.question == "How much VAT do you account for?")
    #expect(world.controller.prompt?.reason?.text.hasPrefix("The seller charges no VAT.") == true)
    #expect(world.choices.contains("standard | 20% | £9.12"), "\(world.choices)")
    #expect(world.choices.contains("zero | 0% | £9.12"), "\(world.choices)")
    #expect(world.controller.prompt?.help == nil)
    try world.enter(until: "review")
    #expect(world.page.contains("VAT | £9.12, which you account for yourself"), "\(world.page)")
    #expect(world.page.contains("Without VAT | £45.60"))
    world.answer("explain")
    let made = try await world.explanation(of: "Trainline")
    #expect(made.grossValue == ExactDecimal("-45.60"))
    #expect(made.salesTaxValue == ExactDecimal("-9.12"))
    try world.expectOrder()
  }

  @Test func `an amount of VAT by the reverse charge is asked for with the same reason`()
    async throws
  {
    let world = try BooksWorld()
    try await atDetails(of: "Trainline", "payment", "285", "standard", in: world)
    try world.enter(until: "ec-status")
    world.answer("reverse-charge")
    try world.enter(until: "/vat")
    world.answer("amount")
    #expect(world.step.hasSuffix("/vat-amount"), "\(world.step)")
    #expect(world.question == "How much VAT do you account for?")
    #expect(world.controller.prompt?.reason?.text.hasPrefix("The seller charges no VAT.") == true)
    try world.expectOrder()
  }

  @Test(
    arguments: ["uk-or-non-ec", "reverse-charge"],
    ["standard", "reduced", "zero", "exempt", "outside"])
  func `what a review shows is what the books keep, of purchases and of sales`(
    status: String, way: String
  ) async throws {
    let transactions = [("Trainline", "payment", "285"), ("BRIGHTWATER", "sales", "001")]
    for (text, kind, category) in transactions {
      let world = try BooksWorld()
      try await atDetails(of: text, .text(kind), .text(category), .text(way), in: world)
      try world.fill(["ec-status": .text(status)])
      let row = world.page.first { $0.hasPrefix("VAT | ") }
      world.answer("explain")
      let made = try await world.explanation(of: text)
      let kept = made.salesTaxValue.map {
        "VAT | £" + $0.magnitude.text(minimumFractionDigits: 2)
      }
      if status == "reverse-charge", kind == "sales" {
        #expect(made.salesTaxValue == nil || made.salesTaxValue == 0)
        #expect(row == kept.map { _ in "VAT | None: the customer accounts for it" })
      } else {
        let shown = row?.split(separator: ",").first.map { String($0) }
        #expect(shown == kept, "\(text) \(world.page)")
      }
      try world.expectOrder()
    }
  }

  @Test(arguments: ["standard", "usual"])
  func `an expense by the reverse charge shows what the books keep`(way: String) throws {
    let world = try BooksWorld()
    try world.start("expense")
    try world.fill([
      "category": "285", "amount": "10", "description": "Lunch", "vat": .text(way),
    ])
    #expect(world.page.contains("VAT | £1.67"))
    world.answer("details")
    try world.fill(["ec-status": "reverse-charge"])
    #expect(world.page.contains("VAT | £2.00, which you account for yourself"), "\(world.page)")
    #expect(world.page.contains("Without VAT | £10.00"))
    world.answer("save")
    #expect(world.output != nil, "no figure differs: \(world.page)")
    try world.expectOrder()
  }

  // MARK: - Northern Ireland

  @Test func `goods and services of the EC are offered in Northern Ireland alone`() async throws {
    let here = try BooksWorld()
    try await atDetails(of: "Trainline", "payment", "285", "standard", in: here)
    try here.enter(until: "ec-status")
    #expect(here.options == ["uk-or-non-ec", "reverse-charge"])
    try here.expectOrder()
    let (world, _) = try atNorthernIreland()
    try await atDetails(of: "Trainline", "payment", "285", "standard", in: world)
    try world.enter(until: "ec-status")
    #expect(world.options == ["uk-or-non-ec", "goods", "services", "reverse-charge"])
    world.answer("goods")
    try world.enter(until: "review")
    #expect(world.page.contains("EC status | Goods from the EC"))
    #expect(world.page.contains("VAT | £9.12, which you account for yourself"))
    try world.expectOrder()
  }

  @Test func `an expense can be of goods of the EC in Northern Ireland`() throws {
    let (world, _) = try atNorthernIreland()
    try world.start("expense")
    try world.fill(["category": "285", "amount": "10", "description": "Lunch"])
    world.answer("details")
    try world.enter(until: "ec-status")
    #expect(world.options == ["uk-or-non-ec", "goods", "services", "reverse-charge"])
    try world.expectOrder()
  }

  @Test(arguments: [true, false])
  func `a status stays while an explanation is changed`(isInNorthernIreland: Bool) async throws {
    let (world, service) = try BooksWorld.withService()
    service.change { answer in
      if var explanation = answer as? Explanation {
        explanation.ecStatus = .ecGoods
        return explanation
      }
      return isInNorthernIreland ? Self.inNorthernIreland(answer) : answer
    }
    try await world.walkToChange(of: "Old Mill")
    try world.takeOffered()
    #expect(world.page.contains("EC status | Goods from the EC"), "\(world.page)")
    world.answer("details")
    try world.takeOffered()
    #expect(world.page.contains("EC status | Goods from the EC"), "\(world.page)")
    try world.expectOrder()
  }
}
