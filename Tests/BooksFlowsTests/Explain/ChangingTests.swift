import BooksClient
import BooksTestSupport
import Days
import FlowTestSupport
import Flowline
import FoundationEssentials
import FreeAgentAPI
import Money
import Synchronization
import Testing

@testable import BooksFlows

/// Changing an explanation that is in the books: the form begins with what it has.
struct ChangingTests {
  typealias Explanation = FreeAgent.BankTransactionExplanation

  /// Comes to the page of the only explanation of a transaction.
  private func atPage(
    of transaction: FreeAgent.BankTransaction, in world: BooksWorld
  ) async throws {
    let id = try #require(transaction.url?.id)
    let explanation = try #require(try await explanation(of: id, in: world).url?.id)
    try world.walk(
      "books", "banking", "current-account", "transactions", .text("transaction-\(id)"),
      .text("explanation-\(explanation)"))
  }

  /// Comes to the first question about another explanation of a transaction, in place of its only one.
  private func atChange(
    of transaction: FreeAgent.BankTransaction, in world: BooksWorld
  ) async throws {
    try await atPage(of: transaction, in: world)
    world.answer("change")
    try #require(world.step.hasSuffix("explanation/type"), "\(world.step)")
  }

  private func explanation(
    of transaction: FreeAgent.Identifier<FreeAgent.BankTransaction>, in world: BooksWorld
  ) async throws -> Explanation {
    try #require(try await world.ask(FreeAgent.Get(transaction)).explanations?.first)
  }

  /// Explains a transaction beside the flow.
  private func file(
    _ transaction: FreeAgent.BankTransaction, in world: BooksWorld,
    _ build: (inout Explanation) -> Void
  ) async throws {
    var explanation = Explanation()
    explanation.bankTransaction = transaction.url
    explanation.datedOn = transaction.datedOn
    explanation.grossValue = transaction.amount
    build(&explanation)
    _ = try await world.ask(FreeAgent.Create(explanation))
  }

  // MARK: - A part of a split

