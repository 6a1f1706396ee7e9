import FreeAgentAPI
import Money
import ServiceBasics

/// What has come into the bank accounts since the last look, and nobody has explained.
///
/// A look reads the accounts, and of those that have something to explain what changed since.
public struct UnexplainedWatch: Sendable {
  private var known: Set<BookID<FreeAgent.BankTransaction>> = []
  /// The last change of what was read, by the service's clock; nil before the first look.
  private var lastChange: Timestamp?

  /// Makes a watch that has seen nothing.
  public init() {}

  /// Looks once.
  ///
  /// - Parameter keeper: reads the books.
  /// - Returns: what it has not told before, account by account, the newest first.
  /// - Throws: a ``BooksError``; what was not told then is told by the next look.
  public mutating func look(at keeper: Bookkeeper) async throws -> [PlacedTransaction] {
    var (seen, last) = (known, lastChange)
    var found: [PlacedTransaction] = []
    for account in try await keeper.accounts() where account.unexplained > 0 {
      for read in try await keeper.unexplained(of: account, since: lastChange) {
        last = [last, read.updatedAt].compactMap(\.self).max()
        guard let transaction = BookTransaction(read, in: account.currency),
          !transaction.unexplained.isZero, seen.insert(transaction.id).inserted
        else { continue }
        found.append(PlacedTransaction(account: account, transaction: transaction))
      }
    }
    (known, lastChange) = (seen, last)
    return found
  }
}

extension Bookkeeper {
  fileprivate func unexplained(
    of account: BookAccount, since moment: Timestamp?
  ) async throws -> [FreeAgent.BankTransaction] {
    try await list(
      FreeAgent.BankTransactionFilter {
        $0.bankAccount = account.id.link(at: service.root)
        $0.view = .unexplained
        if let moment { $0.updatedSince = moment }
      })
  }
}
