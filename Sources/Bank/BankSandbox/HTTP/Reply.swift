/// An answer before it is written.
enum Reply: Sendable {
  /// Success with a body.
  case answer(any Encodable & Sendable)

  /// Success without one.
  case empty(status: Int)

  /// Whatever was wrong with the request.
  case problem(RequestProblem)

  /// The status that it is written with.
  var status: Int {
    switch self {
    case .answer: 200
    case .empty(let status): status
    case .problem(let problem): problem.status
    }
  }
}
