import Bank
import EmbeddedBank
import ServiceBasics
import StarlingAPI

/// One thing that the API does.
struct Operation: Sendable {
  /// What is done inside one transaction; whatever is thrown undoes it.
  typealias Work = @Sendable (Call, Ledger) throws -> Reply

  let method: Starling.Method

  /// The path as the API's document writes it.
  let route: String

  /// What a token must allow, one of these; any token will do where there are none.
  let scopes: [Starling.Scope]

  /// Whether the books may change.
  let writes: Bool

  /// The most bytes of a body; 0 if none is read.
  let bodyLimit: Int

  let work: Work

  private let pattern: RoutePattern

  init(
    _ method: Starling.Method, _ route: String, scopes: [Starling.Scope],
    bodyLimit: Int = Operation.usualBodyLimit, work: @escaping Work
  ) {
    self.method = method
    self.route = route
    self.scopes = scopes
    self.writes = method != .get
    self.bodyLimit = method == .put ? bodyLimit : 0
    self.work = work
    pattern = RoutePattern(route)
  }

  /// Larger than anything but a picture.
  static let usualBodyLimit = 64 * 1024

  /// Answers an endpoint with a value.
  static func answering<Endpoint: Starling.Endpoint>(
    _ endpoint: Endpoint.Type, _ work: @escaping @Sendable (Call, Ledger) throws -> Endpoint.Answer
  ) -> Operation where Endpoint.Answer: Encodable {
    Operation(endpoint.method, endpoint.route, scopes: endpoint.scopes) { call, ledger in
      .answer(try work(call, ledger))
    }
  }

  /// Answers an endpoint with a reply that may be a refusal, which is kept as anything else is.
  static func replying<Endpoint: Starling.Endpoint>(
    _ endpoint: Endpoint.Type, bodyLimit: Int = Operation.usualBodyLimit, _ work: @escaping Work
  ) -> Operation {
    Operation(
      endpoint.method, endpoint.route, scopes: endpoint.scopes, bodyLimit: bodyLimit, work: work)
  }

  /// The values in the path's braces by their names; nil if the path is another one.
  ///
  /// They are UUIDs in either case; their lower case is taken.
  func values(in segments: [Substring]) -> [Substring: String]? {
    pattern.values(in: segments) { Identifier<Operation>($0)?.text }
  }
}
