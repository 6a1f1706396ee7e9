import BooksTestSupport
import Days
import FreeAgentAPI
import Money
import Testing

/// Debts that are paid in parts, credited at another rate of VAT, or written off, worked out by hand.
struct DebtTests {
  typealias Moves = TestBooks.Moves

  private func line(_ price: ExactDecimal, vat rate: ExactDecimal) -> FreeAgent.InvoiceItem {
    FreeAgent.InvoiceItem {
      $0.description = "Drawing"
      $0.quantity = 1
      $0.price = price
      $0.salesTaxRate = rate
    }
  }

  /// Sends an invoice of August, which is overdue.
  private func sendInvoice(
    _ items: [FreeAgent.InvoiceItem], in currency: String, at rate: ExactDecimal?,
    by test: TestBooks
  ) async throws -> Int {
    let number = try await test.send(
      FreeAgent.Create(
        FreeAgent.Invoice {
          $0.contact = link(1)
          $0.datedOn = Day("2026-08-03")
          $0.paymentTermsInDays = 14
          $0.currency = currency
          $0.exchangeRate = rate
          $0.invoiceItems = items
        })
    ).number
    try await test.send(FreeAgent.ChangeStatus<FreeAgent.Invoice>(.init(number), .markAsSent))
    return number
  }

  private func pay(
    _ value: ExactDecimal, of invoice: Int, into account: Int, by test: TestBooks
  ) async throws {
    try await test.send(
      FreeAgent.Create(
        FreeAgent.BankTransactionExplanation(
          of: .account(link(account)), on: try day("2026-09-10"), value: value,
          .document(link("\(invoice)")))))
  }

  @Test func `a credit note has its own VAT, and what is left is a bad debt with its VAT`()
    async throws
  {
    let test = try TestBooks()
    let before = try await test.balances()
    // 1,000 and 20 %, of which 400 are paid.
    let invoice = try await sendInvoice([line(1000, vat: 20)], in: "GBP", at: nil, by: test)
    try await pay(400, of: invoice, into: 1, by: test)
    // 100 and 5 % are credited.
    let note = try await test.send(
      FreeAgent.Create(
        FreeAgent.CreditNote {
          $0.contact = link(1)
          $0.datedOn = Day("2026-09-12")
          $0.paymentTermsInDays = 14
          $0.creditNoteItems = [
            .init {
              $0.description = "Returned"
              $0.quantity = 1
              $0.price = 100
              $0.salesTaxRate = 5
            }
          ]
        })
    ).number
    try await test.send(FreeAgent.ChangeStatus<FreeAgent.CreditNote>(.init(note), .markAsSent))
    try await test.send(
      FreeAgent.Create(
        FreeAgent.CreditNoteReconciliation {
          $0.invoice = link(invoice)
          $0.creditNote = link(note)
          $0.grossValue = 105
          $0.datedOn = Day("2026-09-12")
        }))
    var moves: Moves = ["001": -900, "681": 695, "750-1": 400, "819": -195]
    #expect(try await test.moves(since: before) == moves)
    #expect(try await test.get(invoice, FreeAgent.Invoice.self).dueValue == 695)
    try await test.send(
      FreeAgent.ChangeStatus<FreeAgent.Invoice>(.init(invoice), .markAsCancelled))
    moves["681"] = nil
    moves["450"] = 695
    #expect(try await test.moves(since: before) == moves)
    #expect(try await test.get(invoice, FreeAgent.Invoice.self).status == "Part written-off")
  }

  @Test func `a part of a debt abroad is paid at the bank’s rate and lost at its own`()
    async throws
  {
    let test = try TestBooks()
    let before = try await test.balances()
    // €1,000 at 0.80 are £800; the bank has 0.86 for each euro.
    let invoice = try await sendInvoice(
      [line(1000, vat: 0)], in: "EUR", at: ExactDecimal("0.8"), by: test)
    try await pay(250, of: invoice, into: 3, by: test)
    // £215 came for what was £200.
    var moves: Moves = ["001": -800, "390": -15, "681": 600, "750-3": 215]
    #expect(try await test.moves(since: before) == moves)
    try await test.send(
      FreeAgent.ChangeStatus<FreeAgent.Invoice>(.init(invoice), .markAsCancelled))
    moves["681"] = nil
    moves["450"] = 600
    #expect(try await test.moves(since: before) == moves)
  }
}
