import Hummingbird

/// Answers requests that no route takes, for pages and the API alike: the address is unknown, or does not
/// take the method.
struct Unrouted<Context: RequestContext>: RouterMiddleware {
  /// The routes there are, with paths as they are written for a router, below the base.
  let routes: [(method: HTTPRequest.Method, path: String)]
  /// The parts of the path that all are below.
  let base: [String]
  /// Makes the answer from the methods that the address takes; none if it is unknown.
  let answer: @Sendable (Request, _ allowed: [HTTPRequest.Method]) -> Response

  @concurrent func handle(
    _ request: Request, context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as HTTPError where error.status == .notFound {
      let parts = request.uri.path.split(separator: "/").map(String.init)
      guard parts.starts(with: base) else { throw error }
      var allowed = methods(of: Array(parts.dropFirst(base.count)))
      // A route took it, and found nothing.
      if allowed.contains(request.method) { allowed = [] }
      var response = answer(request, allowed)
      if !allowed.isEmpty {
        response.headers[.allow] = allowed.map(\.rawValue).joined(separator: ", ")
      }
      return request.method == .head ? response.createHeadResponse() : response
    }
  }

  private func methods(of parts: [String]) -> [HTTPRequest.Method] {
    routes.filter { Self.fits(parts, $0.path) }.flatMap {
      $0.method == .get ? [.get, .head] : [$0.method]
    }
  }

  private static func fits(_ parts: [String], _ path: String) -> Bool {
    let wanted = path.split(separator: "/")
    return wanted.count == parts.count
      && zip(wanted, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
  }
}
