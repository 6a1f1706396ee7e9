import Bank
import ServiceCalls
import StarlingAPI

extension HTTPBank {
  /// Sends a request that is no order, with all patience.
  ///
  /// - Parameters:
  ///   - endpoint: the request.
  ///   - account: the account in the path.
  /// - Returns: what a success brings.
  /// - Throws: a `BankError`, or a `CancellationError` if the task is cancelled before anything may
  ///   have been done.
  func ask<Endpoint: Starling.Endpoint>(
    _ endpoint: Endpoint, about account: Account.ID? = nil
  ) async throws -> Endpoint.Answer {
    var budget = makeBudget()
    do throws(CallFailure<Starling.Failure>) {
      return try await requester.ask(endpoint, &budget)
    } catch {
      throw error.thrown(about: account, isWrite: Endpoint.method != .get)
    }
  }

  /// What the configuration allows of waiting, none of it spent.
  func makeBudget() -> RetryBudget {
    RetryBudget(configuration.patience, configuration.timing)
  }
}
