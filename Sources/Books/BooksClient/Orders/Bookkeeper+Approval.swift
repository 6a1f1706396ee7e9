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
    do {
      guard let now = try await current(seen) else { return .gone }
      guard now.saysTheSame(as: seen.explanation) else { return .changed }
      guard now.isToApprove else { return .approved }
      try await repeatably(
        FreeAgent.Update(now.id.identifier, FreeAgent.BankTransactionExplanation.approval))
      return .approved
    } catch let error as BooksError where error.code == .gone {
      return .gone
    }
  }

  /// Approves one of several explanations: if the service does not answer, the others can be approved all
  /// the same.
  ///
  /// - Parameter seen: the explanation as it was shown.
  /// - Returns: what became of it; if that is not known, ``isApproved(_:)`` may tell later.
  /// - Throws: a ``BooksError``: it was not approved.
  public func approve(oneOfSeveral seen: NamedExplanation) async throws -> ApprovalResult {
    do {
      return try await approve(seen)
    } catch let error as BooksError where error.code == .outcomeUnknown {
      return .unknown
    }
  }

  /// Whether an explanation is approved as it was shown: the evidence of an approval without an answer.
  ///
  /// While it is not, such an approval may still arrive.
  ///
  /// - Parameter seen: the explanation as it was shown.
  /// - Throws: a ``BooksError``.
  public func isApproved(_ seen: NamedExplanation) async throws -> Bool {
    guard let now = try await current(seen) else { return false }
    return !now.isToApprove && now.saysTheSame(as: seen.explanation)
  }

  /// An explanation as it is now; nil if its transaction does not have it any more.
  private func current(_ seen: NamedExplanation) async throws -> BookExplanation? {
    let explanation = seen.explanation
    let transaction = try await transaction(seen.transaction.id, in: explanation.amount.currency)
    return transaction.explanations.first { $0.id == explanation.id }
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
  /// It may be approved: the service was asked to, and did not answer. Only ``Bookkeeper/approve(oneOfSeveral:)``
  /// returns it; ``Bookkeeper/approve(_:)`` throws an error instead.
  case unknown

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
