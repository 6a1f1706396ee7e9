import BooksTestSupport
import Days
import FreeAgentAPI
import GRDB
import Money
import ServiceBasics
import Synchronization
import Testing

@testable import EmbeddedBooks

/// What contacts owe and are owed, and when that changes.
struct ContactBalanceTests {
  private func balance(of contact: Int, in test: TestBooks) async throws -> ExactDecimal? {
    try await test.get(contact, FreeAgent.Contact.self).accountBalance
  }

  @Test func `a foreign debt is at the rate of its document, or is not known`() async throws {
    let test = try TestBooks()
    // €900 at 0.86 each.
    #expect(try await balance(of: 3, in: test) == 774)
    let rated = FreeAgent.Invoice { $0.exchangeRate = ExactDecimal("0.8") }
    try await test.send(FreeAgent.Update(.init(5), rated))
    #expect(try await balance(of: 3, in: test) == 720)
    try test.books.write {
      try $0.execute("UPDATE document SET currency = 'AUD', exchangeRate = NULL WHERE id = 5")
    }
    let contact = try await test.books.send(
      FreeAgent.Get<FreeAgent.Contact>(.init(3)), as: test.user
    ).answer
    #expect(contact.presence(of: \.accountBalance) == .absent)
  }

  @Test func `the balances of all contacts are what debtors and creditors come to`()
    async throws
  {
    let test = try TestBooks()
    func owed() async throws -> ExactDecimal {
      let contacts: [FreeAgent.Contact] = try await test.all(.init { $0.view = .all })
      return try ExactDecimal.sum(of: contacts.compactMap(\.accountBalance))
    }
    func posted() async throws -> ExactDecimal {
      let lines = try await test.balances()
      return try (lines["681"] ?? 0).adding(lines["796"] ?? 0)
    }
    let before = try await owed()
    #expect(try await posted() == before)
    // A hire purchase is owed on 792 or 793.
    func bill(_ reference: String, isHirePurchase: Bool) -> FreeAgent.Create<FreeAgent.Bill> {
      FreeAgent.Create(
        FreeAgent.Bill {
          $0.contact = link(6)
          $0.reference = reference
          $0.datedOn = .init("2026-09-01")
          $0.dueOn = .init("2026-10-01")
          $0.isPaidByHirePurchase = isHirePurchase
          $0.billItems = [
            FreeAgent.BillItem {
              $0.category = link("602-1")
              $0.description = "A van"
              $0.totalValue = 1200
            }
          ]
        })
    }
    try await test.send(bill("VAN-1", isHirePurchase: true))
    #expect(try await owed() == before)
    try await test.send(bill("VAN-2", isHirePurchase: false))
    #expect(try await owed() == (try before.subtracting(1200)))
    #expect(try await posted() == owed())
  }

  @Test func `accounts, contacts and documents change when what they come to does`()
    async throws
  {
    let clock = Mutex(try #require(Timestamp("2026-09-20T10:00:00Z")))
    let books = try EmbeddedBooks.inMemory { clock.withLock { $0 } }
    try SampleCompany.seed(into: books)
    func send<Endpoint: FreeAgent.Endpoint>(_ endpoint: Endpoint) async throws -> Endpoint.Answer {
      try await books.send(endpoint, as: SampleCompany.owner).answer
    }
    /// The account, the contacts, the invoice and the bill that have changed at the last time.
    func changed(
      by endpoint: some FreeAgent.Endpoint
    ) async throws -> [String] {
      clock.withLock { $0 = Timestamp(milliseconds: $0.milliseconds + 60_000) }
      _ = try await send(endpoint)
      let now = clock.withLock { $0 }
      let times: [(String, Timestamp?)] = [
        ("account", try await send(FreeAgent.Get<FreeAgent.BankAccount>(.init(1))).updatedAt),
        ("customer", try await send(FreeAgent.Get<FreeAgent.Contact>(.init(1))).updatedAt),
        ("supplier", try await send(FreeAgent.Get<FreeAgent.Contact>(.init(6))).updatedAt),
        ("invoice", try await send(FreeAgent.Get<FreeAgent.Invoice>(.init(3))).updatedAt),
      ]
      return times.filter { $0.1 == now }.map(\.0)
    }
    let pay = FreeAgent.BankTransactionExplanation(
      of: .account(link(1)), on: try day("2026-09-18"), value: 50, .document(link("3")))
    #expect(try await changed(by: FreeAgent.Create(pay)) == ["account", "customer", "invoice"])
    let list: [FreeAgent.BankTransaction] = try await send(
      FreeAgent.List<FreeAgent.BankTransaction>(
        .init {
          $0.bankAccount = link(1)
          $0.view = .manual
        })
    ).elements
    let transaction = try #require(list.first)
    let explanation = try #require(transaction.explanations?.first?.url?.id)
    #expect(
      try await changed(by: FreeAgent.Delete(explanation)) == ["customer", "invoice"])
    let line = try #require(transaction.url?.id)
    #expect(try await changed(by: FreeAgent.Delete(line)) == ["account"])
    let named = FreeAgent.Invoice { $0.comments = "Thank you" }
    #expect(try await changed(by: FreeAgent.Update(.init(3), named)) == ["invoice"])
    let bill = FreeAgent.Bill {
      $0.contact = link(6)
      $0.reference = "INK-1"
      $0.datedOn = .init("2026-09-10")
      $0.dueOn = .init("2026-10-10")
      $0.billItems = [
        FreeAgent.BillItem {
          $0.category = link("285")
          $0.description = "Ink"
          $0.totalValue = 10
        }
      ]
    }
    #expect(try await changed(by: FreeAgent.Create(bill)) == ["supplier"])
    let bills = try await send(FreeAgent.List<FreeAgent.Bill>(.init())).elements
    let ink = try #require(bills.first { $0.reference == "INK-1" }?.url?.id)
    #expect(try await changed(by: FreeAgent.Delete(ink)) == ["supplier"])
    #expect(try books.audit() == [])
  }
}
