import Hummingbird

/// The answer to a request whose token names nobody (RFC 6750, 3).
struct BearerChallenge {
  /// Whether the request carries a token: a wrong, an expired or a revoked one.
  private let hasToken: Bool

  init(to request: Request) { hasToken = AgentTokens.bearer(in: request) != nil }

  /// What was expected, what came and what to do.
  var text: String {
    let came = hasToken ? "one that is wrong, expired or revoked" : "none"
    return "expected a bearer token that counts here, got \(came); get one and send it"
  }

  /// The header `WWW-Authenticate`.
  ///
  /// - Parameter parameters: what else it says, such as where tokens are given.
  func header(_ parameters: (name: String, value: String)...) -> String {
    let error = hasToken ? [(name: "error", value: "invalid_token")] : []
    let all = (parameters + error).map { "\($0.name)=\"\($0.value)\"" }
    return (["Bearer"] + (all.isEmpty ? [] : [all.joined(separator: ", ")])).joined(separator: " ")
  }
}
