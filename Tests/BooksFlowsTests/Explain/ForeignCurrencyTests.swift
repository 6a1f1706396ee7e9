import Books
import BooksClient
import BooksTestSupport
import Days
import FlowTestSupport
import Flowline
import FreeAgentAPI
import Money
import Testing

@testable import BooksFlows

/// Documents and accounts in other currencies than the payment, to the commit.
struct ForeignCurrencyTests {
  typealias Explanation = FreeAgent.BankTransactionExplanation

  /// Comes to the first question about a transaction.
  private func explain(
    _ transaction: FreeAgent.BankTransaction, of account: Answer, in world: BooksWorld
  ) throws {
    try world.walk("explain", account)
    world.answer(.text("transaction-\(transaction.url?.id?.description ?? "")"))
    try #require(world.step.hasSuffix("explanation/type"), "\(world.step)")
  }

  private func made(
    of transaction: FreeAgent.BankTransaction, in world: BooksWorld
  ) async throws -> Explanation {
    let id = try #require(transaction.url?.id)
    return try #require(try await world.ask(FreeAgent.Get(id)).explanations?.first)
  }

  // MARK: - A document in another currency

  /// Has a printer’s bill of €220 written.
  private func writeBill(in world: BooksWorld) async throws -> String {
    let made = try await world.ask(
      FreeAgent.Create(
        FreeAgent.Bill {
          $0.contact = link(6)
          $0.reference = "LYON-7"
          $0.datedOn = Day("2026-11-10")
          $0.dueOn = Day("2026-12-10")
          $0.currency = "EUR"
          $0.billItems = [
            FreeAgent.BillItem {
              $0.category = link("103")
              $0.description = "Posters"
              $0.totalValue = 220
            }
          ]
        }))
    let id = try #require(made.url?.id)
    return "bill-\(id)"
  }

  /// Has a credit note of €52 written and sent.
  private func writeCreditNote(in world: BooksWorld) async throws -> String {
    let made = try await world.ask(
      FreeAgent.Create(
        FreeAgent.CreditNote {
          $0.contact = link(3)
          $0.datedOn = Day("2026-11-10")
          $0.paymentTermsInDays = 30
          $0.currency = "EUR"
          $0.creditNoteItems = [
            FreeAgent.CreditNoteItem {
              $0.description = "Posters that were torn"
              $0.quantity = 1
              $0.price = 52
              $0.salesTaxStatus = .outOfScope
            }
          ]
        }))
    let id = try #require(made.url?.id)
    _ = try await world.ask(FreeAgent.ChangeStatus<FreeAgent.CreditNote>(id, .markAsSent))
    return "credit-note-\(id)"
  }

  @Test func `the sample’s invoice in euros is paid in pounds`() async throws {
    let world = try BooksWorld()
    let zoe = try await world.transaction("ZOE")
    try explain(zoe, of: "current-account", in: world)
    world.answer("invoice-receipt", "invoice-5")
    #expect(world.step.hasSuffix("foreign-amount"), "\(world.step)")
    #expect(world.controller.prompt?.defaultText == nil)
    #expect(try world.refusal(of: "900.01").code == "more-than-due")
    world.answer("300.25")
    #expect(world.page.contains("Amount | £251.00"), "\(world.page)")
    #expect(world.page.contains("Foreign amount | €300.25"))
    world.answer("explain")
    #expect(world.step == "explain/transaction", "\(world.page)")
    let made = try await made(of: zoe, in: world)
    #expect(made.type == .invoiceReceipt && made.paidInvoice?.url.hasSuffix("invoices/5") == true)
    #expect(made.grossValue == 251 && made.foreignCurrencyValue == ExactDecimal("300.25"))
    let invoice = try await world.ask(FreeAgent.Get<FreeAgent.Invoice>(.init(5)))
    #expect(invoice.paidValue == ExactDecimal("300.25"))
    #expect(invoice.dueValue == ExactDecimal("599.75"))
    try world.expectOrder()
  }

  @Test func `a bill in euros is paid in pounds`() async throws {
    let world = try BooksWorld()
    let bill = try await writeBill(in: world)
    let printer = try await world.transaction("Inkwell")
    try explain(printer, of: "current-account", in: world)
    world.answer("bill-payment", .text(bill), "220")
    #expect(world.page.contains("Foreign amount | €220.00"), "\(world.page)")
    world.answer("explain")
    let made = try await made(of: printer, in: world)
    #expect(made.grossValue == -186 && made.foreignCurrencyValue == 220)
    let id = try #require(made.paidBill?.id)
    #expect(try await world.ask(FreeAgent.Get(id)).dueValue == 0)
    try world.expectOrder()
  }

  @Test func `a credit note in euros is refunded in pounds`() async throws {
    let world = try BooksWorld()
    let note = try await writeCreditNote(in: world)
    let train = try await world.transaction("Trainline")
    try explain(train, of: "current-account", in: world)
    world.answer("credit-note-refund", .text(note), "52")
    #expect(world.page.contains("Foreign amount | €52.00"), "\(world.page)")
    world.answer("explain")
    let made = try await made(of: train, in: world)
    #expect(made.type?.rawValue == ExplanationKind.creditNoteRefund.rawValue)
    #expect(made.grossValue == ExactDecimal("-45.60") && made.foreignCurrencyValue == 52)
    try world.expectOrder()
  }

