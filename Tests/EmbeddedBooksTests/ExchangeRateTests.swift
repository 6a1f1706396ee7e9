import BooksTestSupport
import Days
import FreeAgentAPI
import GRDB
import Money
import Testing

@testable import EmbeddedBooks

/// What foreign money is worth in the accounts: by the rate of its source, or else by the usual one.
struct ExchangeRateTests {
  typealias Moves = TestBooks.Moves

  private static let unknown = "Exchange rates for this transaction are not known"

  // MARK: - What is sold

  /// An invoice of 1,000 and 20 % of VAT.
  private func invoice(
    in currency: String, at rate: String?, on day: String = "2026-09-15"
  ) -> FreeAgent.Invoice {
    FreeAgent.Invoice {
      $0.contact = link(1)
      $0.datedOn = Day(day)
      $0.paymentTermsInDays = 14
      $0.currency = currency
      $0.exchangeRate = rate.flatMap { ExactDecimal($0) }
      $0.invoiceItems = [
        .init {
          $0.description = "Drawing"
          $0.quantity = 1
          $0.price = 1000
          $0.salesTaxRate = 20
        }
      ]
    }
  }

  @discardableResult
  private func send(_ invoice: FreeAgent.Invoice, from test: TestBooks) async throws -> Int {
    let number = try await test.send(FreeAgent.Create(invoice)).number
    try await test.send(FreeAgent.ChangeStatus<FreeAgent.Invoice>(.init(number), .markAsSent))
    return number
  }

  /// A credit note of as much, which was sent.
  private func sendCreditNote(at rate: String?, from test: TestBooks) async throws -> Int {
    let number = try await test.send(
      FreeAgent.Create(
        FreeAgent.CreditNote {
          $0.contact = link(1)
          $0.datedOn = Day("2026-09-16")
          $0.paymentTermsInDays = 14
          $0.currency = "EUR"
          $0.exchangeRate = rate.flatMap { ExactDecimal($0) }
          $0.creditNoteItems = [
            .init {
              $0.description = "Drawing"
              $0.quantity = 1
              $0.price = 1000
              $0.salesTaxRate = 20
            }
          ]
        })
    ).number
    try await test.send(FreeAgent.ChangeStatus<FreeAgent.CreditNote>(.init(number), .markAsSent))
    return number
  }

