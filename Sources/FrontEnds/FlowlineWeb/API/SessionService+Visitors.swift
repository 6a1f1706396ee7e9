import Flowline
import FlowlineHost
import FlowlineMessages
import Hummingbird

/// Calls of browsers by which a person may log in, before which the cookie of a visitor is renewed.
extension SessionService {
  /// Whether a person may log in by a call: it answers a sensitive question, or gives answers to questions that
  /// are not known yet.
  ///
  /// A program's cookie is nobody else's to set, so that its calls renew none: it would have to keep another one
  /// with each secret.
  func mayLogIn(
    _ call: APICall, by operation: Operation, _ request: Request
  ) async throws -> Bool {
    guard request.isOfBrowser else { return false }
    switch operation.secrets {
    case .none: return false
    case .given: return call.body["given"] != nil
    case .answered:
      return try await host.state(of: call.key).questions.contains { $0.prompt.asksSecret }
    }
  }
}

extension Visitors {
  /// Whether a user is the visitor of a request's cookies, or was until they were renewed: an application may know its
  /// users another way as well.
  func know(_ user: UserID, by request: Request) async throws(StoreFailure) -> Bool {
    switch try await standing(of: request) {
    case .known(let cookie), .earlier(let cookie), .outdated(let cookie, _): cookie.user == user
    case .unknown, .several: false
    }
  }
}

extension APICall {
  /// What of the call is known to its sender alone.
  var secrets: [UInt8] {
    let members = ["answer", "fill", "given"].compactMap { name in
      body[name].map { "\(name) \($0.text)" }
    }
    return Array(members.joined(separator: "\n").utf8)
  }
}

extension Request {
  /// Whether a browser sent it, as far as its headers say.
  fileprivate var isOfBrowser: Bool {
    headers[.origin] != nil || headers.value(of: .secFetchSite) != nil
  }
}
