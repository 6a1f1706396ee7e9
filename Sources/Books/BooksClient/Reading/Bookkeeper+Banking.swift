public import FreeAgentAPI
public import Money
import ServiceBasics

/// Accounts and what happened in them.
extension Bookkeeper {
  /// The accounts that are not hidden.
  ///
  /// - Throws: a ``BooksError``.
  public func accounts() async throws -> [BookAccount] {
    let accounts: [FreeAgent.BankAccount] = try await list()
    return accounts.filter { $0.status != .hidden }.compactMap { BookAccount($0) }
  }

  /// A page of the transactions of an account, the newest first.
  ///
  /// - Parameters:
  ///   - account: the account.
  ///   - view: which of them.
  ///   - number: which page, from 1.
  ///   - size: how many a page has, 1 to 100.
  /// - Throws: a ``BooksError``.
  public func transactions(
    of account: BookAccount, _ view: FreeAgent.TransactionView, page number: Int = 1, size: Int = 25
  ) async throws -> BookPage<BookTransaction> {
    let filter = FreeAgent.BankTransactionFilter {
      $0.bankAccount = account.id.link(at: service.root)
      $0.view = view
    }
    let page: (elements: [FreeAgent.BankTransaction], total: Int?) = try await page(
      of: filter, FreeAgent.PageRequest(number, size: size))
    return BookPage(
      page.elements.compactMap { BookTransaction($0, in: account.currency) },
      of: page.elements.count, number, size: size, total: page.total)
  }

  /// A transaction as it is now.
  ///
  /// - Throws: a ``BooksError``, of the code `gone` if it is no longer there.
  public func transaction(
    _ id: BookID<FreeAgent.BankTransaction>, in currency: Currency
  ) async throws -> BookTransaction {
    try await counted(id, in: currency).transaction
  }

  /// The same, with how many others have its text; nil if the service does not say.
  func counted(
    _ id: BookID<FreeAgent.BankTransaction>, in currency: Currency
  ) async throws -> (transaction: BookTransaction, others: Int?) {
    let answer = try await ask(FreeAgent.Get<FreeAgent.BankTransaction>(id.identifier))
    guard let transaction = BookTransaction(answer, in: currency) else {
      throw BooksError(.unreadable, cause: .incomplete("the transaction has no amount"))
    }
    return (transaction, answer.matchingTransactionsCount)
  }
}

/// A page of a list.
public struct BookPage<Element: Sendable & Codable & Hashable>: Sendable, Hashable, Codable {
  /// What is on the page, in the order of the list.
  public let elements: [Element]
  /// Which page it is, from 1.
  public let number: Int
  /// Whether there is one more.
  public let hasMore: Bool
  /// How many elements all pages have; nil if the service does not say.
  public let total: Int?

  private enum CodingKeys: String, CodingKey {
    case elements, number, hasMore, total
  }
}

extension BookPage {
  /// Reads a page, or what journals had of a list that was read as a whole: its elements.
  public init(from decoder: any Decoder) throws {
    if let elements = try? decoder.singleValueContainer().decode([Element].self) {
      self.init(elements: elements, number: 1, hasMore: false, total: nil)
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      elements: try container.decode([Element].self, forKey: .elements),
      number: try container.decode(Int.self, forKey: .number),
      hasMore: try container.decode(Bool.self, forKey: .hasMore),
      total: try container.decodeIfPresent(Int.self, forKey: .total))
  }

  /// Makes a page of what was read: if the service does not say how many there are, a full page has one
  /// behind it.
  ///
  /// - Parameters:
  ///   - elements: those that are shown.
  ///   - count: how many were read.
  ///   - number: which page it is.
  ///   - size: how many were asked for.
  ///   - total: how many the service says there are.
  init(_ elements: [Element], of count: Int, _ number: Int, size: Int, total: Int?) {
    self.init(
      elements: elements, number: number,
      hasMore: total.map { $0 > number * size } ?? (count >= size), total: total)
  }
}
