import BooksTestSupport
import Days
import FreeAgentAPI
import GRDB
import Money
import Testing

@testable import EmbeddedBooks

/// What is bought in instalments: made by its bill, and owed on accounts of its own.
struct HirePurchaseTests {
  private func bill(dueOn day: String, _ isHirePurchase: Bool? = true) -> FreeAgent.Bill {
    FreeAgent.Bill {
      $0.contact = link(6)
      $0.reference = "VAN-1"
      $0.datedOn = .init("2026-09-01")
      $0.dueOn = .init(day)
      $0.isPaidByHirePurchase = isHirePurchase
      $0.billItems = [
        FreeAgent.BillItem {
          $0.category = link("602-1")
          $0.description = "A van"
          $0.totalValue = 1200
        }
      ]
    }
  }

  @Test(arguments: [("2027-09-01", "792-1"), ("2027-09-02", "793-1")])
  func `a bill makes a hire purchase, which is owed on an account of its own`(
    due: String, account: String
  ) async throws {
    let test = try TestBooks()
    let creditors = try await test.totals()["796"]
    let made = try await test.send(FreeAgent.Create(bill(dueOn: due)))
    let all: [FreeAgent.HirePurchase] = try await test.all()
    let purchase = try #require(all.first)
    #expect(all.count == 1 && purchase.bill == made.url && purchase.description == "A van")
    #expect(purchase.liabilitiesUnderOneYearCategory == link("792-1"))
    #expect(purchase.liabilitiesOverOneYearCategory == link("793-1"))
    #expect(try await test.get(1, FreeAgent.HirePurchase.self) == purchase)
    let before = try await test.totals()
    #expect(before[account] == -1200 && before["796"] == creditors)
    // An instalment is a payment of the bill.
    try await test.send(
      FreeAgent.Create(
        FreeAgent.BankTransactionExplanation(
          of: .account(link(1)), on: try day("2026-09-19"), value: -100, .bill(link(made.number)))))
    let after = try await test.totals()
    #expect(after[account] == -1100 && after["796"] == creditors)
    let postings: [FreeAgent.LedgerTransaction] = try await test.all(
      .init { $0.nominalCode = account })
    #expect(postings.map(\.debitValue) == [-1200, 100])
  }

  @Test func `its accounts are shown as long as it is there`() async throws {
    let test = try TestBooks()
    func codes() async throws -> [String] {
      try await test.send(FreeAgent.GetCategories(includingSubAccounts: true)).all
        .compactMap(\.nominalCode).filter { $0.hasPrefix("792") || $0.hasPrefix("793") }
    }
    #expect(try await codes() == [])
    let made = try await test.send(FreeAgent.Create(bill(dueOn: "2027-09-01")))
    #expect(try await codes() == ["792-1", "793-1"])
    let code = try #require(FreeAgent.Identifier<FreeAgent.Category>("792-1"))
    let category = try await test.send(FreeAgent.GetCategory(code)).category
    #expect(category.hirePurchase?.hasSuffix("/v2/hire_purchases/1") == true)
    let id = FreeAgent.Identifier<FreeAgent.Bill>(try made.number)
    try await test.send(FreeAgent.Update(id, FreeAgent.Bill { $0.isPaidByHirePurchase = false }))
    #expect(try await codes() == [])
    #expect(try await test.totals()["792-1"] == nil)
    let gone = FreeAgent.Get<FreeAgent.HirePurchase>(.init(1))
    #expect(try await test.refusal(of: gone).status == 404)
    try await test.send(FreeAgent.Update(id, FreeAgent.Bill { $0.isPaidByHirePurchase = true }))
    #expect(try await codes().count == 2)
    try await test.send(FreeAgent.Delete(id))
    #expect(try await codes() == [])
    #expect(try await test.all(FreeAgent.NoFilter(), FreeAgent.HirePurchase.self) == [])
  }

