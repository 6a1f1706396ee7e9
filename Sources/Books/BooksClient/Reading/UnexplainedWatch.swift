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

  /// What a look has found.
  public struct Sighting: Sendable, Hashable {
    /// How many transactions there are to explain that no look before has found.
    public let count: Int
    /// One of them.
    public let first: PlacedTransaction
  }

  /// Looks once.
  ///
  /// The first look counts what the service counts: it reads no more than the newest of many.
  ///
  /// - Parameter keeper: reads the books.
  /// - Returns: what no look before has found; nil if that is nothing.
  /// - Throws: a ``BooksError``; what was not found then is found by the next look.
  public mutating func look(at keeper: Bookkeeper) async throws -> Sighting? {
    let isFirst = lastChange == nil
    var (seen, last) = (known, lastChange)
    var found: [PlacedTransaction] = []
    let accounts = try await keeper.accounts()
    for account in accounts where account.unexplained > 0 {
      for read in try await keeper.unexplained(of: account, since: lastChange) {
        last = [last, read.updatedAt].compactMap(\.self).max()
        guard let transaction = BookTransaction(read, in: account.currency),
          !transaction.unexplained.isZero, seen.insert(transaction.id).inserted
        else { continue }
        found.append(PlacedTransaction(account: account, transaction: transaction))
      }
    }
    (known, lastChange) = (seen, last)
    guard let first = found.first else { return nil }
    let counted = accounts.reduce(0) { $0 + $1.unexplained }
    return Sighting(count: isFirst ? max(counted, found.count) : found.count, first: first)
  }
}

extension Bookkeeper {
  /// The newest thousand that a look can find.
  fileprivate func unexplained(
    of account: BookAccount, since moment: Timestamp?
  ) async throws -> [FreeAgent.BankTransaction] {
    try await list(
      FreeAgent.BankTransactionFilter {
        $0.bankAccount = account.id.link(at: service.root)
        $0.view = .unexplained
        if let moment { $0.updatedSince = moment }
      }, most: 1_000)
  }
}
