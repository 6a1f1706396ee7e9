import BooksTestSupport
import Days
import FreeAgentAPI
import GRDB
import Money
import Testing

@testable import EmbeddedBooks

/// Sums with a row in a currency whose rate is not known: no part of one is taken for it.
struct UnknownSumTests {
  private static let reason =
    "Invoice 003 is in AUD, whose exchange rate is not known: give it an exchange rate"

  /// Books in which the third invoice is in a currency without a known rate.
  ///
  /// - Parameters:
  ///   - day: its day; nil for 20 days before the time.
  ///   - time: when they are asked.
  private func books(
    on day: String? = nil, at time: String = "2026-09-20T10:00:00Z"
  ) throws -> TestBooks {
    let test = try TestBooks(at: time)
    try makeUnknown(test)
    guard let day else { return test }
    try test.books.write {
      try $0.execute("UPDATE document SET day = ? WHERE id = 3", [day])
    }
    return test
  }

  private func makeUnknown(_ test: TestBooks) throws {
    try test.books.write { try $0.execute("UPDATE document SET currency = 'AUD' WHERE id = 3") }
  }

  private func answer<Endpoint: FreeAgent.Endpoint>(
    to endpoint: Endpoint, by test: TestBooks
  ) async throws -> Endpoint.Answer {
    try await test.books.send(endpoint, as: test.user).answer
  }

  /// Expects a refusal that names the invoice.
  private func expectRefusal(
    of endpoint: some FreeAgent.Endpoint, by test: TestBooks,
    location: SourceLocation = #_sourceLocation
  ) async {
    let failure = await #expect(throws: FreeAgent.Failure.self, sourceLocation: location) {
      _ = try await test.books.send(endpoint, as: test.user)
    }
    #expect(failure?.status == 422, sourceLocation: location)
    #expect(failure?.sentences == [Self.reason], sourceLocation: location)
  }

  private func id<Target>(_ day: String) throws -> FreeAgent.Identifier<Target> {
    try #require(FreeAgent.Identifier(day))
  }

  private typealias MarkVAT = FreeAgent.MarkFiling<FreeAgent.VATReturn>

  @Test func `taxes of the days that lack something are refused, and those of others are not`()
    async throws
  {
    let test = try books()
    let quarter: FreeAgent.Identifier<FreeAgent.VATReturn> = try id("2026-09-30")
    let earlier: FreeAgent.Identifier<FreeAgent.VATReturn> = try id("2026-06-30")
    await expectRefusal(of: FreeAgent.Get(quarter), by: test)
    #expect(
      try await answer(to: FreeAgent.Get(earlier), by: test).payments?.first?.amountDue != nil)
    let year: FreeAgent.Identifier<FreeAgent.CorporationTaxReturn> = try id("2027-03-31")
    let ended: FreeAgent.Identifier<FreeAgent.CorporationTaxReturn> = try id("2026-03-31")
    await expectRefusal(of: FreeAgent.Get(year), by: test)
    #expect(try await answer(to: FreeAgent.Get(ended), by: test).amountDue == 0)
    await expectRefusal(of: FreeAgent.GetTaxTimeline(), by: test)
  }

  @Test func `profit and loss is refused for the days, and for others that are taxed with them`()
    async throws
  {
    let test = try books()
    await expectRefusal(of: FreeAgent.GetProfitAndLoss(), by: test)
    let after = try day("2026-09-01")...day("2026-09-20")
    await expectRefusal(of: FreeAgent.GetProfitAndLoss(.days(after)), by: test)
    let before = try day("2026-04-01")...day("2026-06-30")
    let whole = try await answer(to: FreeAgent.GetProfitAndLoss(.days(before)), by: test)
    #expect(whole.retainedProfitBroughtForward != nil)
  }

  @Test func `what is brought forward is left out if a year before lacks something`()
    async throws
  {
    let test = try books(on: "2025-08-31")
    let summary = try await answer(to: FreeAgent.GetProfitAndLoss(), by: test)
    #expect(summary.retainedProfit != nil)
    #expect(summary.retainedProfitBroughtForward == nil)
    #expect(summary.retainedProfitCarriedForward == nil)
  }

  @Test func `the sums of a balance sheet are left out if they lack something`() async throws {
    let test = try books()
    let sheet = try await answer(to: FreeAgent.GetBalanceSheet(), by: test)
    let debtors = sheet.currentAssets?.accounts?.first { $0.nominalCode == "681" }
    #expect(debtors != nil && debtors?.totalDebitValue == nil)
    #expect(sheet.netCurrentAssets == nil && sheet.totalAssets == nil)
    #expect(sheet.ownersEquity?.retainedProfit == nil && sheet.totalOwnersEquity == nil)
  }

  @Test func `nothing that lacks something is kept as filed`() async throws {
    let test = try books(at: "2026-10-20T10:00:00Z")
    let quarter: FreeAgent.Identifier<FreeAgent.VATReturn> = try id("2026-09-30")
    await expectRefusal(of: MarkVAT(quarter, .filed), by: test)
    let rated = FreeAgent.Invoice { $0.exchangeRate = ExactDecimal("0.5") }
    _ = try await answer(to: FreeAgent.Update(.init(3), rated), by: test)
    let filed = try await answer(to: MarkVAT(quarter, .filed), by: test)
    #expect(filed.filingStatus == "marked_as_filed")
    #expect(filed.payments?.first?.amountDue != nil)
  }

  @Test func `a filed return keeps its amount, and can be opened to put things right`()
    async throws
  {
    let test = try TestBooks(at: "2026-10-20T10:00:00Z")
    let quarter: FreeAgent.Identifier<FreeAgent.VATReturn> = try id("2026-09-30")
    let filed = try await test.send(MarkVAT(quarter, .filed))
    try makeUnknown(test)
    #expect(try await answer(to: FreeAgent.Get(quarter), by: test) == filed)
    let opened = try await answer(to: MarkVAT(quarter, .unfiled), by: test)
    #expect(opened.filingStatus == "unfiled")
    let payment = try #require(opened.payments?.first)
    #expect(payment.amountDue == nil)
    await expectRefusal(of: FreeAgent.Get(quarter), by: test)
  }
}