  @Test func `a bill that does not say so makes none, and one that recurs cannot`() async throws {
    let test = try TestBooks()
    for isHirePurchase in [nil, false] {
      try await test.send(FreeAgent.Create(bill(dueOn: "2027-09-01", isHirePurchase)))
    }
    #expect(try await test.all(FreeAgent.NoFilter(), FreeAgent.HirePurchase.self) == [])
    var recurring = bill(dueOn: "2026-10-01")
    recurring.members["recurring"] = .text("Monthly")
    #expect(
      try await test.refusal(of: FreeAgent.Create(recurring))
        .messages(about: "is_paid_by_hire_purchase") == ["can't be set for a recurring bill"])
  }

  // MARK: - Journals and explanations

  private func journal(on code: String) -> FreeAgent.JournalSet {
    let entries: [(String, ExactDecimal)] = [(code, -30), ("362", 30)]
    return FreeAgent.JournalSet {
      $0.datedOn = .init("2026-09-10")
      $0.description = "Interest"
      $0.journalEntries = entries.map { category, value in
        FreeAgent.JournalEntry {
          $0.category = link(category)
          $0.debitValue = value
        }
      }
    }
  }

  @Test(arguments: ["792-1", "793-1"])
  func `a journal is on the account of a hire purchase, which then stays`(
    code: String
  ) async throws {
    let test = try TestBooks()
    let made = try await test.send(FreeAgent.Create(bill(dueOn: "2027-09-01")))
    let before = try await test.totals()[code] ?? 0
    let set = try await test.send(FreeAgent.Create(journal(on: code)))
    let accounts: [FreeAgent.Link<FreeAgent.Category>?] = [link(code), link("362")]
    #expect(set.journalEntries?.map(\.category) == accounts)
    #expect(try await test.totals()[code] == (try before.subtracting(30)))
    let postings: [FreeAgent.LedgerTransaction] = try await test.all(
      .init { $0.nominalCode = String(code.prefix(3)) })
    #expect(Set(postings.map(\.nominalCode)) == [code])
    #expect(postings.last?.debitValue == -30)
    // A change that does not name the account leaves it.
    let setID = FreeAgent.Identifier<FreeAgent.JournalSet>(try set.number)
    let words = FreeAgent.JournalSet {
      $0.journalEntries = [
        FreeAgent.JournalEntry {
          $0.url = set.journalEntries?.first?.url
          $0.description = "Of September"
        }
      ]
    }
    let changed = try await test.send(FreeAgent.Update(setID, words))
    #expect(changed?.journalEntries?.map(\.category) == accounts)
    #expect(changed?.journalEntries?.first?.description == "Of September")
    let id = FreeAgent.Identifier<FreeAgent.Bill>(try made.number)
    let refused: [any FreeAgent.Endpoint] = [
      FreeAgent.Update(id, FreeAgent.Bill { $0.isPaidByHirePurchase = false }),
      FreeAgent.Delete(id),
    ]
    for endpoint in refused {
      #expect(
        try await test.refusal(of: endpoint).sentences == ["Hire purchase has journal entries"])
    }
    try await test.send(FreeAgent.Delete(setID))
    try await test.send(FreeAgent.Delete(id))
  }

  @Test(arguments: ["792", "793", "792-1", "793-1"])
  func `an instalment pays the bill, and is not filed under its account`(
    code: String
  ) async throws {
    let test = try TestBooks()
    try await test.send(FreeAgent.Create(bill(dueOn: "2027-09-01")))
    let explanation = FreeAgent.BankTransactionExplanation(
      of: .account(link(1)), on: try day("2026-09-19"), value: -100,
      .category(link(code), description: "An instalment"))
    let refusal = try await test.refusal(of: FreeAgent.Create(explanation))
    #expect(refusal.sentences == ["Category \(code) can't be used for this type"])
  }

  // MARK: - Bills that are older than hire purchases

  @Test func `an older bill that recurs is changed, and has none until it recurs no more`()
    async throws
  {
    let test = try TestBooks()
    let made = try await test.send(FreeAgent.Create(bill(dueOn: "2027-09-01", nil)))
    let number = try made.number
    try test.books.write { ledger in
      var details = try ledger.found(.bill, Int64(number))["details"] as Details
      details.members["is_paid_by_hire_purchase"] = .flag(true)
      details.members["recurring"] = .text("Weekly")
      try ledger.update(.bill, Int64(number), ["details": details])
    }
    let id = FreeAgent.Identifier<FreeAgent.Bill>(number)
    let changed = try await test.send(
      FreeAgent.Update(id, FreeAgent.Bill { $0.comments = "For deliveries" }))
    #expect(changed?.comments == "For deliveries")
    #expect(try await test.all(FreeAgent.NoFilter(), FreeAgent.HirePurchase.self) == [])
    let again = FreeAgent.Update(id, FreeAgent.Bill { $0.isPaidByHirePurchase = true })
    #expect(
      try await test.refusal(of: again).messages(about: "is_paid_by_hire_purchase")
        == ["can't be set for a recurring bill"])
    let once = FreeAgent.Bill { $0.setNull(\.recurring) }
    try await test.send(FreeAgent.Update(id, once))
    #expect(try await test.all(FreeAgent.NoFilter(), FreeAgent.HirePurchase.self).count == 1)
  }

  @Test(arguments: [("UkSoleTrader", [1, 4]), ("UsSoleProprietor", [])])
  func `books that are older get hire purchases for the bills that may have one`(
    type: String, bills: [Int]
  ) throws {
    let queue = try DatabaseQueue()
    try BooksSchema.migrator.migrate(queue, upTo: "payroll")
    let said = #"{"is_paid_by_hire_purchase":true}"#
    let recurring = #"{"is_paid_by_hire_purchase":true,"recurring":"Monthly"}"#
    try queue.write { db in
      try db.execute(
        sql: "INSERT INTO company (details, createdAt, updatedAt) VALUES (?, 0, 0)",
        arguments: [#"{"type":"\#(type)"}"#])
      try db.execute(
        sql: """
          INSERT INTO contact (name, isHidden, details, createdAt, updatedAt)
          VALUES ('Van Sales Ltd', 0, '{}', 0, 0)
          """)
      for details in [said, recurring, "{}", said] {
        try db.execute(
          sql: """
            INSERT INTO bill
              (contact, day, dueDay, currency, tax, total, details, createdAt, updatedAt)
            VALUES (1, '2026-09-01', '2027-09-01', 'GBP', 0, -100, ?, 0, 0)
            """, arguments: [details])
      }
    }
    try BooksSchema.migrator.migrate(queue)
    let made = try queue.read { try Int.fetchAll($0, sql: "SELECT bill FROM hirePurchase") }
    #expect(made == bills)
  }
}
