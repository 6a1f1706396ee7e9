import BooksTestSupport
import Days
import EmbeddedBooks
import FreeAgentAPI
import Money
import ServiceBasics
import Testing

/// The day up to which a user locks the accounts, and what cannot be done until then.
struct AccountLockTests {
  private static let words = "The accounts are locked up to 10 September 2026"

  /// The books of a company without VAT, whose accounts are locked up to 10 September.
  private func locked() async throws -> TestBooks {
    let test = try TestBooks(.notRegistered)
    try await test.send(FreeAgent.SetAccountLock(through: try day("2026-09-10")))
    return test
  }

  private func lunch(_ text: String) throws -> FreeAgent.BankTransactionExplanation {
    FreeAgent.BankTransactionExplanation(
      of: .account(link(1)), on: try day(text), value: -10,
      .category(link("285"), description: "Lunch"))
  }

  private func journal(_ day: String) -> FreeAgent.JournalSet {
    FreeAgent.JournalSet {
      $0.datedOn = .init(day)
      $0.description = "A correction"
      $0.journalEntries = [("285", 5), ("365", -5)].map { category, value in
        FreeAgent.JournalEntry {
          $0.category = link(category)
          $0.debitValue = ExactDecimal(Int64(value))
        }
      }
    }
  }

  @Test func `the accounts are locked by one, and by the later lock alone`() async throws {
    let test = try TestBooks(.notRegistered)
    let none = try await test.send(FreeAgent.GetAccountLocks())
    #expect(none.accountLocks == [])
    #expect(none.earliestLockDate == (try day("2020-04-01")))
    #expect(none.latestLockDate == (try day("2026-09-13")))
    for text in ["2026-06-30", "2026-03-31"] {
      try await test.send(FreeAgent.SetAccountLock(through: try day(text)))
      let locks = try await test.send(FreeAgent.GetAccountLocks()).accountLocks
      let lock = try #require(locks?.first)
      #expect(locks?.count == 1)
      #expect(try lock.lockedToDate == day(text))
      #expect(lock.userLock == true && lock.lockedByDescription == "Ada Thornbury")
      #expect(lock.lockedByURL?.hasSuffix("/v2/users/1") == true)
    }
    try await test.send(FreeAgent.RemoveAccountLock())
    #expect(try await test.send(FreeAgent.GetAccountLocks()).accountLocks == [])
    #expect(try await test.refusal(of: FreeAgent.RemoveAccountLock()).status == 404)
  }

