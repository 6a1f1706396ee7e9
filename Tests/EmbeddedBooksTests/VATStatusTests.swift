import BooksTestSupport
import Days
import FreeAgentAPI
import GRDB
import Money
import Testing

@testable import EmbeddedBooks

/// What each status for VAT reports does to the general ledger, and with that to the returns.
struct VATStatusTests {
  typealias Explanation = FreeAgent.BankTransactionExplanation
  typealias Moves = TestBooks.Moves

  /// What is bought, for £120.
  enum Purchase: String, Sendable, CaseIterable {
    case explanation, refund, expense, bill
  }

  /// A status, a day on which it is valid, and what moves in the ledger.
  struct Case: Sendable, CustomTestStringConvertible {
    let status: FreeAgent.ECStatus?
    var day = "2026-09-19"
    var rate: ExactDecimal = 20
    let moves: Moves

    var testDescription: String { "\(status?.rawValue ?? "none") at \(rate)%" }
  }

  static let purchases = [
    Case(status: nil, moves: ["285": 100, "818": 20]),
    Case(status: .ukOrNonEC, moves: ["285": 100, "818": 20]),
    Case(status: nil, rate: 0, moves: ["285": 120]),
    Case(status: .reverseCharge, moves: ["285": 120, "818": 24, "819": -24]),
    Case(status: .reverseCharge, rate: 5, moves: ["285": 120, "818": 6, "819": -6]),
    // The seller has charged none, and one of the United Kingdom would have charged 20 %.
    Case(status: .reverseCharge, rate: 0, moves: ["285": 120, "818": 24, "819": -24]),
    Case(status: .ecGoods, day: "2020-12-30", moves: ["285": 120, "818": 24, "819": -24]),
    Case(status: .ecServices, day: "2020-12-30", moves: ["285": 120, "818": 24, "819": -24]),
    Case(
      status: .ecServices, day: "2020-12-30", rate: 0, moves: ["285": 120, "818": 24, "819": -24]),
  ]

  static let sales = [
    Case(status: nil, moves: ["001": -100, "819": -20]),
    Case(status: .reverseCharge, moves: ["001": -120]),
    Case(status: .ecGoods, day: "2020-12-30", moves: ["001": -100, "819": -20]),
    Case(status: .ecVATMOSS, moves: ["001": -100, "824": -20]),
  ]

  // MARK: - The ledger

  /// What has moved since then, apart from who paid or is owed.
  private func moves(_ test: TestBooks, since before: Moves) async throws -> Moves {
    try await test.moves(since: before, besides: ["681", "750", "796", "905"])
  }

  private func returned(_ test: TestBooks) async throws -> ExactDecimal? {
    let id = try #require(FreeAgent.Identifier<FreeAgent.VATReturn>("2026-09-30"))
    return try await test.send(FreeAgent.Get(id)).payments?.first?.amountDue
  }

  // MARK: - Purchases

  private func buy(_ purchase: Purchase, _ status: Case, in test: TestBooks) async throws {
    let day = try day(status.day)
    switch purchase {
    case .explanation, .refund:
      var explanation = Explanation(
        of: .account(link(1)), on: day, value: purchase == .refund ? 120 : -120,
        .category(link("285"), description: "A hotel"))
      explanation.salesTaxRate = status.rate
      explanation.ecStatus = status.status
      try await test.send(FreeAgent.Create(explanation))
    case .expense:
      let expense = FreeAgent.Expense {
        $0.user = link(1)
        $0.category = link("285")
        $0.datedOn = day
        $0.description = "A hotel"
        $0.grossValue = -120
        $0.ecStatus = status.status
        // The standard rate is the category’s own.
        if status.rate != 20 { $0.salesTaxRate = .percentage(status.rate) }
      }
      try await test.send(FreeAgent.Create(expense))
    case .bill:
      let bill = FreeAgent.Bill {
        $0.contact = link(6)
        $0.reference = "HOTEL-1"
        $0.datedOn = day
        $0.dueOn = day
        $0.ecStatus = status.status
        $0.billItems = [
          FreeAgent.BillItem {
            $0.category = link("285")
            $0.description = "A hotel"
            $0.totalValue = 120
            $0.salesTaxRate = .percentage(status.rate)
          }
        ]
      }
      try await test.send(FreeAgent.Create(bill))
    }
  }

