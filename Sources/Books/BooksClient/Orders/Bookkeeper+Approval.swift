import Books
public import FreeAgentAPI
import Money
import ServiceBasics

/// Explanations that were guessed, and those that are wrong.
extension Bookkeeper {
  /// Approves an explanation that was guessed.
  ///
  /// Approving what is approved changes nothing, so that it may be sent again.
  ///
  /// - Throws: a ``BooksError``, of the code `gone` if it is no longer there.
  public func approve(_ id: BookID<FreeAgent.BankTransactionExplanation>) async throws {
    try await repeatably(
      FreeAgent.Update(id.identifier, FreeAgent.BankTransactionExplanation.approval))
  }

  /// Takes an explanation away, so that its amount is unexplained again.
  ///
  /// - Returns: whether it was there; one that is not is gone either way.
  /// - Throws: a ``BooksError``.
  @discardableResult
  public func remove(_ id: BookID<FreeAgent.BankTransactionExplanation>) async throws -> Bool {
    do {
      try await repeatably(
        FreeAgent.Delete<FreeAgent.BankTransactionExplanation>(id.identifier))
      return true
    } catch let error as BooksError where error.code == .gone {
      return false
    }
  }
}
