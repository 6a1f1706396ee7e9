import Books
public import FreeAgentAPI

/// An explanation with what it explains, and with words for its category.
public struct NamedExplanation: Sendable, Hashable, Codable {
  /// What is explained by it.
  public let transaction: BookTransaction
  /// What the books have of it.
  public let explanation: BookExplanation
  /// The category’s code and name; what it was in the service’s words if it has none.
  public let category: String
}

extension Bookkeeper {
  /// A page of the explanations of an account that wait for approval, the newest first.
  ///
  /// The service counts transactions, of which one may have several such explanations: those of the page are
  /// in the total.
  ///
  /// - Parameters:
  ///   - account: the account.
  ///   - number: which page, from 1.
  /// - Throws: a ``BooksError``.
  public func guesses(
    in account: BookAccount, page number: Int = 1
  ) async throws -> BookPage<NamedExplanation> {
    async let transactions = transactions(of: account, .markedForReview, page: number)
    async let categories = categories()
    let (page, names) = (try await transactions, CategoryNames(try await categories))
    let guesses = page.elements.flatMap { names.named($0).filter(\.explanation.isToApprove) }
    return BookPage(
      elements: guesses, number: number, hasMore: page.hasMore,
      total: page.total.map { $0 + guesses.count - page.elements.count })
  }

  /// A transaction as it is now, with its explanations.
  ///
  /// - Throws: a ``BooksError``, of the code `gone` if it is no longer there.
  public func explained(
    _ id: BookID<FreeAgent.BankTransaction>, in account: BookAccount
  ) async throws -> ExplainedTransaction {
    async let transaction = transaction(id, in: account.currency)
    async let categories = categories()
    let read = try await transaction
    return ExplainedTransaction(
      transaction: read, explanations: try await CategoryNames(categories).named(read))
  }
}

extension Bookkeeper {
  /// What a project is called; its id if it has no name.
  ///
  /// - Throws: a ``BooksError``.
  public func name(of project: BookID<FreeAgent.Project>) async throws -> String {
    let record = try await ask(FreeAgent.Get(project.identifier))
    return record.name ?? project.text
  }
}

/// A transaction with its explanations.
public struct ExplainedTransaction: Sendable, Hashable, Codable {
  /// The transaction as the books have it.
  public let transaction: BookTransaction
  /// What it was explained as.
  public let explanations: [NamedExplanation]
}

/// What categories are called.
private struct CategoryNames {
  private let names: [String: String]

  init(_ categories: [BookCategory]) {
    names = Dictionary(
      categories.map { ($0.code.description, $0.name) }, uniquingKeysWith: { first, _ in first })
  }

  /// The explanations of a transaction, each with the code and the name of its category; with its kind in
  /// the service’s words if it has none.
  func named(_ transaction: BookTransaction) -> [NamedExplanation] {
    transaction.explanations.map { explanation in
      let code = explanation.category
      let words = [code, code.flatMap { names[$0] }].compactMap(\.self).joined(separator: " ")
      return NamedExplanation(
        transaction: transaction, explanation: explanation,
        category: words.isEmpty ? explanation.kind ?? "" : words)
    }
  }
}