  @Test func `a change of the category leaves the rest of the split as it is`() async throws {
    let world = try BooksWorld()
    let mill = try await world.transaction("Old Mill")
    let before = try #require(mill.explanations?.first)
    try await atChange(of: mill, in: world)
    #expect(world.controller.prompt?.defaultAnswer == "payment")
    world.answer("")
    #expect(world.controller.prompt?.defaultAnswer == "277")
    world.answer("358", "")
    #expect(
      world.page == [
        "Transaction | Mon, 2 Nov 2026 · Old Mill Stationers · -£100.00", "Type | Payment",
        "Amount | -£60.00", "Category | 358 Postage", "Description | Paper and envelopes",
        "VAT | £10.00", "Without VAT | £50.00", "Left to explain | -£40.00",
      ])
    world.answer("explain")
    let after = try await world.transaction("Old Mill")
    let made = try #require(after.explanations?.first)
    #expect(after.explanations?.count == 1 && made.url == before.url)
    #expect(made.grossValue == -60 && after.unexplainedAmount == -40)
    #expect(made.category?.id?.description == "358")
    #expect(made.description == "Paper and envelopes" && made.salesTaxValue == -10)
    try world.expectOrder()
  }

  @Test func `how much a part explains is offered, and can be more`() async throws {
    let world = try BooksWorld()
    let mill = try await world.transaction("Old Mill")
    try await atChange(of: mill, in: world)
    try world.takeOffered()
    world.answer("part")
    #expect(world.controller.prompt?.defaultAnswer?["minorUnits"] == .integer(6_000))
    world.answer("100")
    try world.takeOffered()
    #expect(world.page.contains("Amount | -£100.00") && world.page.contains("VAT | £16.67"))
    world.answer("leave")
    #expect(try await world.transaction("Old Mill").explanations == mill.explanations)
    try world.expectOrder()
  }

  // MARK: - All that it has

  /// An explanation, and what is asked about it first.
  struct Filed: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let type: JSONValue
    let build: @Sendable (inout Explanation) -> Void
  }

  static let filed = [
    Filed(testDescription: "a payment with details", text: "Trainline", type: "payment") {
      Self.detail(&$0)
    },
    Filed(testDescription: "a markup with three decimals", text: "Trainline", type: "payment") {
      Self.detail(&$0)
      $0.rebillFactor = ExactDecimal("12.345")
    },
    Filed(testDescription: "outside the scope", text: "Trainline", type: "other-money-out") {
      $0.category = link("681")
      $0.description = "A loan"
      $0.salesTaxStatus = .outOfScope
    },
    Filed(testDescription: "an invoice", text: "ZOE MARCHETTI", type: "invoice-receipt") {
      $0.paidInvoice = link(4)
    },
    Filed(testDescription: "a bill that is overpaid", text: "Inkwell Print", type: "bill-payment") {
      $0.paidBill = link(2)
    },
    Filed(testDescription: "an asset", text: "ZOE MARCHETTI", type: "capital-asset-disposal") {
      $0.disposedAsset = link(1)
      $0.description = "The old computer"
      $0.salesTaxRate = 20
    },
    Filed(testDescription: "stock", text: "Inkwell Print", type: "stock-purchase") {
      $0.stockItem = link(1)
      $0.stockAlteringQuantity = 100
      $0.description = "Brand books"
      $0.salesTaxRate = 20
    },
    Filed(testDescription: "a digital service", text: "BRIGHTWATER", type: "sales") {
      $0.category = link("001")
      $0.description = "A typeface"
      $0.ecStatus = .ecVATMOSS
      $0.placeOfSupply = "Czech Republic"
      $0.salesTaxRate = 15
    },
    Filed(testDescription: "a salary", text: "Trainline", type: "paid-to-user") {
      $0.paidUser = link(2)
      $0.category = link("902")
      $0.description = "A ticket to work"
    },
  ]

  /// A payment with all that is asked for if somebody wants details.
  private static func detail(_ explanation: inout Explanation) {
    explanation.datedOn = Day(year: 2026, month: 11, day: 10)
    explanation.category = link("365")
    explanation.description = "To the fair"
    explanation.ecStatus = .reverseCharge
    explanation.salesTaxValue = -5
    explanation.project = link(1)
    explanation.rebillType = .markup
    explanation.rebillFactor = 10
    explanation.chequeNumber = "7"
    explanation.receiptReference = "R 1"
  }

  @Test(arguments: filed) func `what Enter takes leaves it as it is`(filed: Filed) async throws {
    let world = try BooksWorld()
    let transaction = try await world.transaction(filed.text)
    let id = try #require(transaction.url?.id)
    try await file(transaction, in: world, filed.build)
    let before = try await explanation(of: id, in: world)
    for asksDetails in [false, true] {
      try await atChange(of: transaction, in: world)
      #expect(world.controller.prompt?.defaultAnswer == filed.type)
      try world.takeOffered()
      if asksDetails {
        world.answer("details")
        try world.takeOffered()
      }
      #expect(Self.forgotten(in: world) == [], "\(world.page)")
      world.answer("explain")
      let after = try await explanation(of: id, in: world)
      #expect(after.url == before.url)
      var (left, right) = (before.withoutReadOnlyMembers, after.withoutReadOnlyMembers)
      // Somebody who sees the details answers for it.
      if asksDetails { (left.ecStatus, right.ecStatus) = (nil, nil) }
      #expect(left == right)
      world.controller.terminate()
    }
    try world.expectOrder()
  }

  @Test func `the review shows all that it has, and none of it has to stay`() async throws {
    let world = try BooksWorld()
    let train = try await world.transaction("Trainline")
    let id = try #require(train.url?.id)
    try await file(train, in: world) { Self.detail(&$0) }
    try await atChange(of: train, in: world)
    try world.takeOffered()
    #expect(
      world.page == [
        "Transaction | Wed, 11 Nov 2026 · Trainline · -£45.60", "Type | Payment",
        "Amount | -£45.60", "Day | Tue, 10 Nov 2026", "Category | 365 Travel",
        "Description | To the fair", "EC status | Reverse charge",
        "VAT | £5.00, which you account for yourself", "Without VAT | £45.60",
        "Project | Brightwater website", "Billing | With a markup",
        "Markup in per cent | 10", "Cheque number | 7", "Receipt number | R 1",
        "Left to explain | £0.00",
      ])
    world.answer("details")
    // An optional answer that is emptied is gone, and with it what hangs on it.
    try world.enter(until: "review")
    for row in ["Project", "Billing", "Cheque number", "Receipt number"] {
      #expect(!world.page.contains { $0.hasPrefix(row) }, "\(world.page)")
    }
    #expect(Self.forgotten(in: world) == ["billing", "markup or price"])
    world.answer("explain")
    let made = try await explanation(of: id, in: world)
    #expect(made.project == nil && made.chequeNumber == nil && made.receiptReference == nil)
    #expect(made.description == "To the fair")
    try world.expectOrder()
  }

  /// What the review says is no longer asked for.
  private static func forgotten(in world: BooksWorld) -> [String] {
    world.values(of: "No longer asked for")
  }

  @Test func `what another type does not have is named before it is forgotten`() async throws {
    let world = try BooksWorld()
    let train = try await world.transaction("Trainline")
    try await file(train, in: world) { Self.detail(&$0) }
    try await atChange(of: train, in: world)
    world.answer("transfer-to", "other-account-2")
    #expect(
      Self.forgotten(in: world) == [
        "description", "category", "VAT", "EC status", "cheque number", "receipt number",
        "project", "billing", "markup or price",
      ])
    #expect(world.page.contains("Other account | Company credit card"))
    world.answer("leave")
    try world.expectOrder()
  }

  @Test func `a project that is no longer active stays`() async throws {
    let world = try BooksWorld()
    let train = try await world.transaction("Trainline")
    let id = try #require(train.url?.id)
    try await file(train, in: world) {
      Self.detail(&$0)
      // It is completed.
      $0.project = link(3)
    }
    try await atChange(of: train, in: world)
    try world.takeOffered()
    #expect(world.page.contains("Project | Northgate signs"))
    world.answer("details")
    try world.takeOffered()
    #expect(world.page.contains("Project | Northgate signs"))
    world.answer("explain")
    #expect(try await explanation(of: id, in: world).project?.id?.description == "3")
    try world.expectOrder()
  }

  // MARK: - What is locked

  /// What a page says that cannot be changed.
  private static func fixed(in world: BooksWorld) -> [String] {
    world.values(of: "Cannot be changed")
  }

  @Test(arguments: [false, true])
  func `of a transfer the day alone can be changed`(startsWithCategory: Bool) async throws {
    let world = try BooksWorld(explaining: startsWithCategory ? .byCategory : .byType)
    let hotel = try await world.transaction("Hilton")
    let id = try #require(hotel.url?.id)
    try await file(hotel, in: world) {
      $0.transferBankAccount = link(3)
      $0.foreignCurrencyValue = ExactDecimal("320.50")
    }
    let before = try await explanation(of: id, in: world)
    try await atPage(of: hotel, in: world)
    #expect(Self.fixed(in: world) == ["type", "other account", "foreign amount"])
    world.answer("change")
    #expect(world.step.hasSuffix("explanation/review"), "\(world.step)")
    #expect(world.options == ["explain", "details", "leave"])
    #expect(world.page.contains("Type | Transfer to another account"))
    #expect(world.page.contains("Other account | Euro account"))
    #expect(Self.fixed(in: world) == ["type", "other account", "foreign amount"])
    #expect(Self.forgotten(in: world) == [])
    world.answer("details")
    #expect(world.step.hasSuffix("/date"), "\(world.step)")
    world.answer("2026-11-10")
    #expect(world.step.hasSuffix("explanation/review"), "\(world.step)")
    world.answer("explain")
    let after = try await explanation(of: id, in: world)
    #expect(after.url == before.url && after.datedOn == Day("2026-11-10"))
    #expect(after.transferBankAccount == before.transferBankAccount)
    #expect(after.grossValue == before.grossValue && after.transferValue == before.transferValue)
    try world.expectOrder()
  }

  /// Keeps the changes of explanations that pass, and answers that some of their members are locked.
  private final class LockingService: FreeAgent.Service {
    let base: any FreeAgent.Service
    private let locked: [String]
    private let sent = Mutex<[Explanation]>([])

    init(_ base: any FreeAgent.Service, _ locked: [String]) {
      (self.base, self.locked) = (base, locked)
    }

    var root: FreeAgent.Root { base.root }
    var changes: [Explanation] { sent.withLock { $0 } }

    func contents(at source: String) async throws -> Data { try await base.contents(at: source) }

    func answer<Request: FreeAgent.Endpoint>(
      _ request: Request
    ) async throws -> FreeAgent.Reply<Request.Answer> {
      if let update = request as? FreeAgent.Update<Explanation> {
        sent.withLock { $0.append(update.changes) }
      }
      let reply = try await base.answer(request)
      var answer: any Sendable = reply.answer
      if var explanation = reply.answer as? Explanation {
        explanation.lockedAttributes = locked
        answer = explanation
      } else if var transaction = reply.answer as? FreeAgent.BankTransaction {
        transaction.explanations = transaction.explanations?.map { explanation in
          var explanation = explanation
          explanation.lockedAttributes = locked
          return explanation
        }
        answer = transaction
      }
      return FreeAgent.Reply(try #require(answer as? Request.Answer), links: reply.links)
    }
  }

  @Test func `what is locked is not asked for, not sent, and stays`() async throws {
    let (world, service) = try BooksWorld.with {
      LockingService($0, ["sales_tax_rate", "category", "dated_on", "a_new_word"])
    }
    let mill = try await world.transaction("Old Mill")
    let id = try #require(mill.url?.id)
    let before = try await explanation(of: id, in: world)
    try await atPage(of: mill, in: world)
    #expect(Self.fixed(in: world) == ["VAT", "category", "day"])
    world.answer("change")
    // The kind follows from the category.
    #expect(world.step.hasSuffix("explanation/review"), "\(world.step)")
    #expect(world.page.contains("Category | 277 Stationery") && world.page.contains("VAT | £10.00"))
    world.answer("part", "50", "explain")
    let after = try await explanation(of: id, in: world)
    #expect(after.grossValue == -50 && after.category == before.category)
    #expect(after.salesTaxRate == before.salesTaxRate && after.datedOn == before.datedOn)
    let changes = try #require(service.changes.first)
    #expect(changes.grossValue == -50)
    let names = [
      "sales_tax_rate", "sales_tax_value", "sales_tax_status", "category", "dated_on",
    ]
    #expect(names.filter { changes.members[$0] != nil } == [])
    try world.expectOrder()
  }
}
