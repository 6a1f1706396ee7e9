import BooksTestSupport
import Days
import FreeAgentAPI
import ServiceBasics
import Testing

@testable import EmbeddedBooks

/// Which day it is for the books.
struct BooksDayTests {
  @Test(arguments: [
    // Summer time is from the last Sunday of March to that of October.
    ("2026-03-28T23:30:00Z", "2026-03-28"), ("2026-03-29T00:59:59.999Z", "2026-03-29"),
    ("2026-03-29T22:59:59.999Z", "2026-03-29"), ("2026-03-29T23:00:00Z", "2026-03-30"),
    ("2026-03-31T23:30:00Z", "2026-04-01"), ("2026-09-20T10:00:00Z", "2026-09-20"),
    ("2026-10-24T23:00:00Z", "2026-10-25"), ("2026-10-25T23:59:59.999Z", "2026-10-25"),
    ("2026-12-31T23:59:59.999Z", "2026-12-31"),
    // Years in which one of these Sundays is the last day of its month.
    ("2024-03-30T23:30:00Z", "2024-03-30"), ("2024-03-31T23:30:00Z", "2024-04-01"),
    ("2027-10-30T23:30:00Z", "2027-10-31"), ("2027-10-31T23:30:00Z", "2027-10-31"),
  ])
  func `the day changes at midnight in London`(time: String, expected: String) throws {
    let moment = try #require(Timestamp(time))
    #expect(try moment.day(in: .unitedKingdom) == day(expected))
    #expect(moment.day(in: .utc).description == String(time.prefix(10)))
  }

  @Test func `an hour before midnight by UTC it is the new day, and the new year`() async throws {
    let test = try TestBooks(at: "2026-03-31T23:30:00Z")
    let copy = try await test.send(FreeAgent.Duplicate<FreeAgent.Invoice>(.init(3)))
    #expect(copy.datedOn == (try day("2026-04-01")))
    let profit = try await test.send(FreeAgent.GetProfitAndLoss())
    #expect(try profit.from == day("2026-04-01") && profit.to == day("2026-04-01"))
    let returns: [FreeAgent.VATReturn] = try await test.all()
    #expect(returns.contains { $0.periodStartsOn?.description == "2026-04-01" })
  }

  @Test func `a company elsewhere has days by UTC`() async throws {
    let test = try TestBooks(at: "2026-03-31T23:30:00Z")
    try test.books.write { ledger in
      try ledger.execute(
        "UPDATE company SET details = json_set(details, '$.type', 'UniversalCompany')")
    }
    let copy = try await test.send(FreeAgent.Duplicate<FreeAgent.Invoice>(.init(3)))
    #expect(copy.datedOn == (try day("2026-03-31")))
  }
}
