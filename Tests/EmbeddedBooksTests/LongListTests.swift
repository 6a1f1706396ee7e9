import BooksTestSupport
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
    """
    SELECT day, count(*) FROM explanation
    WHERE account = 1 AND tax <> 0 AND day BETWEEN '2026-01-01' AND '2026-12-31' GROUP BY day
    """,
    "SELECT * FROM payslip WHERE day BETWEEN '2026-01-01' AND '2026-12-31' ORDER BY day, id",
  ])
  func `nothing is sorted that an index has in order`(sql: String) throws {
    let plan = try plan(sql)
    #expect(plan.allSatisfy { $0.contains("INDEX") && !$0.contains("TEMP") }, "\(plan)")
  }

  @Test func `what accounts post is counted day by day in the order of an index`() throws {
    let (first, last) = (try day("2026-04-01"), try day("2026-12-31"))
    // The few entries that settle something of another currency are found by that.
    let queries = Ledger.postingQueries.filter {
      [.explanation, .transaction].contains($0.source) && $0.number < 40
    }
    #expect(queries.count == 8)
    for query in queries {
      let sql = query.counts(ofCode: false)
      let steps = try TestBooks().books.read { ledger in
        try plan(sql, ledger.arguments(ofPostings: sql, from: first, through: last), of: ledger)
      }
      let found = "SEARCH \(query.source.alias) USING INDEX"
      let day = query.day.dropFirst("\(query.source.alias).".count)
      #expect(
        steps.contains { $0.hasPrefix(found) && $0.contains("account=? AND \(day)>?") }, "\(steps)")
      #expect(!steps.contains { $0.contains("TEMP") }, "\(steps)")
    }
  }

  private func plan(_ sql: String) throws -> [String] {
    try TestBooks().books.read { try plan(sql, of: $0) }
  }

  private func plan(
    _ sql: String, _ arguments: StatementArguments = [], of ledger: Ledger
  ) throws -> [String] {
    try Row.fetchAll(ledger.db, sql: "EXPLAIN QUERY PLAN \(sql)", arguments: arguments)
      .map { $0["detail"] }
  }
}
