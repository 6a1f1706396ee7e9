import BooksTestSupport
import Days
import Foundation
import FreeAgentAPI
import GRDB
import Money
import ServiceBasics
import Testing

@testable import EmbeddedBooks

/// What a lock of the accounts reaches beyond the day of a row itself.
struct LockReachTests {
  private typealias Explanation = FreeAgent.BankTransactionExplanation

  private static let words = "The accounts are locked up to 10 September 2026"

  private func lock(_ test: TestBooks, through text: String = "2026-09-10") async throws {
    try await test.send(FreeAgent.SetAccountLock(through: try day(text)))
  }

  private func attachment(_ name: String) -> FreeAgent.Attachment {
    FreeAgent.Attachment { $0.members = smallFile(name).members }
  }

  private func journal(_ text: String) -> FreeAgent.JournalSet {
    FreeAgent.JournalSet {
      $0.datedOn = .init(text)
      $0.description = "A correction"
      $0.journalEntries = [entry(5), entry(-5, on: "365")]
    }
  }

  private func entry(_ value: ExactDecimal, on code: String = "285") -> FreeAgent.JournalEntry {
    FreeAgent.JournalEntry {
      $0.category = link(code)
      $0.debitValue = value
    }
  }

  // MARK: - Transfers

  @Test func `a transfer is locked by the day of either side`() async throws {
    let test = try TestBooks(.notRegistered)
    let statement = #"{"statement":"!Type\nD10/09/26\nT77.00\nPRefund\n^"}"#
    let reply = await test.reply(
      .post, "/v2/bank_transactions/statement", query: [.init("bank_account", "2")],
      body: statement)
    #expect(reply.status == 200)
    let transfer = FreeAgent.Create(
      Explanation(
        of: .account(link(1)), on: try day("2026-09-11"), value: -77, .transfer(link(2))))
    try await lock(test)
    #expect(try await test.refusal(of: transfer).sentences == [Self.words])
    try await test.send(FreeAgent.RemoveAccountLock())
    let made = try await test.send(transfer)
    #expect(made.isLocked == false)
    let id = FreeAgent.Identifier<Explanation>(try made.number)
    let other = try #require(made.linkedTransferExplanation?.id)
    #expect(try await test.send(FreeAgent.Get(other)).datedOn == Day("2026-09-10"))
    try await lock(test)
    for side in [id, other] {
      let seen = try await test.send(FreeAgent.Get(side))
      #expect(seen.isLocked == true && seen.lockedReason == Self.words)
    }
    let refused: [any FreeAgent.Endpoint] = [
      FreeAgent.Update(id, Explanation { $0.grossValue = -70 }), FreeAgent.Delete(id),
      FreeAgent.Update(other, Explanation { $0.datedOn = .init("2026-09-12") }),
      FreeAgent.Delete(other), FreeAgent.AddExplanationFiles([smallFile("a.pdf")], to: id),
    ]
    for endpoint in refused {
      #expect(try await test.refusal(of: endpoint).sentences == [Self.words])
    }
    try await test.send(FreeAgent.RemoveAccountLock())
    try await test.send(FreeAgent.Delete(id))
    #expect(try await test.refusal(of: FreeAgent.Get(other)).status == 404)
  }

  // MARK: - What was there when the books began

  @Test func `opening balances are part of every day that is locked`() async throws {
    let test = try TestBooks(.notRegistered)
    let savings = FreeAgent.BankAccount {
      $0.name = "Savings"
      $0.openingBalance = 10
    }
    let made = try await test.send(FreeAgent.Create(savings))
    let id = FreeAgent.Identifier<FreeAgent.BankAccount>(try made.number)
    let opening = try await test.send(FreeAgent.GetOpeningJournalSet())
    let setID = FreeAgent.Identifier<FreeAgent.JournalSet>(try opening.number)
    try await lock(test)
    let before = try await test.send(FreeAgent.GetOpeningTrialBalance()).elements
    let refused: [any FreeAgent.Endpoint] = [
      FreeAgent.Update(.init(1), FreeAgent.BankAccount { $0.openingBalance = 9000 }),
      FreeAgent.Update(.init(3), FreeAgent.BankAccount { $0.isPersonal = true }),
      FreeAgent.Update(id, FreeAgent.BankAccount { $0.currency = "EUR" }),
      FreeAgent.Create(savings), FreeAgent.Delete(id),
      FreeAgent.Update(setID, FreeAgent.JournalSet { $0.journalEntries = [entry(5)] }),
    ]
    for endpoint in refused {
      #expect(try await test.refusal(of: endpoint).sentences == [Self.words])
    }
    #expect(try await test.send(FreeAgent.GetOpeningTrialBalance()).elements == before)
    try await test.send(FreeAgent.RemoveAccountLock())
    try await test.send(FreeAgent.Delete(id))
  }

