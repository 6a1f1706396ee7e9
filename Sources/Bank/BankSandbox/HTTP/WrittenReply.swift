import FoundationEssentials
import ServiceBasics

/// An answer as it is written.
struct WrittenReply: Sendable {
  var status: Int
  var contentType: String?
  var body: Data
  /// The verbs there are, where the request's is none of them.
  var allow: String?
  /// When to try again.
  var retryAfter: String?

  init(status: Int, contentType: String? = nil, body: Data = Data()) {
    self.status = status
    self.contentType = contentType
    self.body = body
  }

  /// Encodes a reply, once.
  init(_ reply: Reply) throws {
    switch reply {
    case .answer(let value):
      self.init(status: reply.status, contentType: Self.json, body: try CanonicalJSON.data(value))
    case .empty: self.init(status: reply.status)
    case .problem(let problem):
      self.init(
        status: reply.status, contentType: problem.body == nil ? nil : Self.json,
        body: try problem.body.map { try CanonicalJSON.data($0) } ?? Data())
      if !problem.allowed.isEmpty { allow = problem.allowed.joined(separator: ", ") }
    }
  }

  static let json = "application/json"
}
