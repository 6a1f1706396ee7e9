import BooksTestSupport
import FreeAgentAPI
import Money
import ServiceBasics
import Testing

@testable import EmbeddedBooks

/// What brings the transactions of the sample's accounts.
struct BankFeedTests {
  @Test func `an account has a feed or none, and says so`() async throws {
    let test = try TestBooks()
    let feeds: [FreeAgent.BankFeed] = try await test.all()
    #expect(feeds.map(\.bankAccount) == [link(1), link(3)])
    #expect(feeds.map(\.feedType) == ["open_banking", "api"])
    #expect(feeds.allSatisfy { $0.state == "enabled" && $0.bankServiceName == "Severn Bank" })
    #expect(feeds.map(\.scaExpiresAt) == [nil, Timestamp("2026-11-19T10:00:00Z")])
    #expect(try await test.get(2, FreeAgent.BankFeed.self) == feeds.last)
    let accounts: [FreeAgent.BankAccount] = try await test.all()
    #expect(accounts.map(\.bankFeedEnabled) == [true, false, true, false])
    #expect(await test.reply(.delete, "/v2/bank_feeds/1").status == 404)
    #expect(await test.reply(.get, "/v2/bank_feeds/3").status == 404)
  }

  @Test func `an account that is deleted takes its feed along`() async throws {
    let test = try TestBooks()
    let before: [FreeAgent.BankFeed] = try await test.all()
    let account = try await test.send(
      FreeAgent.Create(
        FreeAgent.BankAccount {
          $0.name = "Savings"
          $0.openingBalance = 0
        }))
    #expect(account.bankFeedEnabled == false)
    let number = try account.number
    try test.books.write { try $0.addFeed(account: Int64(number), from: "Severn Bank") }
    #expect(try await test.get(number, FreeAgent.BankAccount.self).bankFeedEnabled == true)
    try await test.send(FreeAgent.Delete<FreeAgent.BankAccount>(.init(number)))
    let after: [FreeAgent.BankFeed] = try await test.all()
    #expect(after == before)
  }
}