  @Test func `what leaves the opening balances alone is written all the same`() async throws {
    let test = try TestBooks(.notRegistered)
    let opening = try await test.send(FreeAgent.GetOpeningJournalSet())
    let setID = FreeAgent.Identifier<FreeAgent.JournalSet>(try opening.number)
    let more = FreeAgent.JournalSet { $0.journalEntries = [entry(5)] }
    let entries = try await test.send(FreeAgent.Update(setID, more))?.journalEntries
    try await lock(test)
    let account = try await test.get(1, FreeAgent.BankAccount.self)
    let renamed = FreeAgent.BankAccount {
      $0.name = "Main account"
      $0.openingBalance = account.openingBalance
      $0.isPersonal = account.isPersonal
    }
    #expect(
      try await test.send(FreeAgent.Update(.init(1), renamed))?.openingBalance
        == account.openingBalance)
    let empty = FreeAgent.BankAccount {
      $0.name = "Savings"
      $0.openingBalance = 0
    }
    try await test.send(FreeAgent.Create(empty))
    let same = FreeAgent.JournalSet {
      $0.description = "What there was"
      $0.journalEntries = entries
    }
    #expect(try await test.send(FreeAgent.Update(setID, same))?.journalEntries == entries)
  }

  // MARK: - Files

  @Test func `a file is deleted only while what it hangs on is open`() async throws {
    let test = try TestBooks(.notRegistered)
    let expense = try await test.send(
      FreeAgent.Create(
        FreeAgent.Expense {
          $0.user = link(1)
          $0.category = link("285")
          $0.datedOn = .init("2026-09-10")
          $0.description = "Lunch"
          $0.grossValue = -10
          $0.salesTaxStatus = .outOfScope
          $0.attachment = attachment("expense.pdf")
        }))
    let bill = try await test.send(
      FreeAgent.Create(
        FreeAgent.Bill {
          $0.contact = link(6)
          $0.reference = "INK-1"
          $0.datedOn = .init("2026-09-10")
          $0.dueOn = .init("2026-10-10")
          $0.attachment = attachment("bill.pdf")
          $0.billItems = [
            FreeAgent.BillItem {
              $0.category = link("285")
              $0.description = "Ink"
              $0.totalValue = 10
            }
          ]
        }))
    var lunch = Explanation(
      of: .account(link(1)), on: try day("2026-09-10"), value: -10,
      .category(link("285"), description: "Lunch"))
    lunch.members["attachment"] = smallFile("a.pdf").member
    let explained = try await test.send(FreeAgent.Create(lunch))
    let all = try await test.send(
      FreeAgent.AddExplanationFiles([smallFile("b.pdf")], to: .init(explained.number)))
    let links = [expense.attachment?.url, bill.attachment?.url] + all.elements.map(\.url)
    let files = links.compactMap { $0?.id }
    #expect(files.count == 4)
    try await lock(test)
    for file in files {
      #expect(try await test.refusal(of: FreeAgent.Delete(file)).sentences == [Self.words])
      #expect(try await test.send(FreeAgent.Get(file)).contentType == "application/pdf")
    }
    try await test.send(FreeAgent.RemoveAccountLock())
    for file in files { try await test.send(FreeAgent.Delete(file)) }
    let id = try expense.number
    #expect(try await test.get(id, FreeAgent.Expense.self).attachment == nil)
    let left = try await test.send(FreeAgent.GetExplanationFiles(of: .init(explained.number)))
    #expect(left.elements.isEmpty)
  }

  // MARK: - Write-offs

  @Test func `a write-off is of its own day, however old the invoice is`() async throws {
    let test = try TestBooks(.notRegistered)
    typealias Change = FreeAgent.ChangeStatus<FreeAgent.Invoice>
    let (off, back) = (Change(.init(2), .markAsCancelled), Change(.init(2), .markAsSent))
    try await lock(test)
    #expect(try await test.send(off)?.status == .writtenOff)
    #expect(try await test.send(back)?.status == .overdue)
    try await test.send(off)
    try test.books.write {
      try $0.execute("UPDATE document SET writtenOffOn = '2026-09-08' WHERE id = 2")
    }
    #expect(try await test.refusal(of: back).sentences == [Self.words])
  }

  @Test func `what was left to pay on a locked day stays so`() async throws {
    let test = try TestBooks(.notRegistered)
    let settling = FreeAgent.CreditNoteReconciliation {
      $0.invoice = link(3)
      $0.creditNote = link(13)
      $0.grossValue = 10
    }
    let made = try await test.send(FreeAgent.Create(settling))
    // The sample’s invoice 10 was written off, and of invoice 12 what had not been paid.
    try test.books.write {
      try $0.execute("UPDATE document SET writtenOffOn = '2026-04-01' WHERE id IN (3, 10, 12)")
    }
    let payments: [Explanation] = try await test.all(.init { $0.bankAccount = link(1) })
    let payment = try #require(payments.first { $0.paidInvoice?.id?.description == "12" })
    #expect(payment.isLocked == false)
    try await lock(test, through: "2026-04-05")
    let id = FreeAgent.Identifier<Explanation>(try payment.number)
    let reconciliation = FreeAgent.Identifier<FreeAgent.CreditNoteReconciliation>(
      try made.number)
    let refused: [any FreeAgent.Endpoint] = [
      FreeAgent.Delete(id), FreeAgent.Delete(reconciliation),
      FreeAgent.Delete<FreeAgent.Invoice>(.init(10)),
    ]
    for endpoint in refused {
      #expect(
        try await test.refusal(of: endpoint).sentences
          == ["The accounts are locked up to 5 April 2026"])
    }
  }

  // MARK: - What was filed

  private func id<Target>(_ day: String) throws -> FreeAgent.Identifier<Target> {
    try #require(FreeAgent.Identifier(day))
  }

  @Test func `final accounts that are marked as filed lock their year`() async throws {
    let test = try TestBooks(.notRegistered)
    let year: FreeAgent.Identifier<FreeAgent.FinalAccountsReport> = try id("2026-03-31")
    let tax: FreeAgent.Identifier<FreeAgent.CorporationTaxReturn> = try id("2026-03-31")
    try await test.send(FreeAgent.MarkFiling<FreeAgent.CorporationTaxReturn>(tax, .filed))
    #expect(try await test.send(FreeAgent.GetAccountLocks()).accountLocks == [])
    try await lock(test, through: "2025-12-31")
    try await test.send(FreeAgent.MarkFiling<FreeAgent.FinalAccountsReport>(year, .filed))
    let locks = try await test.send(FreeAgent.GetAccountLocks())
    #expect(locks.accountLocks?.map(\.userLock) == [true, nil])
    let filed = try #require(locks.accountLocks?.last)
    #expect(filed.lockedToDate == Day("2026-03-31"))
    #expect(filed.lockedByDescription == "Accounting Year End 2025/26")
    #expect(locks.earliestLockDate == Day("2026-04-01"))
    #expect(locks.latestLockDate == Day("2026-09-13"))
    // The later of both counts, and a user can only lock more.
    let last = FreeAgent.Create(journal("2026-03-31"))
    let words = ["The accounts are locked up to 31 March 2026"]
    #expect(try await test.refusal(of: last).sentences == words)
    try await test.send(FreeAgent.Create(journal("2026-04-01")))
    let less = FreeAgent.SetAccountLock(through: try day("2026-03-31"))
    #expect(try await test.refusal(of: less).status == 422)
    try await test.send(FreeAgent.RemoveAccountLock())
    #expect(try await test.refusal(of: last).sentences == words)
    #expect(try await test.refusal(of: FreeAgent.RemoveAccountLock()).status == 404)
    try await test.send(FreeAgent.MarkFiling<FreeAgent.FinalAccountsReport>(year, .unfiled))
    #expect(try await test.send(FreeAgent.GetAccountLocks()).accountLocks == [])
    try await test.send(last)
  }

  @Test func `the return of a sole trader locks its year, and an employee's does not`()
    async throws
  {
    let test = try TestBooks(.soleTrader)
    let year: FreeAgent.Identifier<FreeAgent.SelfAssessmentReturn> = try id("2026-04-05")
    try await test.send(FreeAgent.MarkSelfAssessmentReturn(year, of: .init(2), .filed))
    #expect(try await test.send(FreeAgent.GetAccountLocks()).accountLocks == [])
    try await test.send(
      FreeAgent.MarkSelfAssessmentReturn(year, of: SampleCompany.owner, .filed))
    let locks = try await test.send(FreeAgent.GetAccountLocks())
    #expect(locks.accountLocks?.map(\.lockedToDate) == [Day("2026-04-05")])
    #expect(locks.accountLocks?.map(\.lockedByDescription) == ["Self Assessment 2025/26"])
    #expect(locks.earliestLockDate == nil, "no later VAT return is filed")
    let refusal = try await test.refusal(of: FreeAgent.Create(journal("2026-04-05")))
    #expect(refusal.sentences == ["The accounts are locked up to 5 April 2026"])
    try await test.send(FreeAgent.Create(journal("2026-04-06")))
  }
}
