import Days
import EmbeddedBooks
import FreeAgentAPI
import Money
import Testing

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

  private func totals(_ test: TestBooks) async throws -> [String: ExactDecimal] {
    let lines = try await test.send(FreeAgent.GetTrialBalance()).elements
    #expect(try ExactDecimal.sum(of: lines.compactMap(\.total)) == 0)
    return Dictionary(
      uniqueKeysWithValues: lines.map { ($0.nominalCode ?? "", $0.total ?? 0) })
  }

  @Test(arguments: [("2027-09-01", "792-1"), ("2027-09-02", "793-1")])
  func `a bill makes a hire purchase, which is owed on an account of its own`(
    due: String, account: String
  ) async throws {
    let test = try TestBooks()
    let creditors = try await totals(test)["796"]
    let made = try await test.send(FreeAgent.Create(bill(dueOn: due)))
    let all: [FreeAgent.HirePurchase] = try await test.all()
    let purchase = try #require(all.first)
    #expect(all.count == 1 && purchase.bill == made.url && purchase.description == "A van")
    #expect(purchase.liabilitiesUnderOneYearCategory == link("792-1"))
    #expect(purchase.liabilitiesOverOneYearCategory == link("793-1"))
    #expect(try await test.get(1, FreeAgent.HirePurchase.self) == purchase)
    let before = try await totals(test)
    #expect(before[account] == -1200 && before["796"] == creditors)
    // An instalment is a payment of the bill.
    try await test.send(
      FreeAgent.Create(
        FreeAgent.BankTransactionExplanation(
          of: .account(link(1)), on: try day("2026-09-19"), value: -100, .bill(link(made.number)))))
    let after = try await totals(test)
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
    #expect(try await totals(test)["792-1"] == nil)
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
}
