import BooksTestSupport
import Days
import FreeAgentAPI
import GRDB
import ServiceBasics
import Testing

@testable import EmbeddedBooks

/// How long the days of a report may be.
struct ReportPeriodTests {
  @Test(arguments: [
    ("2024-02-29", "2025-02-28", true), ("2024-02-29", "2025-03-01", false),
    ("2024-02-28", "2025-02-27", true), ("2024-02-28", "2025-02-28", false),
    ("2023-03-01", "2024-02-29", true), ("2023-03-01", "2024-03-01", false),
    ("2025-07-01", "2026-06-30", true), ("2025-07-01", "2026-07-01", false),
  ])
  func `twelve months are counted with both ends`(
    first: String, last: String, isWithin: Bool
  ) async throws {
    let days = try day(first)...day(last)
    #expect(days.isWithin(months: 12) == isWithin)
    let test = try TestBooks()
    let profit = FreeAgent.GetProfitAndLoss(.days(days))
    let postings = FreeAgent.List<FreeAgent.LedgerTransaction>(
      .init {
        $0.fromDate = days.lowerBound
        $0.toDate = days.upperBound
      })
    if isWithin {
      #expect(try await test.send(profit).to == days.upperBound)
      try await test.send(postings)
    } else {
      let words = ["The dates are more than twelve months apart"]
      #expect(try await test.refusal(of: profit).sentences == words)
      #expect(try await test.refusal(of: postings).sentences == words)
    }
  }

  @Test func `days in no accounting period are taxed by twelve months, as others are`() throws {
    let test = try TestBooks()
    let periods = try test.books.write { ledger in
      try ledger.execute(
        """
        UPDATE company SET details = json_set(
          details, '$.company_start_date', '2020-02-29', '$.annual_accounting_periods', json('[]'))
        """)
      return try ledger.taxedPeriods(through: day("2022-03-01"))
    }
    let expected = try [
      day("2020-02-29")...day("2021-02-28"), day("2021-03-01")...day("2022-02-28"),
      day("2022-03-01")...day("2023-02-28"),
    ]
    #expect(periods == expected)
    #expect(periods.allSatisfy { $0.isWithin(months: 12) })
  }

  @Test func `a cash flow of ten years may begin within a month`() async throws {
    let test = try TestBooks()
    let flow = try await test.send(
      FreeAgent.GetCashFlow(try day("2016-09-15")...day("2026-09-14")))
    #expect(flow.incoming?.months?.count == 121)
    let longer = FreeAgent.GetCashFlow(try day("2016-09-15")...day("2026-09-15"))
    #expect(
      try await test.refusal(of: longer).sentences
        == ["The dates are more than ten years apart"])
  }

  @Test(arguments: [
    ("2026-09-01", true), ("2026-09-01T00:00:00Z", true), ("2026-09-01T00:00:00", true),
    ("2026-9-1", true), ("2026-09-31", false), ("soon", false),
  ])
  func `a report reads days as lists do`(text: String, isRead: Bool) async throws {
    let test = try TestBooks()
    let both = ["from_date", "to_date"]
    for (path, names) in [
      ("cashflow", both), ("accounting/profit_and_loss/summary", both),
      ("accounting/trial_balance/summary", both), ("accounting/balance_sheet", ["as_at_date"]),
    ] {
      let query = names.map { FormItem($0, text) }
      #expect(
        await test.reply(.get, "/v2/\(path)", query: query).status == (isRead ? 200 : 400),
        "\(path)")
    }
  }
}
