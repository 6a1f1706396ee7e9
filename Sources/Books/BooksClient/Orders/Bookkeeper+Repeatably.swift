public import FreeAgentAPI
import ServiceBasics

/// What may be done again, because the case is the same after it: it needs no book of orders.
extension Bookkeeper {
  /// Says that a draft was sent in another way; one that is no draft any more stays as it is.
  ///
  /// - Returns: the document as it is now.
  /// - Throws: a ``BooksError``, of the code `gone` if it is no longer there.
  public func markAsSent(_ document: OutgoingDocument) async throws -> OutgoingDocument {
    func mark<Record: FreeAgent.Document>(_: Record.Type) async throws {
      guard let id = FreeAgent.Identifier<Record>(document.id) else { throw BooksError(.gone) }
      try await repeatably(FreeAgent.ChangeStatus<Record>(id, .markAsSent))
    }
    let now = try await self.document(document.kind, document.id)
    guard now.isDraft else { return now }
    try await mark(document.kind.record)
    return try await self.document(document.kind, document.id)
  }

  /// Takes a claim away that was not billed to a customer.
  ///
  /// - Returns: whether it was there.
  /// - Throws: a ``BooksError``, of the code `refused` if it was billed.
  @discardableResult
  public func remove(_ id: BookID<FreeAgent.Expense>) async throws -> Bool {
    do {
      try await repeatably(FreeAgent.Delete<FreeAgent.Expense>(id.identifier))
      return true
    } catch let error as BooksError where error.code == .gone {
      return false
    }
  }

  /// Sends what may be sent again: after it, the case is the same however often it was done.
  ///
  /// - Throws: a ``BooksError``, of the code `outcomeUnknown` if it may have been done.
  func repeatably(_ request: some FreeAgent.Endpoint) async throws {
    do {
      _ = try await service.answer(request)
    } catch let problem as FreeAgent.CallProblem {
      throw BooksError(repeatable: problem)
    }
  }
}

extension BooksError {
  /// Makes the error of a request that may be sent again: of the code `outcomeUnknown` if it may have been
  /// carried out.
  init(repeatable problem: FreeAgent.CallProblem) {
    let error = BooksError(problem)
    self =
      problem.mayHaveBeenDone ? BooksError(.outcomeUnknown, cause: error.reason) : error
  }
}
