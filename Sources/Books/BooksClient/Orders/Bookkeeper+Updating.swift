import FreeAgentAPI
import ServiceBasics

extension Bookkeeper {
  /// What became of an update.
  enum Written<Target: Sendable> {
    case written(Target)
    case refused(FreeAgent.Failure)
  }

  /// Changes members of something in the books; the same again changes nothing more.
  ///
  /// - Throws: a ``BooksError``: of the code `outcomeUnknown` if it may have been carried out.
  func update<Target: FreeAgent.Updatable>(
    _ id: BookID<Target>, by changes: Target
  ) async throws -> Written<Target> {
    do {
      let answer = try await service.answer(FreeAgent.Update(id.identifier, changes)).answer
      if let answer { return .written(answer) }
    } catch let problem as FreeAgent.CallProblem {
      guard !problem.mayHaveBeenDone, case .refused(let failure) = problem,
        !failure.isInvalidToken, !failure.isThrottled, failure.status != 403
      else { throw BooksError(repeatable: problem) }
      return .refused(failure)
    }
    do {
      return .written(try await ask(FreeAgent.Get(id.identifier)))
    } catch let error as BooksError where error.code != .gone {
      throw error.ofBegun
    }
  }

  /// Takes a receipt off what it is attached to; one that is no longer there is off either way.
  ///
  /// - Throws: a ``BooksError``: of the code `outcomeUnknown` if it may have been carried out.
  func takeOff(_ receipt: BookID<FreeAgent.Attachment>) async throws {
    do {
      try await repeatably(FreeAgent.Delete<FreeAgent.Attachment>(receipt.identifier))
    } catch let error as BooksError where error.code == .gone {}
  }
}

extension BooksError {
  /// The error of an order of which a part was carried out, or all of it may have been: the same order finds
  /// out about the rest.
  ///
  /// A missing log-in stays as it is: the person logs in, and the same order is sent again.
  package var ofBegun: BooksError {
    guard code != .outcomeUnknown, code != .notLoggedIn else { return self }
    return BooksError(.outcomeUnknown, cause: reason)
  }
}
