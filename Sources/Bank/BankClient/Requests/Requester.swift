import ServiceCalls
import StarlingAPI

/// Sends requests of the bank's API.
final class Requester: Sendable {
  private let caller: ServiceCaller<Starling.Failure>

  /// Holds the access token.
  let tokens: TokenKeeper

  init(
    _ configuration: HTTPBank.Configuration, tokens: TokenKeeper,
    tell: @escaping @Sendable (HTTPBank.Event) -> Void
  ) {
    self.tokens = tokens
    let limits = NetworkTransport.Limits(
      connecting: configuration.connectTimeout, answer: configuration.requestTimeout,
      bodyBytes: configuration.largestAnswer)
    caller = ServiceCaller(
      configuration.address.service, userAgent: configuration.userAgent, tokens: tokens,
      transport: NetworkTransport(limits, timing: configuration.timing),
      report: { report in
        tell(
          .request(
            method: report.method.rawValue, route: report.route, status: report.status,
            seconds: report.seconds))
      })
  }

  /// Sends a request until it is answered or the budget is spent; only once if it must not be repeated.
  func ask<Endpoint: Starling.Endpoint>(
    _ endpoint: Endpoint, _ budget: inout RetryBudget, token: AccessToken? = nil
  ) async throws(CallFailure<Starling.Failure>) -> Endpoint.Answer {
    try await caller.ask(Self.call(endpoint), &budget, token: token)
  }

  /// Sends a request once.
  ///
  /// - Parameters:
  ///   - endpoint: the request.
  ///   - token: the token to send; nil for the one in use.
  /// - Returns: what a success brings.
  /// - Throws: what went wrong, with the token cut out of every text.
  func once<Endpoint: Starling.Endpoint>(
    _ endpoint: Endpoint, token: AccessToken? = nil
  ) async throws(CallFailure<Starling.Failure>) -> Endpoint.Answer {
    try await caller.once(Self.call(endpoint), token: token)
  }

  /// Ends the connections.
  func close() async { await caller.close() }

  private static func call<Endpoint: Starling.Endpoint>(
    _ endpoint: Endpoint
  ) throws(CallFailure<Starling.Failure>) -> Call<Endpoint.Answer> {
    do {
      return try endpoint.call()
    } catch {
      throw .notAsked(.request(.requestNotJSON))
    }
  }
}
