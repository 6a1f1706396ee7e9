import StarlingAPI

/// Everything that the API does here.
enum APIOperations {
  static let all: [Operation] =
    accounts + feed + feedItems + savingsGoals + goalTransfers + recurringTransfers + roundUp
    + identity

  /// All that a token can allow, sorted.
  static let allScopes: [String] = Set(all.flatMap(\.scopes).map(\.rawValue)).sorted()

  /// The operation of a path and its values.
  ///
  /// - Throws: a `RequestProblem` where there is no such path, or it has no such verb.
  static func find(
    method: String, segments: [Substring]
  ) throws(RequestProblem) -> (operation: Operation, values: [Substring: String]) {
    // Heads are asked for as reads are.
    let method = method == "HEAD" ? "GET" : method
    var allowed: [String] = []
    for operation in all {
      guard let values = operation.values(in: segments) else { continue }
      if operation.method.rawValue == method { return (operation, values) }
      allowed.append(operation.method.rawValue)
    }
    guard !allowed.isEmpty else { throw .notFound }
    if allowed.contains("GET") { allowed.append("HEAD") }
    var problem = RequestProblem.refused("METHOD_NOT_ALLOWED", status: 405)
    problem.allowed = allowed.sorted()
    throw problem
  }
}
