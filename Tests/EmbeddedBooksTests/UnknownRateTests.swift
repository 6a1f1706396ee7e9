import BooksTestSupport
import Days
import FreeAgentAPI
import GRDB
import Money
import Testing

@testable import EmbeddedBooks

/// Currencies without a known rate: what is new in one is refused, and what is old stays readable.
struct UnknownRateTests {
  private static let unknown = ["Exchange rates for this transaction are not known"]

  /// What a request to books is refused with that have such a row, which the audit names.
  private func refusal(
    of endpoint: some FreeAgent.Endpoint, by test: TestBooks
  ) async -> [String]? {
    let failure = await #expect(throws: FreeAgent.Failure.self) {
      _ = try await test.books.send(endpoint, as: test.user)
    }
    return failure?.sentences
  }

  /// The answer to a request to books that have such a row.
  private func answer<Endpoint: FreeAgent.Endpoint>(
    to endpoint: Endpoint, by test: TestBooks
  ) async throws -> Endpoint.Answer {
    try await test.books.send(endpoint, as: test.user).answer
  }

  // MARK: - Projects

  private func project(in currency: String) -> FreeAgent.Project {
    FreeAgent.Project {
      $0.contact = link(1)
      $0.name = "Abroad"
      $0.status = .active
      $0.currency = currency
      $0.budgetUnits = "Hours"
    }
  }

  @Test func `a project is refused as what it bills would be`() async throws {
    let test = try TestBooks()
    let new = FreeAgent.Create(project(in: "AUD"))
    #expect(try await test.refusal(of: new).sentences == Self.unknown)
    let word = try await test.refusal(of: FreeAgent.Create(project(in: "POUNDS")))
    #expect(word.sentences == ["Currency is not included in the list"])
    let made = try await test.send(FreeAgent.Create(project(in: "USD"))).number
    let moved = FreeAgent.Update(.init(made), FreeAgent.Project { $0.currency = "AUD" })
    #expect(try await test.refusal(of: moved).sentences == Self.unknown)
  }

  @Test func `a project of earlier books keeps its currency, and is changed in all else`()
    async throws
  {
    let test = try TestBooks()
    let made = try await test.send(FreeAgent.Create(project(in: "USD"))).number
    try test.books.write {
      try $0.execute(
        "UPDATE project SET details = json_set(details, '$.currency', 'AUD') WHERE id = \(made)")
    }
    var read = try await test.get(made, FreeAgent.Project.self).withoutReadOnlyMembers
    read.name = "Far abroad"
    let changed = try await test.send(FreeAgent.Update(.init(made), read))
    #expect(changed?.name == "Far abroad" && changed?.currency == "AUD")
    let moved = FreeAgent.Update(.init(made), FreeAgent.Project { $0.currency = "CAD" })
    #expect(try await test.refusal(of: moved).sentences == Self.unknown)
  }

  // MARK: - What earlier books have

  @Test func `one account leaves lists readable, and the sums that have it are not known`()
    async throws
  {
    let test = try TestBooks()
    // Earlier versions opened such accounts.
    try test.books.write { try $0.execute("UPDATE bankAccount SET currency = 'AUD' WHERE id = 3") }
    let lines = try await answer(to: FreeAgent.GetOpeningTrialBalance(), by: test).elements
    #expect(
      lines.map { "\($0.nominalCode ?? "") \($0.total?.description ?? "unknown")" } == [
        "750-1 8400", "750-2 0", "750-3 unknown", "750-4 0", "999 unknown",
      ])
    let sheet = try await answer(to: FreeAgent.GetBalanceSheet(), by: test)
    let account = try #require(
      sheet.currentAssets?.accounts?.first { $0.nominalCode == "750-3" })
    #expect(account.totalDebitValue == nil)
    #expect(sheet.netCurrentAssets == nil && sheet.totalAssets == nil)
    #expect(sheet.capitalAssets?.netBookValue != nil)
    let opening = try await answer(to: FreeAgent.GetOpeningJournalSet(), by: test)
    #expect(opening.bankAccounts?.map { $0.debitValue == nil } == [false, true])
    let days = try day("2026-01-01")...day("2026-09-20")
    #expect(
      await refusal(of: FreeAgent.GetCashFlow(days), by: test) == [
        "The bank account Euro account is in AUD, whose exchange rate is not known: "
          + "delete its transactions, change its currency, and add them again"
      ])
    let filter = FreeAgent.LedgerTransactionFilter { $0.nominalCode = "750-3" }
    let postings = try await answer(
      to: FreeAgent.List<FreeAgent.LedgerTransaction>(filter), by: test
    ).elements
    #expect(!postings.isEmpty)
    for posting in postings {
      #expect(posting.debitValue == nil)
      #expect(posting.foreignCurrencyData?.currencyCode == "AUD")
      #expect(posting.foreignCurrencyData?.debitValue != nil)
    }
    #expect(
      try test.books.audit().map(\.description) == [
        "bankAccount 3: the exchange rate of its currency is known, found AUD"
      ])
  }

  @Test func `a draft without a rate is not sent before it gets one`() async throws {
    let test = try TestBooks()
    let new = FreeAgent.Invoice {
      $0.contact = link(1)
      $0.datedOn = Day("2026-09-15")
      $0.paymentTermsInDays = 14
      $0.currency = "EUR"
      $0.invoiceItems = [
        .init {
          $0.description = "Drawing"
          $0.quantity = 1
          $0.price = 1000
        }
      ]
    }
    let number = try await test.send(FreeAgent.Create(new)).number
    try test.books.write {
      try $0.execute("UPDATE document SET currency = 'AUD' WHERE id = \(number)")
    }
    let send = FreeAgent.ChangeStatus<FreeAgent.Invoice>(.init(number), .markAsSent)
    #expect(await refusal(of: send, by: test) == Self.unknown)
    let message = FreeAgent.EmailMessage {
      $0.to = "accounts@brightwater.example"
      $0.useTemplate = true
    }
    let email = FreeAgent.SendEmail<FreeAgent.Invoice>(.init(number), message)
    #expect(await refusal(of: email, by: test) == Self.unknown)
    #expect(try test.books.outbox() == [])
    let rated = FreeAgent.Invoice { $0.exchangeRate = ExactDecimal("0.5") }
    try await test.send(FreeAgent.Update(.init(number), rated))
    try await test.send(email)
    #expect(try await test.get(number, FreeAgent.Invoice.self).status == .open)
  }

  @Test func `a bill of earlier books is sent back as it was read`() async throws {
    let test = try TestBooks()
    try test.books.write { try $0.execute("UPDATE bill SET currency = 'AUD' WHERE id = 1") }
    let same = FreeAgent.Bill {
      $0.currency = "AUD"
      $0.comments = "Thank you"
    }
    let changed = try await answer(to: FreeAgent.Update(.init(1), same), by: test)
    #expect(changed?.comments == "Thank you" && changed?.currency == "AUD")
    let moved = FreeAgent.Update(.init(1), FreeAgent.Bill { $0.currency = "CAD" })
    #expect(await refusal(of: moved, by: test) == Self.unknown)
    #expect(try test.books.audit().map(\.subject) == ["bill 1"])
  }
}
