import BooksTestSupport
import Days
import EmbeddedBooks
import FreeAgentAPI
import Money
import Testing

struct ReportTests {
  @Test func `cash flow has every month, and no transfers`() async throws {
    let test = try TestBooks()
    let days = try day("2026-07-01")...(try day("2026-09-30"))
    let flow = try await test.send(FreeAgent.GetCashFlow(days))
    #expect(flow.incoming?.months?.map(\.month) == [7, 8, 9])
    let months = flow.incoming?.months?.compactMap(\.total?.value) ?? []
    #expect(try ExactDecimal.sum(of: months) == flow.incoming?.total?.value)
    // 11,520 of July, 130 and 3.12 of August; 251, 1440, 19.99, 500 and 900 euros of September.
    #expect(months.map(\.description) == ["11520", "133.12", "2984.99"])
    let future = try await test.send(
      FreeAgent.GetCashFlow(try day("2027-01-01")...(try day("2027-01-31"))))
    #expect(future.incoming?.total?.value == 0)
  }

  @Test func `profit and loss adds up, in whole pounds`() async throws {
    let test = try TestBooks()
    let year = try await test.send(FreeAgent.GetProfitAndLoss())
    #expect(year.from == Day("2026-04-01"))
    let income = try #require(year.income?.value)
    let expenses = try #require(year.expenses?.value)
    #expect(year.operatingProfit?.value == (try income.subtracting(expenses)))
    #expect(income.fractionDigits == 0)
    #expect(expenses < income)
    let named = try await test.send(FreeAgent.GetProfitAndLoss(.accountingPeriod("2026/27")))
    #expect(named.to == Day("2027-03-31"))
    #expect(year.to == Day("2026-09-20"))
    #expect(named.operatingProfit == year.operatingProfit)
    let unknown = FreeAgent.GetProfitAndLoss(.accountingPeriod("1999/00"))
    #expect(try await test.refusal(of: unknown).status == 400)
    let long = FreeAgent.GetProfitAndLoss(.days(try day("2024-01-01")...(try day("2026-01-01"))))
    #expect(try await test.refusal(of: long).status == 400)
  }

  @Test func `dividends are taken off the profit of a company`() async throws {
    let test = try TestBooks()
    let before = try await test.send(FreeAgent.GetProfitAndLoss())
    #expect(before.less?.map(\.title) == ["Corp. Tax (est.)", "Dividends", "Adjustments"])
    #expect(before.less?.last?.total?.value == 0)
    try await test.send(
      FreeAgent.Create(
        FreeAgent.BankTransactionExplanation(
          of: .account(link(1)), on: try day("2026-09-19"), value: -500,
          .user(link(1), category: link("908"), description: "Dividend"))))
    let after = try await test.send(FreeAgent.GetProfitAndLoss())
    #expect(after.operatingProfit == before.operatingProfit)
    #expect(after.less?[1].total?.value == 500)
    let retained = try #require(before.retainedProfit?.value)
    #expect(after.retainedProfit?.value == (try retained.subtracting(500)))
    let trader = try TestBooks(.soleTrader)
    #expect(try await trader.send(FreeAgent.GetProfitAndLoss()).less == [])
  }

  @Test func `the tax timeline goes from today on`() async throws {
    let test = try TestBooks()
    let items = try await test.send(FreeAgent.GetTaxTimeline()).elements
    let days = items.compactMap(\.datedOn)
    #expect(days == days.sorted())
    #expect(items.first?.description == "VAT Return")
    #expect(items.first?.datedOn == Day("2026-11-07"))
    #expect(items.contains { $0.description == "Corporation Tax" && $0.amountDue != nil })
    #expect(items.contains { $0.isPersonal == true })
    let none = try TestBooks(.notRegistered)
    let others = try await none.send(FreeAgent.GetTaxTimeline()).elements
    #expect(!others.contains { $0.description == "VAT Return" })
  }

  @Test func `places of supply have their rates`() async throws {
    let test = try TestBooks()
    for country in FreeAgent.GetPlaceOfSupplyRates.countries {
      let rates = try await test.send(
        FreeAgent.GetPlaceOfSupplyRates(country: country, day: try day("2026-09-20")))
      #expect(rates.elements.first?.band == "Standard", "\(country)")
    }
    let unknown = FreeAgent.GetPlaceOfSupplyRates(country: "Atlantis", day: try day("2026-09-20"))
    #expect(try await test.refusal(of: unknown).status == 400)
  }
}