  @Test func `a document that is chosen instead forgets the amount in the other currency`()
    async throws
  {
    let world = try BooksWorld()
    let zoe = try await world.transaction("ZOE")
    try explain(zoe, of: "current-account", in: world)
    world.answer("invoice-receipt", "invoice-5", "300.25", "details", "", "", "invoice-4")
    #expect(world.step.hasSuffix("review"), "\(world.step)")
    #expect(world.page.contains("No longer asked for | foreign amount"), "\(world.page)")
    world.answer("explain")
    let made = try await made(of: zoe, in: world)
    #expect(made.paidInvoice?.url.hasSuffix("invoices/4") == true)
    #expect([nil, 0].contains(made.foreignCurrencyValue))
    try world.expectOrder()
  }

  // MARK: - An account in another currency

  @Test func `an invoice in euros is paid into the account in euros`() async throws {
    let world = try BooksWorld()
    let lumiere = try await world.transaction("LUMIERE", account: 3)
    try explain(lumiere, of: "euro-account", in: world)
    // It is just as large, and in the currency of the account.
    world.answer("invoice-receipt", "")
    #expect(world.page.contains("Amount | €900.00"), "\(world.page)")
    #expect(!world.page.contains { $0.hasPrefix("Foreign amount") })
    world.answer("explain")
    let made = try await made(of: lumiere, in: world)
    #expect(made.grossValue == 900 && [nil, 0].contains(made.foreignCurrencyValue))
    let invoice = try await world.ask(FreeAgent.Get<FreeAgent.Invoice>(.init(5)))
    #expect(invoice.status == .paid && invoice.dueValue == 0)
    try world.expectOrder()
  }

  @Test func `an invoice in pounds is paid into the account in euros`() async throws {
    let world = try BooksWorld()
    let lumiere = try await world.transaction("LUMIERE", account: 3)
    try explain(lumiere, of: "euro-account", in: world)
    world.answer("invoice-receipt", "invoice-3", "774.00")
    #expect(world.page.contains("Foreign amount | £774.00"), "\(world.page)")
    world.answer("explain")
    let made = try await made(of: lumiere, in: world)
    #expect(made.grossValue == 900 && made.foreignCurrencyValue == 774)
    let invoice = try await world.ask(FreeAgent.Get<FreeAgent.Invoice>(.init(3)))
    #expect(invoice.paidValue == 774 && invoice.dueValue == 666)
    try world.expectOrder()
  }

  @Test(arguments: [
    ("standard", "€150.00", "€750.00", "150"), ("reduced", "€42.86", "€857.14", "42.86"),
  ])
  func `a sale in euros has its VAT in euros`(
    rate: String, vat: String, net: String, value: String
  ) async throws {
    let world = try BooksWorld()
    let lumiere = try await world.transaction("LUMIERE", account: 3)
    try explain(lumiere, of: "euro-account", in: world)
    world.answer("sales", "001", .text(rate))
    for row in ["Amount | €900.00", "VAT | \(vat)", "Without VAT | \(net)"] {
      #expect(world.page.contains(row), "\(world.page)")
    }
    world.answer("explain")
    let made = try await made(of: lumiere, in: world)
    #expect(made.grossValue == 900 && made.salesTaxValue == ExactDecimal(value))
    try world.expectOrder()
  }

  // MARK: - The largest amounts

  @Test(arguments: [
    ("999999999.99", ["sales", "001"], "£999,999,999.99", "166666666.67"),
    ("-999999999.99", ["payment", "285"], "-£999,999,999.99", "-166666666.67"),
  ])
  func `the largest amount is explained to the penny`(
    amount: String, answers: [String], shown: String, vat: String
  ) async throws {
    let world = try BooksWorld()
    let value = try #require(ExactDecimal(amount))
    let line = FreeAgent.StatementLine {
      $0.datedOn = Day("2026-11-19")
      $0.amount = FreeAgent.BareNumber(value)
      $0.description = "THE LARGEST"
    }
    _ = try await world.ask(
      FreeAgent.UploadStatement([line], to: link(1)))
    let largest = try await world.transaction("THE LARGEST")
    try explain(largest, of: "current-account", in: world)
    for answer in answers { world.answer(.text(answer)) }
    world.answer("standard")
    for row in [
      "Amount | \(shown)", "VAT | £166,666,666.67", "Without VAT | £833,333,333.32",
      "Left to explain | £0.00",
    ] {
      #expect(world.page.contains(row), "\(world.page)")
    }
    world.answer("explain")
    #expect(world.step == "explain/transaction", "\(world.page)")
    let made = try await made(of: largest, in: world)
    #expect(made.grossValue == value && made.salesTaxValue == ExactDecimal(vat))
    let after = try await world.transaction("THE LARGEST")
    #expect(after.unexplainedAmount == 0)
    try world.expectOrder()
  }
}
