import Bank
import StarlingAPI

extension HTTPBank {
  /// Sends a request that is no order, with all patience.
  ///
  /// - Parameter account: the account in the path.
  /// - Throws: a `BankError`, or a `CancellationError` where the task is cancelled before anything may
  ///   have been done.
  func ask<Endpoint: Starling.Endpoint>(
    _ endpoint: Endpoint, about account: Account.ID? = nil
  ) async throws -> Endpoint.Answer {
    var tally = makeTally()
    do throws(Trouble) {
      return try await requester.ask(endpoint, &tally)
    } catch {
      throw error.thrown(about: account, isWrite: Endpoint.method != .get)
    }
  }

  func makeTally() -> PatienceTally {
    PatienceTally(configuration.patience, configuration.timing)
  }
}

extension Trouble {
  /// What a caller is to catch.
  func thrown(about account: Account.ID? = nil, isWrite: Bool = false) -> any Error {
    if isWrite, mayHaveBeenDone { return BankError.outcomeUnknown(cause: cause) }
    if case .cancelled = self { return CancellationError() }
    return bankError(about: account)
  }
}