  @Test(arguments: [
    (SampleCompany.Variant.notRegistered, "2026-09-14", 422),
    (.notRegistered, "2020-03-31", 422), (.notRegistered, "2026-09-13", 200),
    // With VAT the last return that was filed is the end.
    (.limited, "2026-04-01", 422), (.limited, "2026-03-31", 200),
  ])
  func `a lock ends a week ago, and with VAT by the last return`(
    variant: SampleCompany.Variant, text: String, status: Int
  ) async throws {
    let test = try TestBooks(variant)
    let reply = await test.reply(
      .put, "/v2/account_locks", body: #"{"account_lock":{"locked_to_date":"\#(text)"}}"#)
    #expect(reply.status == status)
    for body in ["{}", #"{"account_lock":{}}"#, #"{"account_lock":{"locked_to_date":"soon"}}"#] {
      let wrong = await test.reply(.put, "/v2/account_locks", body: body)
      #expect([400, 422].contains(wrong.status), "\(body)")
    }
  }

  @Test func `the root element of a lock may be left out`() async throws {
    let test = try TestBooks(.notRegistered)
    let reply = await test.reply(
      .put, "/v2/account_locks", body: #"{"locked_to_date":"2026-09-10"}"#)
    #expect(reply.status == 200)
    let locks = try await test.send(FreeAgent.GetAccountLocks()).accountLocks
    #expect(locks?.map(\.lockedToDate) == [Day("2026-09-10")])
  }

  @Test func `nothing is made of a day that is locked`() async throws {
    let test = try await locked()
    let bill = FreeAgent.Bill {
      $0.contact = link(6)
      $0.reference = "INK-1"
      $0.datedOn = .init("2026-09-10")
      $0.dueOn = .init("2026-10-10")
      $0.billItems = [
        FreeAgent.BillItem {
          $0.category = link("285")
          $0.totalValue = 10
        }
      ]
    }
    let expense = FreeAgent.Expense {
      $0.user = link(1)
      $0.category = link("285")
      $0.datedOn = .init("2026-09-10")
      $0.description = "Lunch"
      $0.grossValue = -10
    }
    let refused: [any FreeAgent.Endpoint] = [
      FreeAgent.Create(try lunch("2026-09-10")), FreeAgent.Create(journal("2026-09-10")),
      FreeAgent.Create(bill), FreeAgent.Create(expense),
    ]
    for endpoint in refused {
      let refusal = try await test.refusal(of: endpoint)
      #expect(refusal.status == 422)
      #expect(refusal.sentences.contains { $0.contains("locked") }, "\(refusal.sentences)")
    }
    try await test.send(FreeAgent.Create(try lunch("2026-09-11")))
    try await test.send(FreeAgent.Create(journal("2026-09-11")))
  }

  @Test func `nothing of a day that is locked is changed or deleted`() async throws {
    let test = try TestBooks(.notRegistered)
    let entry = try await test.send(FreeAgent.Create(try lunch("2026-09-10")))
    let set = try await test.send(FreeAgent.Create(journal("2026-09-10")))
    let later = try await test.send(FreeAgent.Create(journal("2026-09-11")))
    try await test.send(FreeAgent.SetAccountLock(through: try day("2026-09-10")))
    let id = FreeAgent.Identifier<FreeAgent.BankTransactionExplanation>(try entry.number)
    let seen = try await test.send(FreeAgent.Get(id))
    #expect(seen.isLocked == true && seen.lockedReason == Self.words)
    let setID = FreeAgent.Identifier<FreeAgent.JournalSet>(try set.number)
    let refused: [any FreeAgent.Endpoint] = [
      FreeAgent.Update(id, FreeAgent.BankTransactionExplanation { $0.description = "Dinner" }),
      FreeAgent.Delete(id),
      FreeAgent.Update(setID, FreeAgent.JournalSet { $0.description = "Another" }),
      FreeAgent.Delete(setID),
      // Nor does anything come into these days from outside.
      FreeAgent.Update(
        .init(try later.number), FreeAgent.JournalSet { $0.datedOn = .init("2026-09-09") }),
    ]
    for endpoint in refused {
      #expect(try await test.refusal(of: endpoint).sentences == [Self.words])
    }
    try await test.send(FreeAgent.RemoveAccountLock())
    let dinner = FreeAgent.BankTransactionExplanation { $0.description = "Dinner" }
    #expect(try await test.send(FreeAgent.Update(id, dinner))?.description == "Dinner")
    try await test.send(FreeAgent.Delete(setID))
  }

  @Test func `drafts are free until they are sent, and statements are read`() async throws {
    let test = try await locked()
    let draft = try await test.send(
      FreeAgent.Create(
        FreeAgent.Invoice {
          $0.contact = link(1)
          $0.datedOn = .init("2026-09-10")
          $0.paymentTermsInDays = 30
          $0.invoiceItems = [
            FreeAgent.InvoiceItem {
              $0.description = "Advice"
              $0.quantity = 1
              $0.price = 10
            }
          ]
        }))
    let id = FreeAgent.Identifier<FreeAgent.Invoice>(try draft.number)
    let sending = FreeAgent.ChangeStatus<FreeAgent.Invoice>(id, .markAsSent)
    #expect(try await test.refusal(of: sending).sentences == [Self.words])
    try await test.send(
      FreeAgent.Update(id, FreeAgent.Invoice { $0.datedOn = .init("2026-09-11") }))
    try await test.send(sending)
    let back = FreeAgent.Update(id, FreeAgent.Invoice { $0.datedOn = .init("2026-09-10") })
    #expect(try await test.refusal(of: back).sentences == [Self.words])
    let statement = #"{"statement":"!Type\nD09/09/26\nT-12.00\nPBeer\n^"}"#
    let path = "/v2/bank_transactions/statement"
    let reply = await test.reply(
      .post, path, query: [.init("bank_account", "1")], body: statement)
    #expect(reply.status == 200)
    let line = try await test.transaction("Beer")
    let deleting = FreeAgent.Delete<FreeAgent.BankTransaction>(.init(try line.number))
    #expect(try await test.refusal(of: deleting).sentences == [Self.words])
  }
}
