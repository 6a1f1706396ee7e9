import Books
public import FreeAgentAPI

/// An explanation with what it explains, and with words for its category.
public struct NamedExplanation: Sendable, Hashable, Codable {
  /// What is explained by it.
  public let transaction: BookTransaction
  /// The explanation.
  public let explanation: BookExplanation
  /// The category’s code and name; what it was in the service’s words if it has none.
  public let category: String
}

extension Bookkeeper {
  /// The explanations of an account that wait for approval, the newest first; a hundred at the most.
  ///
  /// - Throws: a ``BooksError``.
  public func guesses(in account: BookAccount) async throws -> [NamedExplanation] {
    async let page = transactions(of: account, .markedForReview, size: 100)
    async let categories = categories()
    let names = try await CategoryNames(categories)
    return try await page.elements.flatMap { transaction in
      names.named(transaction).filter(\.explanation.isToApprove)
    }
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

/// A transaction with its explanations.
public struct ExplainedTransaction: Sendable, Hashable, Codable {
  /// The transaction.
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
