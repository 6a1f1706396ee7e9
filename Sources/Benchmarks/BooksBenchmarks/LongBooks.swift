import BooksClient
import DataSets
import DataSetsSQLite
import EmbeddedBooks
import Foundation
import FreeAgentAPI
import SampleBooks
import ServiceBasics
import ServiceCalls
import ServiceOrders
import Synchronization

/// The sample’s books in a file, perhaps with years of transactions, asked below HTTP.
final class LongBooks: Sendable {
  let service: any FreeAgent.Service
  private let copies: String
  private let clock = Clock()

  private final class Clock: Sendable {
    private let seconds = Mutex(1_795_176_000.0)

    var date: Date { Date(timeIntervalSince1970: seconds.withLock { $0 }) }

    func advanceAnHour() { seconds.withLock { $0 += 3600 } }
  }

  /// Makes the books.
  ///
  /// - Parameters:
  ///   - folder: where their file is, and the copies of their clients.
  ///   - transactions: how many are added to the first account.
  ///   - explanations: how many of them are explained.
  ///   - categories: up to how many categories there are.
  init(
    in folder: String, transactions: Int, explanations: Int, categories: Int
  ) async throws {
    copies = "\(folder)/copies"
    let books = try EmbeddedBooks(path: "\(folder)/books.sqlite") { [clock] in
      Timestamp(clock.date)
    }
    try SampleCompany.seed(into: books)
    try SampleCompany.enlarge(books, transactions: transactions, explanations: explanations)
    service = SampleBooks.service(of: books)
    let existing = try await service.answer(FreeAgent.GetCategories()).answer.all.count
    for number in 0..<max(0, categories - existing) {
      let category = FreeAgent.Category {
        $0.nominalCode = "\(310 + number)"
        $0.description = "Category \(number)"
        $0.categoryGroup = .adminExpenses
      }
      _ = try await service.answer(FreeAgent.CreateCategory(category))
    }
    // The latest change is later than the others by more than clocks may differ.
    clock.advanceAnHour()
    let latest = try await page(FreeAgent.PageRequest(1, size: 1))
    if let id = latest.first?.url?.id {
      let change = FreeAgent.BankTransactionExplanation { $0.description = "Changed" }
      _ = try await service.answer(FreeAgent.Update(id, change))
    }
    clock.advanceAnHour()
  }

  /// A client as a program has it that was just started.
  func keeper() throws -> Bookkeeper {
    let now: @Sendable () -> Date = { [clock] in clock.date }
    let orders = OrderClock(
      now: { Timestamp(now()) }, uptime: { Uptime.now() }, settlingTime: .zero)
    return Bookkeeper(
      service,
      desk: OrderDesk(
        try OrderBook.inMemory(), orders, longestWait: .seconds(10), timing: Timing(now: now)),
      dataSets: Repository(copies: SQLiteCopyStore(folder: copies, now: now), now: now))
  }

  /// Removes what clients have kept.
  func removeCopies() throws { try FileManager.default.removeItem(atPath: copies) }

  /// All explanations of the first account, page by page, as they come.
  func readExplanations() async throws -> Int {
    var count = 0
    var page = FreeAgent.PageRequest()
    while case let elements = try await self.page(page), !elements.isEmpty {
      count += elements.count
      page = page.next
    }
    return count
  }

  private func page(
    _ page: FreeAgent.PageRequest
  ) async throws -> [FreeAgent.BankTransactionExplanation] {
    let account = FreeAgent.Link<FreeAgent.BankAccount>(.init(1), at: service.root)
    let filter = FreeAgent.ExplanationFilter { $0.bankAccount = account }
    let list = FreeAgent.List<FreeAgent.BankTransactionExplanation>(filter, page: page)
    return try await service.answer(list).answer.elements
  }
}
