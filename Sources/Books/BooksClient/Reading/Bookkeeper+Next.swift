import FreeAgentAPI
import Money

/// A transaction and the account in which it happened.
public struct PlacedTransaction: Sendable, Hashable, Codable {
  /// The account in which it happened.
  public let account: BookAccount
  /// What happened in the account.
  public let transaction: BookTransaction
}

/// What comes next, wherever it is.
extension Bookkeeper {
  /// The newest transaction that nobody has explained, of the first account that has one; nil if everything
  /// is explained.
  ///
  /// - Throws: a ``BooksError``.
  public func nextUnexplained() async throws -> PlacedTransaction? {
    for account in try await accounts() where account.unexplained > 0 {
      let page = try await transactions(of: account, .unexplained)
      if let transaction = page.elements.first(where: { !$0.unexplained.isZero }) {
        return PlacedTransaction(account: account, transaction: transaction)
      }
    }
    return nil
  }

  /// The invoice that was drafted first; nil if there is no draft.
  ///
  /// - Throws: a ``BooksError``.
  public func nextDraft() async throws -> OutgoingDocument? {
    let drafts: [FreeAgent.Invoice] = try await list(
      FreeAgent.InvoiceFilter {
        $0.view = .draft
        $0.sort = "created_at"
      }, most: 1)
    return drafts.first.flatMap { OutgoingDocument($0, .invoice) }
  }
}
