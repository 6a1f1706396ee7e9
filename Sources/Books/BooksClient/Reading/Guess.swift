import Books
import FreeAgentAPI

/// An explanation that the service guessed, and that waits for approval.
public struct Guess: Sendable, Hashable, Codable {
  /// What is explained by it.
  public let transaction: BookTransaction
  /// The guess.
  public let explanation: BookExplanation
  /// The category’s code and name; what it was in the service’s words if it has none.
  public let category: String
}

extension Bookkeeper {
  /// The explanations of an account that wait for approval, the newest first; a hundred at the most.
  ///
  /// - Throws: a ``BooksError``.
  public func guesses(in account: BookAccount) async throws -> [Guess] {
    async let page = transactions(of: account, .markedForReview, size: 100)
    async let categories = categories()
    let names = try await Dictionary(
      categories.map { ($0.code.description, $0.name) }, uniquingKeysWith: { first, _ in first })
    return try await page.elements.flatMap { transaction in
      transaction.explanations.filter(\.isToApprove).map { explanation in
        let code = explanation.category
        let name = code.flatMap { names[$0] }
        return Guess(
          transaction: transaction, explanation: explanation,
          category: [code, name].compactMap(\.self).joined(separator: " ").ifEmpty(
            explanation.kind ?? ""))
      }
    }
  }
}

extension String {
  fileprivate func ifEmpty(_ other: String) -> String { isEmpty ? other : self }
}
