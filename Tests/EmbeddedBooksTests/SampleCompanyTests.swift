import BooksTestSupport
import Days
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
      let test = try TestBooks(variant, at: "\(day)T00:00:00Z", includingPast: true)
      test.expectInOrder()
      let hotel = try await test.transaction("Hilton Hotels")
      #expect(hotel.unexplainedAmount == (try decimal("-279.78")))
      // Without VAT no return is filed.
      let isRegistered = variant != .notRegistered && variant != .landlord
      let lines = try await lines(of: test)
      #expect(lines.contains(where: Self.isLocked) == isRegistered, "\(variant)")
    }
  }

  /// The transactions of the current account, the newest first.
  private func lines(of test: TestBooks) async throws -> [FreeAgent.BankTransaction] {
    try await test.all(FreeAgent.BankTransactionFilter { $0.bankAccount = link(1) })
  }

  private static func isLocked(_ line: FreeAgent.BankTransaction) -> Bool {
    (line.explanations ?? []).contains { $0.isLocked == true }
  }

  /// A sort of transaction that the sample shows.
  struct Sort: Sendable, CustomStringConvertible {
    let description: String
    let isSuch: @Sendable (FreeAgent.BankTransaction) -> Bool

    init(
      _ description: String, _ isSuch: @escaping @Sendable (FreeAgent.BankTransaction) -> Bool
    ) {
      self.description = description
      self.isSuch = isSuch
    }
  }

  @Test(arguments: [
    Sort("what nobody has explained") {
      $0.amount == ExactDecimal("-279.78") && $0.unexplainedAmount == $0.amount
    },
    Sort("what is explained in part") { $0.amount == -100 && $0.unexplainedAmount == -40 },
    Sort("an amount of nothing") { $0.amount == 0 },
    Sort("one side of a transfer") {
      ($0.explanations ?? []).contains { $0.linkedTransferAccount != nil }
    },
    Sort("a text with a space that does not break, and with an emoji") {
      $0.description?.contains("\u{A0}") == true && $0.description?.contains("🥨") == true
    },
    Sort("what waits for approval") {
      ($0.explanations ?? []).contains { $0.markedForReview == true }
    },
    Sort("what a filed VAT return has locked") {
      ($0.explanations ?? []).contains { $0.isLocked == true }
    },
  ])
  func `the sample has a transaction of every sort`(sort: Sort) async throws {
    let lines = try await lines(of: TestBooks(includingPast: true))
    #expect(lines.contains(where: sort.isSuch))
  }

  @Test func `two transactions are alike in everything that the bank tells`() async throws {
    let lines = try await lines(of: TestBooks())
    let alike = Dictionary(grouping: lines) { line in
      "\(line.datedOn?.description ?? "") \(line.amount?.description ?? "") "
        + (line.description ?? "")
    }
    #expect(alike.values.map(\.count).max() == 2)
    let twins = try #require(alike.values.first { $0.count == 2 })
    #expect(twins.allSatisfy { $0.description?.hasPrefix("Trainline") == true })
  }

  @Test func `a payment comes to what an open invoice has left`() async throws {
    let test = try TestBooks()
    let invoices: [FreeAgent.Invoice] = try await test.all()
    let open = Set(invoices.filter { $0.status == .open }.compactMap(\.dueValue))
    let incoming = try await lines(of: test).filter {
      $0.unexplainedAmount == $0.amount && $0.amount.map { open.contains($0) } == true
    }
    #expect(!incoming.isEmpty)
  }

  @Test func `the director has driven 9,950 miles in the tax year`() async throws {
    let test = try TestBooks()
    let expenses: [FreeAgent.Expense] = try await test.all()
    let journeys = expenses.filter { $0.user?.id == SampleCompany.owner && $0.mileage != nil }
    #expect(try ExactDecimal.sum(of: journeys.compactMap(\.mileage)) == 9_950)
    let first = try day("2026-04-06")
    #expect(
      journeys.allSatisfy { $0.vehicleType == .car && $0.datedOn.map { $0 >= first } == true })
  }

  /// What was paid and paid back makes no other figure of the company another one.
  @Test func `an order that was cancelled comes to nothing`() async throws {
    let usual = try TestBooks()
    let past = try TestBooks(includingPast: true)
    for period in ["2025/26", "2026/27"] {
      let report = FreeAgent.GetProfitAndLoss(.accountingPeriod(period))
      let before = try await usual.send(report)
      #expect(try await past.send(report) == before, "\(period)")
    }
    let balance = try await usual.get(1, FreeAgent.BankAccount.self).currentBalance
    #expect(try await past.get(1, FreeAgent.BankAccount.self).currentBalance == balance)
    let invoices: [FreeAgent.Invoice] = try await past.all()
    let cancelled = invoices.filter { $0.reference?.hasPrefix("B-") == true }
    #expect(Set(cancelled.compactMap(\.status)) == [.paid, .refunded])
    let both = cancelled.compactMap(\.totalValue)
    #expect(try both.count == 2 && ExactDecimal.sum(of: both).isZero)
  }
}