  @Test(arguments: ["EUR", "AUD"])
  func `an invoice is in every report at its own rate`(currency: String) async throws {
    let test = try TestBooks()
    let before = try await test.balances()
    let vat = try #require(FreeAgent.Identifier<FreeAgent.VATReturn>("2026-09-30"))
    let due = try #require(try await test.send(FreeAgent.Get(vat)).payments?.first?.amountDue)
    let income = try #require(try await test.send(FreeAgent.GetProfitAndLoss()).income?.value)
    let number = try await send(invoice(in: currency, at: "0.5"), from: test)
    #expect(try await test.moves(since: before) == ["001": -500, "681": 600, "819": -100])
    let dueThen = try await test.send(FreeAgent.Get(vat)).payments?.first?.amountDue
    #expect(dueThen == (try due.adding(100)))
    let incomeThen = try await test.send(FreeAgent.GetProfitAndLoss()).income?.value
    #expect(incomeThen == (try income.adding(500)))
    let postings: [FreeAgent.LedgerTransaction] = try await test.all(
      .init { $0.nominalCode = "681" })
    let posting = try #require(
      postings.first { $0.sourceItemURL?.hasSuffix("/invoices/\(number)") == true })
    #expect(posting.debitValue == 600)
    #expect(posting.foreignCurrencyData?.currencyCode == currency)
    #expect(posting.foreignCurrencyData?.debitValue == 1200)
  }

  @Test func `without a rate of its own an invoice has the usual one`() async throws {
    let test = try TestBooks()
    let before = try await test.balances()
    // The usual rate as it was read is none of its own.
    for rate in [nil, "0.86"] {
      let number = try await send(invoice(in: "EUR", at: rate), from: test)
      #expect(
        try await test.get(number, FreeAgent.Invoice.self).exchangeRate == ExactDecimal("0.86"))
      let stored = try test.books.read { ledger in
        try ledger.value(
          String.self, "SELECT exchangeRate FROM document WHERE id = ?", [Int64(number)])
      }
      #expect(stored == nil)
    }
    #expect(try await test.moves(since: before) == ["001": -1720, "681": 2064, "819": -344])
  }

  /// Accounts, what comes into them for 1,200 euros, and what moves besides what is sold.
  static let payments: [(Int, ExactDecimal, ExactDecimal?, Moves)] = [
    // At the usual rate the 1,200 euros are £1,032.
    (3, 1200, nil, ["750-3": 1032, "390": -432]),
    (1, 1000, ExactDecimal(1200), ["750-1": 1000, "390": -400]),
  ]

  @Test(arguments: payments)
  func `a payment settles an invoice at its own rate, and the rest is an exchange difference`(
    account: Int, value: ExactDecimal, foreignValue: ExactDecimal?, expected: Moves
  ) async throws {
    let test = try TestBooks()
    let before = try await test.balances()
    let number = try await send(invoice(in: "EUR", at: "0.5"), from: test)
    try await test.send(
      FreeAgent.Create(
        FreeAgent.BankTransactionExplanation(
          of: .account(link(account)), on: try day("2026-09-19"), value: value,
          .document(link("\(number)"), foreignValue: foreignValue))))
    #expect(try await test.get(number, FreeAgent.Invoice.self).dueValue == 0)
    let whole = expected.merging(["001": -500, "819": -100]) { $1 }
    #expect(try await test.moves(since: before) == whole)
  }

  @Test func `a credit note of another rate leaves nothing on the debtors`() async throws {
    let test = try TestBooks()
    let before = try await test.balances()
    let invoice = try await send(invoice(in: "EUR", at: "0.5"), from: test)
    let note = try await sendCreditNote(at: nil, from: test)
    let open: Moves = ["001": 360, "681": -432, "819": 72]
    #expect(try await test.moves(since: before) == open)
    let made = try await test.send(FreeAgent.Create(reconciliation(of: invoice, note)))
    #expect(
      try await test.moves(since: before) == ["001": 360, "390": -432, "819": 72])
    let postings: [FreeAgent.LedgerTransaction] = try await test.all(
      .init { $0.nominalCode = "390" })
    let address = "/v2/credit_note_reconciliations/\(try made.number)"
    #expect(postings.contains { $0.sourceItemURL?.hasSuffix(address) == true })
    try await test.send(
      FreeAgent.Delete<FreeAgent.CreditNoteReconciliation>(.init(try made.number)))
    #expect(try await test.moves(since: before) == open)
  }

  @Test func `a rate that was stored before there was a bound hinders no change`() async throws {
    let test = try TestBooks()
    let invoice = try await send(invoice(in: "EUR", at: "0.5"), from: test)
    let note = try await sendCreditNote(at: nil, from: test)
    let made = try await test.send(FreeAgent.Create(reconciliation(of: invoice, note)))
    try test.books.write { ledger in
      try ledger.db.execute(
        sql: """
          DROP TRIGGER reconciliationFixed;
          UPDATE creditNoteReconciliation
          SET details = json_set(details, '$.exchange_rate', '0.12345678901')
          """)
      #expect(ledger.db.changesCount == 1)
    }
    let id = FreeAgent.Identifier<FreeAgent.CreditNoteReconciliation>(try made.number)
    let less = FreeAgent.CreditNoteReconciliation { $0.grossValue = 100 }
    #expect(try await test.send(FreeAgent.Update(id, less))?.grossValue == 100)
    let rated = FreeAgent.CreditNoteReconciliation {
      $0.exchangeRate = ExactDecimal("0.12345678901")
    }
    let refusal = try await test.refusal(of: FreeAgent.Update(id, rated))
    #expect(refusal.messages(about: "exchange_rate").count == 1)
  }

  private func reconciliation(
    of invoice: Int, _ note: Int, on day: String = "2026-09-19"
  ) -> FreeAgent.CreditNoteReconciliation {
    FreeAgent.CreditNoteReconciliation {
      $0.invoice = link(invoice)
      $0.creditNote = link(note)
      $0.grossValue = 1200
      $0.datedOn = .init(day)
    }
  }

  // MARK: - What is refused

  @Test(arguments: [
    "0", "-1", "0.12345678901", "1000000", "99999999999999999999", "0.00000000000000000001",
  ])
  func `a rate that can be none is refused`(rate: String) async throws {
    let test = try TestBooks()
    for currency in ["EUR", "AUD", "GBP"] {
      let refusal = try await test.refusal(
        of: FreeAgent.Create(invoice(in: currency, at: rate)))
      #expect(refusal.status == 422 && refusal.messages(about: "exchange_rate").count == 1)
    }
    let made = try await test.send(FreeAgent.Create(invoice(in: "EUR", at: "0.5"))).number
    let change = FreeAgent.Update(
      .init(made), FreeAgent.Invoice { $0.exchangeRate = ExactDecimal(rate) })
    #expect(try await test.refusal(of: change).messages(about: "exchange_rate").count == 1)
    #expect(
      try await test.get(made, FreeAgent.Invoice.self).exchangeRate == ExactDecimal("0.5"))
    var settled = reconciliation(of: 3, 13)
    settled.grossValue = 10
    settled.exchangeRate = ExactDecimal(rate)
    let refusal = try await test.refusal(of: FreeAgent.Create(settled))
    #expect(refusal.messages(about: "exchange_rate").count == 1)
  }

  @Test func `a document whose rate is not known is refused`() async throws {
    let test = try TestBooks()
    let new = FreeAgent.Create(invoice(in: "AUD", at: nil))
    #expect(try await test.refusal(of: new).sentences == [Self.unknown])
    let made = try await test.send(FreeAgent.Create(invoice(in: "AUD", at: "0.5"))).number
    let without = FreeAgent.Update(
      .init(made), FreeAgent.Invoice { $0.setNull(\.exchangeRate) })
    #expect(try await test.refusal(of: without).sentences == [Self.unknown])
    let moved = FreeAgent.Update(.init(made), FreeAgent.Invoice { $0.currency = "CAD" })
    #expect(try await test.refusal(of: moved).sentences == [Self.unknown])
    // An estimate has no rate of its own.
    let estimate = FreeAgent.Create(
      FreeAgent.Estimate {
        $0.contact = link(1)
        $0.status = .draft
        $0.estimateType = .estimate
        $0.reference = "E-77"
        $0.datedOn = Day("2026-09-15")
        $0.currency = "AUD"
        $0.members["exchange_rate"] = .text("0.5")
      })
    #expect(try await test.refusal(of: estimate).sentences == [Self.unknown])
  }

  @Test func `a bank account whose rate is not known is refused`() async throws {
    let test = try TestBooks()
    func account(_ currency: String) -> FreeAgent.BankAccount {
      FreeAgent.BankAccount {
        $0.name = "Abroad"
        $0.currency = currency
        $0.openingBalance = 5000
      }
    }
    let new = FreeAgent.Create(account("AUD"))
    #expect(try await test.refusal(of: new).sentences == [Self.unknown])
    let before = try await test.balances()
    let made = try await test.send(FreeAgent.Create(account("USD"))).number
    #expect(try await test.moves(since: before) == ["750-\(made)": 3700, "999": -3700])
    let moved = FreeAgent.Update(.init(made), FreeAgent.BankAccount { $0.currency = "AUD" })
    #expect(try await test.refusal(of: moved).sentences == [Self.unknown])
  }

  @Test func `VAT in pounds is never taken for VAT in a currency whose rate is not known`()
    async throws
  {
    let test = try TestBooks()
    let new = FreeAgent.Bill {
      $0.contact = link(6)
      $0.reference = "INK-3001"
      $0.datedOn = Day("2026-09-18")
      $0.dueOn = Day("2026-10-18")
      $0.currency = "EUR"
      $0.billItems = [
        .init {
          $0.category = link("285")
          $0.description = "Paper"
          $0.totalValue = 120
          $0.manualSalesTaxAmount = ExactDecimal("8.6")
        }
      ]
    }
    let number = try await test.send(FreeAgent.Create(new)).number
    // Earlier versions took bills in such currencies.
    try test.books.write {
      try $0.execute("UPDATE bill SET currency = 'AUD' WHERE id = \(number)")
    }
    let change = FreeAgent.Update(.init(number), FreeAgent.Bill { $0.comments = "Thank you" })
    let failure = await #expect(throws: FreeAgent.Failure.self) {
      _ = try await test.books.send(change, as: test.user)
    }
    #expect(failure?.sentences == [Self.unknown])
  }

  // MARK: - Locks

  @Test func `a rate stays as it is once a payment of a locked day counts by it`() async throws {
    let test = try TestBooks(.notRegistered)
    let number = try await send(invoice(in: "EUR", at: "0.5", on: "2026-09-12"), from: test)
    try await test.send(
      FreeAgent.Create(
        FreeAgent.BankTransactionExplanation(
          of: .account(link(3)), on: try day("2026-09-08"), value: 300,
          .document(link("\(number)")))))
    try await test.send(FreeAgent.SetAccountLock(through: try day("2026-09-10")))
    func change(to rate: String) -> FreeAgent.Update<FreeAgent.Invoice> {
      FreeAgent.Update(
        .init(number), FreeAgent.Invoice { $0.exchangeRate = ExactDecimal(rate) })
    }
    let words = ["The accounts are locked up to 10 September 2026"]
    #expect(try await test.refusal(of: change(to: "0.6")).sentences == words)
    #expect(try await test.send(change(to: "0.50"))?.exchangeRate == ExactDecimal("0.5"))
    try await test.send(FreeAgent.RemoveAccountLock())
    #expect(try await test.send(change(to: "0.6"))?.exchangeRate == ExactDecimal("0.6"))
  }

  @Test(arguments: [nil, "0.5"])
  func `a reconciliation of two rates is locked with its day`(rate: String?) async throws {
    let test = try TestBooks(.notRegistered)
    let invoice = try await send(invoice(in: "EUR", at: "0.5"), from: test)
    let note = try await sendCreditNote(at: rate, from: test)
    try await test.send(FreeAgent.SetAccountLock(through: try day("2026-09-10")))
    let new = FreeAgent.Create(reconciliation(of: invoice, note, on: "2026-09-08"))
    guard rate == nil else {
      // At one rate nothing moves.
      try await test.send(new)
      return
    }
    #expect(
      try await test.refusal(of: new).sentences
        == ["The accounts are locked up to 10 September 2026"])
    try await test.send(FreeAgent.Create(reconciliation(of: invoice, note)))
  }
}
