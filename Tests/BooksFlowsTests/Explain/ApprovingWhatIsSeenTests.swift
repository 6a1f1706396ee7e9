import BooksClient
import FlowTestSupport
import Flowline
import FreeAgentAPI
import Money
import Testing

@testable import BooksFlows

/// What is approved is what was shown: nothing of it changes unseen.
struct ApprovingWhatIsSeenTests {
  private typealias Explanation = FreeAgent.BankTransactionExplanation

  /// What the only guess of the sample, of a coffee, explains.
  private static let transaction = FreeAgent.Identifier<FreeAgent.BankTransaction>(27)

  private func guess(in world: BooksWorld) async throws -> Explanation {
    try #require(try await world.ask(FreeAgent.Get(Self.transaction)).explanations?.first)
  }

  @Test func `net, VAT and gross are shown before the approval, of one and of several`() throws {
    let world = try BooksWorld()
    try world.walk("approve", "current-account")
    #expect(world.choices.first?.hasSuffix(" · VAT £0.63") == true, "\(world.choices)")
    world.answer("1")
    #expect(
      world.page.dropFirst(2).prefix(5) == [
        "Amount | -£3.80", "VAT | £0.63", "Without VAT | £3.17", "VAT rate in per cent | 20",
        "Category | 285 Accommodation and Meals",
      ], "\(world.page)")
    try world.expectOrder()
  }

  // MARK: - What is shown

  /// A change of a guess that leaves its amount and its category as they are, and what a page says of it.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let rows: [String]
    let build: @Sendable (inout FreeAgent.BankTransactionExplanation) -> Void
  }

  static let changes = [
    Change(
      testDescription: "the rate of VAT",
      rows: ["VAT | £0.18", "Without VAT | £3.62", "VAT rate in per cent | 5"]
    ) { $0.salesTaxRate = 5 },
    Change(testDescription: "the amount of VAT", rows: ["VAT | £0.50", "Without VAT | £3.30"]) {
      $0.salesTaxValue = ExactDecimal("-0.50")
    },
    Change(testDescription: "the project", rows: ["Project | Brightwater website"]) {
      $0.project = FreeAgent.Link(url: "https://api.freeagent.com/v2/projects/1")
    },
    Change(
      testDescription: "the EC status",
      rows: ["EC status | Reverse charge", "VAT | £0.76, which you account for yourself"]
    ) { $0.ecStatus = .reverseCharge },
  ]

  @Test(arguments: changes)
  func `a guess that was changed meanwhile is not approved, and is shown anew`(
    change: Change
  ) async throws {
    let world = try BooksWorld()
    let id = try #require(try await guess(in: world).url?.id)
    try world.walk("approve", "current-account", "1")
    for row in change.rows { #expect(!world.page.contains(row)) }
    _ = try await world.ask(FreeAgent.Update(id, Explanation(change.build)))
    world.answer("approve")
    #expect(world.step.hasSuffix("guess/changed"))
    #expect(try await guess(in: world).markedForReview == true)
    world.answer("", "1")
    for row in change.rows { #expect(world.page.contains(row), "\(world.page)") }
    world.answer("approve")
    #expect(world.step == "approve/nothing-left")
    #expect(try await guess(in: world).markedForReview == false)
    try world.expectOrder()
  }

  // MARK: - All that can be changed

  /// Another value of each member that somebody can write.
  static let others: [String: FreeAgent.JSON] = [
    "dated_on": .text("2026-11-01"), "gross_value": .text("-3.7"), "description": .text("Tea"),
    "category": .link("categories/335"), "ec_status": .text("Reverse Charge"),
    "place_of_supply": .text("Austria"), "sales_tax_rate": .text("5.0"),
    "sales_tax_value": .text("-0.18"), "sales_tax_status": .text("EXEMPT"),
    "second_sales_tax_rate": .text("5.0"), "second_sales_tax_value": .text("-0.1"),
    "second_sales_tax_status": .text("EXEMPT"), "cheque_number": .text("7"),
    "receipt_reference": .text("R 1"),
    "attachment": .object(["url": .link("attachments/9"), "file_name": .text("other.pdf")]),
    "project": .link("projects/1"), "rebill_type": .text("cost"), "rebill_factor": .text("10.0"),
    "paid_invoice": .link("invoices/4"), "paid_bill": .link("bills/1"),
    "foreign_currency_value": .text("4.0"), "paid_user": .link("users/2"),
    "transfer_bank_account": .link("bank_accounts/2"), "stock_item": .link("stock_items/1"),
    "stock_altering_quantity": .number(2), "asset_life_years": .text("3"),
    "disposed_asset": .link("capital_assets/1"), "property": .link("properties/1"),
  ]

  /// Those that say where it is, what is to be done about it, or what is never answered.
  private static let apart = [
    "bank_account", "bank_transaction", "marked_for_review", "nominal_code",
  ]

  @Test func `each member that can be written has another value here`() {
    let written = Explanation.schema.all.filter { !$0.traits.contains(.readOnly) }.map { $0.name }
    #expect(Set(written).subtracting(Self.apart) == Set(Self.others.keys))
  }

  @Test(arguments: others.keys.sorted())
  func `whatever was changed meanwhile, it is not approved`(name: String) async throws {
    let (world, service) = try BooksWorld.withService()
    try world.walk("approve", "current-account", "1")
    let value = try #require(Self.others[name])
    service.change { answer in
      guard var transaction = answer as? FreeAgent.BankTransaction else { return answer }
      transaction.explanations = transaction.explanations?.map { explanation in
        var explanation = explanation
        explanation.members[name] = value
        return explanation
      }
      return transaction
    }
    world.answer("approve")
    #expect(world.step.hasSuffix("guess/changed"))
    service.change { $0 }
    #expect(try await guess(in: world).markedForReview == true)
    try world.expectOrder()
  }
}

extension FreeAgent.JSON {
  /// The address of something.
  fileprivate static func link(_ path: String) -> Self {
    .text("https://api.freeagent.com/v2/\(path)")
  }
}
