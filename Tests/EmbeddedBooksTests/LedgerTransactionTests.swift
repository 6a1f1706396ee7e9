import BooksTestSupport
import Days
import FreeAgentAPI
import Money
import ServiceBasics
import TestSupport
import Testing

@testable import EmbeddedBooks

/// The postings of the ledger one by one.
struct LedgerTransactionTests {
  private typealias Posting = FreeAgent.LedgerTransaction

  /// An expense on which the company itself owes the VAT, and a journal.
  private func addSpecialCases(to test: TestBooks) async throws {
    try await test.send(
      FreeAgent.Create(
        FreeAgent.Expense {
          $0.user = link(1)
          $0.category = link("285")
          $0.datedOn = .init("2026-09-18")
          $0.description = "Hosting abroad"
          $0.grossValue = -120
          $0.salesTaxRate = .percentage(20)
          $0.ecStatus = .reverseCharge
        }))
    try await test.send(
      FreeAgent.Create(
        FreeAgent.JournalSet {
          $0.datedOn = .init("2026-09-19")
          $0.description = "Correction"
          $0.journalEntries = [
            .init {
              $0.category = link("285")
              $0.debitValue = 12
            },
            .init {
              $0.category = link("365")
              $0.debitValue = -12
            },
          ]
        }))
  }

  @Test(arguments: SampleCompany.Variant.allCases)
  func `the postings of a year add up to the ledger, and to nothing in each currency`(
    variant: SampleCompany.Variant
  ) async throws {
    let test = try TestBooks(variant)
    if variant != .landlord { try await addSpecialCases(to: test) }
    let (first, last) = (try day("2026-04-01"), try day("2027-03-31"))
    let all: [Posting] = try await test.all(
      .init {
        $0.fromDate = first
        $0.toDate = last
      })
    var sums: [String: ExactDecimal] = [:]
    var totals: [String: ExactDecimal] = [:]
    for posting in all {
      let currency = posting.foreignCurrencyData?.currencyCode ?? "GBP"
      let code = try #require(posting.nominalCode)
      let value = try #require(posting.foreignCurrencyData?.debitValue ?? posting.debitValue)
      sums["\(code) \(currency)"] = try (sums["\(code) \(currency)"] ?? 0).adding(value)
      totals[currency] = try (totals[currency] ?? 0).adding(value)
    }
    #expect(totals.values.allSatisfy { $0.isZero })
    #expect(Set(all.map(\.url)).count == all.count)
    let postings = try test.books.read { try $0.postings(from: first, through: last) }
    for (account, units) in postings.units {
      let currency = try #require(Currency(code: account.currency.code))
      let sum = ExactDecimal(Money(minorUnits: units, currency: currency))
      #expect((sums.removeValue(forKey: "\(account.code) \(currency)") ?? 0) == sum)
    }
    #expect(sums.isEmpty)
  }

  @Test func `a posting says what it is from`() async throws {
    let test = try TestBooks()
    let all: [Posting] = try await test.all(.init { $0.nominalCode = "681" })
    let abroad = try #require(all.first { $0.sourceItemURL?.hasSuffix("/v2/invoices/5") == true })
    #expect(abroad.description == "Lumière Films SARL - Invoice 005")
    #expect(abroad.category == link("681") && abroad.categoryName == "Trade Debtors")
    #expect(abroad.foreignCurrencyData?.currencyCode == "EUR")
    #expect(abroad.foreignCurrencyData?.debitValue == 900)
    #expect(abroad.datedOn == Day("2026-09-05") && abroad.createdAt != nil)
    let one = try await test.send(FreeAgent.Get<Posting>(.init(try abroad.number)))
    #expect(one == abroad)
    let home = try #require(all.first { $0.sourceItemURL?.hasSuffix("/v2/invoices/3") == true })
    #expect(home.debitValue == 1440)
    #expect(home.members["foreign_currency_data"] == .object([:]))
    let unknown = FreeAgent.Get<Posting>(.init(99))
    #expect(try await test.refusal(of: unknown).status == 404)
  }

