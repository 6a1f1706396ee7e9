import SandboxKit

/// An answer before it is written.
enum Reply: Sendable {
  /// Success with a body.
  case answer(any Encodable & Sendable)

  /// Success without one.
  case empty(status: Int)

  /// Whatever was wrong with the request.
  case problem(RequestProblem)
}

extension WrittenReply {
  /// Encodes a reply; one that cannot be encoded is an empty 500.
  init(_ reply: Reply) {
    switch reply {
    case .answer(let value): self = Self.encoded(value)
    case .empty(let status): self.init(status: status)
    case .problem(let problem):
      self =
        problem.body.map { Self.encoded($0, status: problem.status) }
        ?? WrittenReply(status: problem.status)
      if !problem.allowed.isEmpty { allow = problem.allowed.joined(separator: ", ") }
    }
  }

  private static func encoded(_ value: any Encodable, status: Int = 200) -> WrittenReply {
    (try? WrittenReply(status: status, json: value)) ?? WrittenReply(status: 500)
  }
}
