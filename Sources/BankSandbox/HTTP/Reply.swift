import FoundationEssentials
import StarlingAPI

/// An answer before it is written.
enum Reply: Sendable {
  /// Success with a body.
  case answer(any Encodable & Sendable)

  /// Success without one.
  case empty(status: Int)

  /// Whatever was wrong with the request.
  case problem(RequestProblem)
}

/// Why a request is not answered with what it asked for.
struct RequestProblem: Error, Sendable {
  let status: Int

  /// What is sent along; nothing where no body is promised.
  let body: (any Encodable & Sendable)?

  /// The verbs there are, where the request's is none of them.
  var allowed: [String] = []

  /// A refusal in the API's usual shape.
  static func refused(
    _ codes: Starling.ErrorCode..., status: Int = 400
  ) -> RequestProblem {
    .refused(codes, status: status)
  }

  static func refused(_ codes: [Starling.ErrorCode], status: Int = 400) -> RequestProblem {
    let details = codes.map { Starling.ErrorDetail(message: $0.rawValue) }
    return RequestProblem(
      status: status, body: Starling.ErrorResponse(errors: details, success: false))
  }

  /// The words for a field that breaks a rule of its description.
  static func invalid(_ field: String, _ rule: String) -> RequestProblem {
    .refused(.invalid(field: field, rule))
  }

  static func missing(_ field: String) -> RequestProblem { .invalid(field, "must not be null") }

  static let unreadableBody = refused("Unable to process JSON")

  static func unauthorized(_ error: Starling.AuthorizationError) -> RequestProblem {
    RequestProblem(status: error.error == .insufficientScope ? 403 : 401, body: error)
  }
}

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
      self.init(status: 200, contentType: Self.json, body: try Self.encoded(value))
    case .empty(let status): self.init(status: status)
    case .problem(let problem):
      self.init(
        status: problem.status, contentType: problem.body == nil ? nil : Self.json,
        body: try problem.body.map { try Self.encoded($0) } ?? Data())
      if !problem.allowed.isEmpty { allow = problem.allowed.joined(separator: ", ") }
    }
  }

  static let json = "application/json"

  private static func encoded(_ value: any Encodable) throws -> Data {
    let encoder = JSONEncoder()
    // Sorted, so that the same answer is always the same bytes.
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value)
  }
}