  @Test(arguments: purchases, Purchase.allCases)
  func `a purchase claims back what was paid, and nothing on balance by a reverse charge`(
    status: Case, purchase: Purchase
  ) async throws {
    let test = try TestBooks()
    let (before, due) = (try await test.balances(), try await returned(test))
    try await buy(purchase, status, in: test)
    let expected = purchase == .refund ? status.moves.mapValues(\.negated) : status.moves
    #expect(try await moves(test, since: before) == expected)
    if expected["819"] != nil { #expect(try await returned(test) == due) }
  }

  @Test(arguments: ["-0.03", "-0.09", "-279.78", "-999999.99"])
  func `a reverse charge is nothing on balance, however it is rounded`(value: String) async throws {
    let test = try TestBooks()
    let before = try await test.balances()
    var explanation = Explanation(
      of: .account(link(1)), on: try day("2026-09-19"), value: try decimal(value),
      .category(link("285"), description: "A hotel"))
    explanation.ecStatus = .reverseCharge
    let made = try await test.send(FreeAgent.Create(explanation))
    let moved = try await moves(test, since: before)
    #expect(moved["285"] == (try decimal(value)).negated)
    #expect(moved["818"] == made.salesTaxValue?.negated)
    #expect(moved["819"] == made.salesTaxValue)
  }

  @Test func `what a reverse charge comes to is told, and stays when it is sent back`() async throws
  {
    let test = try TestBooks()
    var explanation = Explanation(
      of: .account(link(1)), on: try day("2026-09-19"), value: -100,
      .category(link("269"), description: "Software"))
    explanation.salesTaxRate = 0
    explanation.ecStatus = .reverseCharge
    let made = try await test.send(FreeAgent.Create(explanation))
    #expect(made.salesTaxRate == 0 && made.salesTaxValue == -20)
    #expect(made.detail == "Computer Software. Reverse charge of £20.00 VAT")
    let id = FreeAgent.Identifier<Explanation>(try made.number)
    let again = try await test.send(FreeAgent.Update(id, made.withoutReadOnlyMembers))
    #expect(again?.salesTaxRate == 0 && again?.salesTaxValue == -20)
    let charged = try await test.send(
      FreeAgent.Update(
        id,
        Explanation {
          $0.ecStatus = .ukOrNonEC
          $0.salesTaxRate = 20
        }))
    #expect(charged?.salesTaxValue == ExactDecimal("-16.67"))
    #expect(charged?.detail == "Computer Software. Inc £16.67 VAT ")
  }

  @Test func `VAT of another country is not claimed back`() async throws {
    let test = try TestBooks()
    let before = try await test.balances()
    var explanation = Explanation(
      of: .account(link(1)), on: try day("2026-09-19"), value: -120,
      .category(link("285"), description: "A hotel"))
    explanation.salesTaxRate = 20
    explanation.ecStatus = .ecVATMOSS
    explanation.placeOfSupply = "Austria"
    try await test.send(FreeAgent.Create(explanation))
    #expect(try await moves(test, since: before) == ["285": 120])
  }

  @Test func `a customer is billed all that a reverse charge cost`() async throws {
    let test = try TestBooks()
    var explanation = Explanation(
      of: .account(link(1)), on: try day("2026-09-19"), value: -120,
      .category(link("285"), description: "A hotel"))
    explanation.ecStatus = .reverseCharge
    explanation.project = link(2)
    explanation.rebillType = .cost
    try await test.send(FreeAgent.Create(explanation))
    let made = try await test.send(
      FreeAgent.Create(
        FreeAgent.Invoice {
          $0.contact = link(3)
          $0.project = link(2)
          $0.datedOn = Day("2026-09-20")
          $0.paymentTermsInDays = 14
          $0.currency = "GBP"
          $0.includeExpenses = "billed_grouped_by_expense"
        }))
    #expect(made.invoiceItems?.map(\.price) == [120])
  }

  // MARK: - Sales

  @Test(arguments: sales)
  func `a sale owes what was charged, and where it is due`(status: Case) async throws {
    let test = try TestBooks()
    let (before, due) = (try await test.balances(), try await returned(test))
    var explanation = Explanation(
      of: .account(link(1)), on: try day(status.day), value: 120,
      .category(link("001"), description: nil))
    explanation.salesTaxRate = 20
    explanation.ecStatus = status.status
    if status.status == .ecVATMOSS { explanation.placeOfSupply = "Austria" }
    let made = try await test.send(FreeAgent.Create(explanation))
    #expect(made.salesTaxValue == (status.status == .reverseCharge ? 0 : 20))
    #expect(try await moves(test, since: before) == status.moves)
    if status.moves["819"] == nil { #expect(try await returned(test) == due) }
  }

  @Test(arguments: sales)
  func `an invoice that was sent owes the same`(status: Case) async throws {
    let test = try TestBooks()
    let before = try await test.balances()
    let isReversed = status.status == .reverseCharge
    let made = try await test.send(
      FreeAgent.Create(
        FreeAgent.Invoice {
          $0.contact = link(1)
          $0.datedOn = Day(status.day)
          $0.paymentTermsInDays = 14
          $0.ecStatus = status.status
          if status.status == .ecVATMOSS { $0.placeOfSupply = "Austria" }
          $0.invoiceItems = [
            .init {
              $0.description = "Drawing"
              $0.itemType = .services
              $0.quantity = 1
              $0.price = isReversed ? 120 : 100
              $0.salesTaxRate = 20
            }
          ]
        }))
    #expect(made.totalValue == 120 && made.salesTaxValue == (isReversed ? 0 : 20))
    try await test.send(
      FreeAgent.ChangeStatus<FreeAgent.Invoice>(.init(try made.number), .markAsSent))
    #expect(try await moves(test, since: before) == status.moves)
  }

  @Test func `a sale that an earlier version kept with VAT has none in the ledger`() async throws {
    let test = try TestBooks()
    let before = try await test.balances()
    var explanation = Explanation(
      of: .account(link(1)), on: try day("2026-09-19"), value: 120,
      .category(link("001"), description: nil))
    explanation.ecStatus = .reverseCharge
    let id = try await test.send(FreeAgent.Create(explanation)).number
    try test.books.write { ledger in
      try ledger.execute("UPDATE explanation SET taxRate = '20', tax = 2000 WHERE id = ?", [id])
    }
    #expect(try await moves(test, since: before) == ["001": -120])
  }

  // MARK: - Without a registration

  @Test func `without a registration VAT is cost, or income`() async throws {
    let test = try TestBooks(.notRegistered)
    let before = try await test.balances()
    let hotel = try await test.send(
      FreeAgent.Create(
        Explanation(
          of: .account(link(1)), on: try day("2026-09-19"), value: -120,
          .category(link("285"), description: "A hotel"))))
    #expect(hotel.salesTaxRate == 20 && hotel.salesTaxValue == -20)
    var sale = Explanation(
      of: .account(link(1)), on: try day("2026-09-19"), value: 120,
      .category(link("001"), description: nil))
    sale.salesTaxRate = 20
    try await test.send(FreeAgent.Create(sale))
    #expect(try await moves(test, since: before) == ["001": -120, "285": 120])
  }

  @Test func `without a registration no reverse charge is made up`() async throws {
    let test = try TestBooks(.notRegistered)
    let before = try await test.balances()
    var hotel = Explanation(
      of: .account(link(1)), on: try day("2026-09-19"), value: -120,
      .category(link("285"), description: "A hotel"))
    hotel.salesTaxRate = 0
    hotel.ecStatus = .reverseCharge
    #expect(try await test.send(FreeAgent.Create(hotel)).salesTaxValue == 0)
    #expect(try await moves(test, since: before) == ["285": 120])
  }
}
