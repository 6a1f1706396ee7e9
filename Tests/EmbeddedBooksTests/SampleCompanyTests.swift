import EmbeddedBooks
import FreeAgentAPI
import Money
import Testing

struct SampleCompanyTests {
  @Test(arguments: SampleCompany.Variant.allCases)
  func `the sample adds up, whatever kind of company it is`(
    variant: SampleCompany.Variant
  ) async throws {
    for hasPayroll in [false, true] {
      let test = try TestBooks(variant, includingPayroll: hasPayroll)
      test.expectInOrder()
      #expect(try !SampleCompany.seed(into: test.books, variant: variant))
    }
  }

  @Test func `the hotel waits to be explained`() async throws {
    let test = try TestBooks()
    let hotel = try await test.transaction("Hilton Hotels")
    #expect(hotel.amount == (try decimal("-279.78")))
    #expect(hotel.unexplainedAmount == hotel.amount)
    #expect(hotel.description == "Hilton Hotels//OTHER/")
    #expect(hotel.fullDescription == "Hilton Hotels//OTHER/£279.78")
    #expect(hotel.datedOn == (try day("2026-09-17")))
    #expect(hotel.explanations == [])
  }

  @Test func `coffees were explained alike, and one waits for approval`() async throws {
    let test = try TestBooks()
    let list = try await test.all(
      FreeAgent.BankTransactionFilter { $0.bankAccount = link(1) },
      FreeAgent.BankTransaction.self)
    let coffees = list.filter { $0.description?.hasPrefix("Harbour Street Coffee") == true }
    let explanations = coffees.flatMap { $0.explanations ?? [] }
    #expect(Set(explanations.map { $0.category?.id?.description }) == ["285"])
    #expect(explanations.count { $0.markedForReview == true } == 1)
    #expect(explanations.count == 6)
    #expect(coffees.count == 7)
    let account = try await test.get(1, FreeAgent.BankAccount.self)
    let counts = account.markedForReviewCategoryGroupCounts ?? []
    #expect(counts.map(\.name) == ["Admin expenses"])
    #expect(counts.map(\.count) == [1])
    #expect(coffees.first?.matchingTransactionsCount == 6)
  }

  @Test func `users have one level each`() async throws {
    let test = try TestBooks()
    let users = try test.books.users()
    #expect(users.map(\.level.rawValue) == [8, 6, 4, 2, 0])
    #expect(users.first?.name == "Ada Thornbury")
    #expect(try test.books.user(SampleCompany.bookkeeper)?.email == "ben@thornbury.example")
  }

  @Test(arguments: [
    "2026-01-01", "2024-02-29", "2026-04-05", "2026-04-06", "2026-12-31", "2025-10-31",
    "2021-01-01", "2020-12-31", "2018-09-07", "2012-03-31", "1999-12-31",
  ])
  func `the sample adds up on any day`(day: String) async throws {
    for variant in SampleCompany.Variant.allCases {
      let test = try TestBooks(variant, at: "\(day)T00:00:00Z")
      test.expectInOrder()
      let hotel = try await test.transaction("Hilton Hotels")
      #expect(hotel.unexplainedAmount == (try decimal("-279.78")))
    }
  }
}
