import StarlingAPI

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
  static let notFound = refused("NOT_FOUND", status: 404)

  static func unauthorized(_ error: Starling.AuthorizationError) -> RequestProblem {
    RequestProblem(status: error.error == .insufficientScope ? 403 : 401, body: error)
  }
}
