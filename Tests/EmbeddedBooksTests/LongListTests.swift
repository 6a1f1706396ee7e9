import FreeAgentAPI
import GRDB
import Testing

@testable import EmbeddedBooks

/// Lists of a company with years of books are found by indexes, and sorted by none.
struct LongListTests {
  @Test func `a long list goes on page by page to its end`() async throws {
    let test = try TestBooks()
    try SampleCompany.enlarge(test.books, transactions: 2000, explanations: 500)
    test.expectInOrder()
    let list: [FreeAgent.BankTransaction] = try await test.all(
      .init {
        $0.bankAccount = link(1)
        $0.view = .unexplained
      })
    let account = try await test.get(1, FreeAgent.BankAccount.self)
    #expect(list.count == account.unexplainedTransactionCount)
    #expect(Set(list.map(\.url)).count == list.count)
    let days = list.compactMap(\.datedOn)
    #expect(days == days.sorted(by: >))
  }

  @Test(arguments: [
    "", "AND unexplained <> 0", "AND unexplained = 0", "AND isManual", "AND reviews > 0",
    "AND day >= '2026-01-01' AND day <= '2026-12-31'",
  ])
  func `transactions are found in their order`(condition: String) throws {
    let plan = try plan(
      """
      SELECT * FROM bankTransaction WHERE account = 1 \(condition)
      ORDER BY day DESC, id DESC LIMIT 100 OFFSET 300
      """)
    #expect(plan.count == 1)
    #expect(plan.first?.hasPrefix("SEARCH bankTransaction USING INDEX transaction") == true)
  }

  @Test(arguments: [
    "SELECT * FROM explanation WHERE account = 1 ORDER BY day DESC, id DESC LIMIT 100",
    "SELECT * FROM explanation WHERE bankTransaction = 1 ORDER BY id",
    "SELECT count(*) FROM explanation WHERE account = 1 AND updatedAt >= 5",
    "SELECT count(*) FROM bankTransaction WHERE account = 1 AND updatedAt >= 5",
    "SELECT count(*) - 1 FROM bankTransaction WHERE text = 'Tea'",
    "SELECT max(day) FROM explanation WHERE document = 1",
    "SELECT * FROM expense ORDER BY day DESC, id DESC LIMIT 100",
    "SELECT * FROM expense WHERE user = 1 ORDER BY day DESC, id DESC LIMIT 100",
    "SELECT * FROM documentItem WHERE document = 1 ORDER BY id",
  ])
  func `nothing is sorted that an index has in order`(sql: String) throws {
    let plan = try plan(sql)
    #expect(plan.allSatisfy { $0.contains("INDEX") && !$0.contains("TEMP") }, "\(plan)")
  }

  private func plan(_ sql: String) throws -> [String] {
    try TestBooks().books.read { ledger in
      try Row.fetchAll(ledger.db, sql: "EXPLAIN QUERY PLAN \(sql)").map { $0["detail"] }
    }
  }
}
