import Books
public import FreeAgentAPI
import Money
import Synchronization

/// Explanations that were guessed, and those that are wrong.
extension Bookkeeper {
  /// Approves an explanation that was guessed.
  ///
  /// Approving what is approved changes nothing, so that it may be sent again.
  ///
  /// - Throws: a ``BooksError``, of the code `gone` if it is no longer there.
  public func approve(_ id: BookID<FreeAgent.BankTransactionExplanation>) async throws {
    _ = try await ask(
      FreeAgent.Update(id.identifier, FreeAgent.BankTransactionExplanation.approval))
  }

  /// Takes an explanation away, so that its amount is unexplained again.
  ///
  /// - Returns: whether it was there; one that is not is gone either way.
  /// - Throws: a ``BooksError``.
  @discardableResult
  public func remove(_ id: BookID<FreeAgent.BankTransactionExplanation>) async throws -> Bool {
    do {
      _ = try await ask(
        FreeAgent.Delete<FreeAgent.BankTransactionExplanation>(id.identifier))
      return true
    } catch let error as BooksError where error.code == .gone {
      return false
    }
  }

  /// What was just filed counts for the next suggestion.
  func learn(from order: ExplanationOrder) {
    guard let code = order.contents.category, let text = order.contents.description else { return }
    memory.withLock { memory in
      for account in memory.habits.keys {
        memory.habits[account]?.learn(
          text, was: code, isOut: order.contents.amount.isNegative, on: order.contents.day)
      }
    }
  }
}