  @Test func `a list is narrowed by days and by an account with its sub-accounts`() async throws {
    let test = try TestBooks()
    let usual: [Posting] = try await test.all()
    let days = usual.compactMap(\.datedOn)
    #expect(days == days.sorted())
    #expect(days.allSatisfy { ("2026-04-01"..."2026-09-20").contains($0.description) })
    let banks: [Posting] = try await test.all(.init { $0.nominalCode = "750" })
    let codes = Set(banks.compactMap(\.nominalCode))
    #expect(codes.isSuperset(of: ["750-1", "750-2", "750-3"]))
    #expect(codes.allSatisfy { $0.hasPrefix("750-") })
    let first: [Posting] = try await test.all(.init { $0.nominalCode = "750-1" })
    #expect(Set(first.compactMap(\.nominalCode)) == ["750-1"] && first.count < banks.count)
    for (from, to) in [("2024-01-01", "2025-06-30"), ("2026-09-20", "2026-09-19")] {
      let reply = await test.reply(
        .get, "/v2/accounting/transactions",
        query: [.init("from_date", from), .init("to_date", to)])
      #expect(reply.status == 400)
    }
    let page = await test.reply(
      .get, "/v2/accounting/transactions", query: [.init("per_page", "10"), .init("page", "2")])
    #expect(page.links?.total == usual.count)
    let batch = try FreeAgent.Batch<Posting>(from: page.body, key: "transactions")
    #expect(batch.elements.map(\.url?.id) == usual.dropFirst(10).prefix(10).map(\.url?.id))
  }

  // MARK: - Pages

  /// The ids of a list as one query over all postings has them, each worked out anew.
  private func whole(
    _ test: TestBooks, _ code: String?, from first: Day, through last: Day
  ) throws -> [Int64] {
    try test.books.read { ledger in
      let sql = """
        SELECT id FROM (\(Ledger.postingQueries.map(\.lines).joined(separator: "\nUNION ALL\n")))
        WHERE units <> 0 AND (:code IS NULL OR code = :code OR instr(code, :code || '-') = 1)
        ORDER BY day, id
        """
      return try ledger.values(
        Int64.self, sql,
        ledger.arguments(ofPostings: sql, from: first, through: last, others: ["code": code]))
    }
  }

  @Test(arguments: [
    nil, "750", "750-1", "681", "285", "401", "902", "999", "none", "75", "%", "75_", "%-1",
  ])
  func `pages are what one query over all postings has`(code: String?) async throws {
    let test = try TestBooks(includingPayroll: true)
    try await addSpecialCases(to: test)
    try SampleCompany.enlarge(test.books, transactions: 300, explanations: 80)
    let (first, last) = (try day("2026-04-01"), try day("2026-09-20"))
    let expected = try whole(test, code, from: first, through: last)
    // What stands for other characters in patterns of SQL is none here.
    #expect(expected.isEmpty == ["none", "75", "%", "75_", "%-1"].contains(code))
    for size in [7, 100] {
      var ids: [Int64] = []
      for number in 1...(expected.count / size + 2) {
        let request = FreeAgent.List<Posting>(
          .init {
            $0.fromDate = first
            $0.toDate = last
            $0.nominalCode = code
          }, page: .init(number, size: size))
        let (batch, links) = try await test.books.send(request, as: test.user)
        #expect(links.total == expected.count)
        ids += try batch.elements.map { Int64(try $0.number) }
      }
      #expect(ids == expected, "\(size)")
    }
  }

  @Test func `what is written counts at once, and what is refused does not`() async throws {
    let folder = try TemporaryFolder()
    let now = try #require(Timestamp("2026-09-20T10:00:00Z"))
    let path = folder.file("books.db")
    let first = try EmbeddedBooks(path: path) { now }
    try SampleCompany.seed(into: first)
    let second = try EmbeddedBooks(path: path) { now }
    func total(_ books: EmbeddedBooks) async throws -> Int? {
      let request = FreeAgent.List<Posting>(.init { $0.nominalCode = "285" })
      return try await books.send(request, as: SampleCompany.owner).links.total
    }
    func lunch(_ value: ExactDecimal) throws -> FreeAgent.Create<FreeAgent.Expense> {
      FreeAgent.Create(
        FreeAgent.Expense {
          $0.user = link(1)
          $0.category = link("285")
          $0.datedOn = .init("2026-09-18")
          $0.description = "Lunch"
          $0.grossValue = value
          $0.salesTaxStatus = .outOfScope
        })
    }
    let before = try #require(try await total(first))
    #expect(try await total(second) == before)
    // The one that counted does not write: the other does, into the same file.
    _ = try await second.send(try lunch(-10), as: SampleCompany.owner)
    #expect(try await total(first) == before + 1)
    _ = try await first.send(try lunch(-10), as: SampleCompany.owner)
    #expect(try await total(first) == before + 2)
    #expect(try await total(second) == before + 2)
    await #expect(throws: FreeAgent.Failure.self) {
      _ = try await second.send(FreeAgent.Create(FreeAgent.Expense()), as: SampleCompany.owner)
    }
    #expect(try await total(first) == before + 2)
  }
}
