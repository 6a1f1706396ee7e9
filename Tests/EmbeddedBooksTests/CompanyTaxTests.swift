import BooksTestSupport
import Days
import EmbeddedBooks
import FreeAgentAPI
import Money
import Testing

/// Corporation tax and the profit that is left of it, from year to year.
struct CompanyTaxTests {
  private typealias Return = FreeAgent.CorporationTaxReturn
  private typealias Mark = FreeAgent.MarkFiling<FreeAgent.CorporationTaxReturn>

  private func id(_ day: String) throws -> FreeAgent.Identifier<Return> {
    try #require(FreeAgent.Identifier(day))
  }

  /// Writes a journal: what is debited on one account is credited on the other.
  private func post(
    _ debit: ExactDecimal, on code: String, against other: String, _ day: String,
    in test: TestBooks
  ) async throws {
    try await test.send(
      FreeAgent.Create(
        FreeAgent.JournalSet {
          $0.datedOn = .init(day)
          $0.description = "A journal"
          $0.journalEntries = [(code, debit), (other, debit.negated)].map { category, value in
            FreeAgent.JournalEntry {
              $0.category = link(category)
              $0.debitValue = value
            }
          }
        }))
  }

  private func earn(_ amount: ExactDecimal, _ day: String, in test: TestBooks) async throws {
    try await post(amount, on: "681", against: "001", day, in: test)
  }

