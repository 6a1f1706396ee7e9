import Books
public import FreeAgentAPI
import Money
import ServiceBasics

/// Explanations that were guessed, and those that are wrong.
extension Bookkeeper {
  /// Approves an explanation that was guessed, if it still is what a person has seen.
  ///
  /// Approving what is approved changes nothing, so that it may be sent again.
  ///
  /// - Parameter seen: the explanation as it was shown.
  /// - Returns: what became of it.
  /// - Throws: a ``BooksError``: of the code `outcomeUnknown` if it may have been approved.
  public func approve(_ seen: NamedExplanation) async throws -> ApprovalResult {
    let explanation = seen.explanation
    do {
      let transaction = try await transaction(
        seen.transaction.id, in: explanation.amount.currency)
      guard let now = transaction.explanations.first(where: { $0.id == explanation.id }) else {
        return .gone
      }
      if now == explanation.approved { return .approved }
      guard now == explanation else { return .changed }
      try await repeatably(
        FreeAgent.Update(now.id.identifier, FreeAgent.BankTransactionExplanation.approval))
      return .approved
    } catch let error as BooksError where error.code == .gone {
      return .gone
    }
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

/// What became of the approval of an explanation.
public enum ApprovalResult: String, Sendable, Hashable, Codable {
  /// It is approved.
  case approved
  /// It is not what was shown any more, so that nothing was done.
  case changed
  /// It is no longer there.
  case gone

  /// Reads a result, or what journals had before there were three: whether it was there.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let wasThere = try? container.decode(Bool.self) {
      self = wasThere ? .approved : .gone
      return
    }
    let word = try container.decode(String.self)
    guard let result = Self(rawValue: word) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "“\(word)” is no result of an approval")
    }
    self = result
  }
}

extension BookExplanation {
  /// The explanation as it is once it is approved.
  fileprivate var approved: BookExplanation {
    var approved = self
    approved.isToApprove = false
    return approved
  }
}