  private func summary(
    _ year: String, _ test: TestBooks
  ) async throws -> FreeAgent.ProfitAndLossSummary {
    let summary = try await test.send(FreeAgent.GetProfitAndLoss(.accountingPeriod(year)))
    let less = try ExactDecimal.sum(of: (summary.less ?? []).compactMap(\.total?.value))
    let operating = try #require(summary.operatingProfit?.value)
    let retained = try #require(summary.retainedProfit?.value)
    let brought = try #require(summary.retainedProfitBroughtForward?.value)
    #expect(
      summary.operatingProfit?.value
        == (try summary.income?.value.subtracting(summary.expenses?.value ?? 0)))
    #expect(retained == (try operating.subtracting(less)))
    #expect(summary.retainedProfitCarriedForward?.value == (try brought.adding(retained)))
    return summary
  }

  /// What the balance sheet has retained, and owes of corporation tax.
  private func sheet(
    _ text: String, _ test: TestBooks
  ) async throws -> (retained: Int?, owed: Int?) {
    let sheet = try await test.send(FreeAgent.GetBalanceSheet(at: day(text)))
    #expect(sheet.totalAssets == sheet.totalOwnersEquity.map { -$0 })
    let liabilities = sheet.currentLiabilities?.accounts ?? []
    let owed = liabilities.first { $0.nominalCode == "820" }?.totalDebitValue
    return (sheet.ownersEquity?.retainedProfit, owed)
  }

  @Test func `a year brings forward what the one before carries forward`() async throws {
    let test = try TestBooks()
    try await earn(100_000, "2020-06-01", in: test)
    try await post(90_000, on: "285", against: "681", "2021-06-01", in: test)
    let first = try await summary("2020/21", test)
    #expect(first.retainedProfitBroughtForward?.value == 0)
    #expect(first.less?.first?.total?.value == 19_000)
    #expect(first.retainedProfitCarriedForward?.value == 81_000)
    // The loss of the year after is set off against nothing.
    let second = try await summary("2021/22", test)
    #expect(second.retainedProfitBroughtForward?.value == 81_000)
    #expect(second.less?.first?.total?.value == 0)
    #expect(second.retainedProfitCarriedForward?.value == -9_000)
    #expect(try await summary("2022/23", test).retainedProfitBroughtForward?.value == -9_000)
    let (retained, owed) = try await sheet("2021-03-31", test)
    #expect(retained == -81_000 && owed == -19_000)
    let later = try await sheet("2022-03-31", test)
    #expect(later.retained == 9_000 && later.owed == -19_000)
  }

  @Test func `years with pence carry forward what is brought forward, whatever is rounded`()
    async throws
  {
    let test = try TestBooks()
    for (day, pence) in [
      ("2020-06-01", 10_049), ("2021-06-01", 10_049), ("2022-06-01", 20_050),
      ("2023-06-01", 9_951), ("2024-06-01", 77),
    ] {
      try await earn(
        ExactDecimal(Money(minorUnits: Int64(pence), currency: .gbp)), day, in: test)
    }
    var forward: ExactDecimal? = 0
    for year in ["2019/20", "2020/21", "2021/22", "2022/23", "2023/24", "2024/25", "2025/26"] {
      let summary = try await summary(year, test)
      #expect(summary.retainedProfitBroughtForward?.value == forward, "\(year)")
      forward = summary.retainedProfitCarriedForward?.value
      let end = "20\(year.suffix(2))-03-31"
      #expect(try await sheet(end, test).retained.map { "\(-$0)" } == forward?.description)
    }
  }

  @Test func `the months of a year have its tax among them`() async throws {
    let test = try TestBooks()
    try await earn(60_000, "2023-06-10", in: test)
    try await earn(190_000, "2023-07-10", in: test)
    try await post(10_000, on: "285", against: "681", "2023-08-10", in: test)
    func tax(_ first: String, _ last: String) async throws -> ExactDecimal? {
      let days = try day(first)...day(last)
      return try await test.send(FreeAgent.GetProfitAndLoss(.days(days))).less?.first?.total?.value
    }
    // Of 60,000, 250,000 and 240,000 by the limits of the whole year.
    #expect(try await tax("2023-06-01", "2023-06-30") == 12_150)
    #expect(try await tax("2023-07-01", "2023-07-31") == 50_350)
    #expect(try await tax("2023-08-01", "2023-08-31") == -2_650)
    #expect(try await tax("2023-04-01", "2024-03-31") == 59_850)
  }

  @Test func `what is posted of the tax is owed once, and journals adjust what is retained`()
    async throws
  {
    let test = try TestBooks()
    try await earn(100_000, "2020-06-01", in: test)
    try await post(12_000, on: "502", against: "820", "2021-03-31", in: test)
    var now = try await sheet("2021-03-31", test)
    #expect(now.retained == -81_000 && now.owed == -19_000)
    try await post(19_000, on: "820", against: "681", "2021-12-31", in: test)
    now = try await sheet("2022-03-31", test)
    #expect(now.retained == -81_000 && now.owed == nil)
    try await post(500, on: "968", against: "681", "2020-07-01", in: test)
    let year = try await summary("2020/21", test)
    #expect(year.less?.map(\.total?.value) == [19_000, 0, 500])
    #expect(try await sheet("2021-03-31", test).retained == -80_500)
    let trader = try TestBooks(.soleTrader)
    try await earn(100_000, "2020-06-01", in: trader)
    #expect(try await summary("2020/21", trader).less == [])
    #expect(try await sheet("2021-03-31", trader).retained == -100_000)
  }

  @Test func `returns and timeline have the tax by the rates of the year`() async throws {
    let test = try TestBooks()
    for (day, amount) in [
      ("2022-06-01", 400_000), ("2023-06-01", 100_000), ("2024-06-01", 250_000),
      ("2025-06-01", 400_000),
    ] {
      try await earn(ExactDecimal(Int64(amount)), day, in: test)
    }
    let all: [Return] = try await test.all()
    let due = all.filter { ($0.amountDue ?? 0) > 0 }.dropLast()
      .map { "\($0.periodEndsOn?.year ?? 0) \($0.amountDue?.description ?? "")" }
    #expect(due == ["2023 76000", "2024 22750", "2025 62500", "2026 100000"])
    let timeline = try await test.send(FreeAgent.GetTaxTimeline()).elements
    #expect(
      timeline.filter { $0.description == "Corporation Tax" }.map(\.amountDue) == [100_000])
  }

  @Test func `a return that was filed keeps its amount until it is marked as unfiled`()
    async throws
  {
    let test = try TestBooks()
    try await earn(400_000, "2025-06-01", in: test)
    let id = try id("2026-03-31")
    try await test.send(Mark(id, .filed))
    try await earn(1_000, "2026-03-01", in: test)
    #expect(try await test.send(FreeAgent.Get(id)).amountDue == 100_000)
    try await test.send(Mark(id, .filed))
    #expect(try await test.send(FreeAgent.Get(id)).amountDue == 100_000)
    #expect(try await test.send(Mark(id, .unfiled)).amountDue == 100_250)
    #expect(try await test.send(Mark(id, .filed)).amountDue == 100_250)
  }

  @Test func `without a rate that is known there is no tax, and none is told`() async throws {
    let test = try TestBooks(at: "2008-09-20T10:00:00Z")
    try await earn(100_000, "2005-06-01", in: test)
    try await earn(100_000, "2006-06-01", in: test)
    #expect(try await test.send(FreeAgent.Get(id("2006-03-31"))).amountDue == nil)
    #expect(try await test.send(FreeAgent.Get(id("2007-03-31"))).amountDue == 19_000)
    let unknown = try await summary("2005/06", test)
    #expect(unknown.less?.map(\.title) == ["Dividends", "Adjustments"])
    #expect(unknown.retainedProfit?.value == 100_000)
    #expect(try await summary("2006/07", test).retainedProfit?.value == 81_000)
  }

  @Test func `the timeline writes the year of a payment with two digits`() async throws {
    let test = try TestBooks(at: "2009-06-01T10:00:00Z")
    let items = try await test.send(FreeAgent.GetTaxTimeline()).elements
    #expect(items.contains { $0.nature == "Payment of tax for 2008/09" })
  }
}
