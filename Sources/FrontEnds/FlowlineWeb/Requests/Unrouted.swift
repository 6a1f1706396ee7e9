import Hummingbird
import Synchronization

/// The methods that addresses take, as routers are told them: pages that are added later tell them, too.
final class KnownRoutes: Sendable {
  /// A method with a path as it is written for a router, below the base.
  typealias Route = (method: HTTPRequest.Method, path: String)

  private let added: Mutex<[Route]>

  init(_ routes: [Route] = []) { added = Mutex(routes) }

  func add(_ method: HTTPRequest.Method, _ path: String) {
    added.withLock { $0.append((method, path)) }
  }

  /// The methods that an address takes; none if it is unknown.
  func methods(of parts: [String]) -> [HTTPRequest.Method] {
    var methods: [HTTPRequest.Method] = []
    for route in added.withLock({ $0 }) where Self.fits(parts, route.path) {
      let taken: [HTTPRequest.Method] = route.method == .get ? [.get, .head] : [route.method]
      methods += taken.filter { !methods.contains($0) }
    }
    return methods
  }

  private static func fits(_ parts: [String], _ path: String) -> Bool {
    let wanted = path.split(separator: "/")
    return wanted.count == parts.count
      && zip(wanted, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
  }
}

/// Answers requests that no route takes, for pages and the API alike: the address is unknown, or does not
/// take the method.
struct Unrouted<Context: RequestContext>: RouterMiddleware {
  /// The routes there are.
  let routes: KnownRoutes
  /// The parts of the path that all are below.
  let base: [String]
  /// Makes the answer from the methods that the address takes; none if it is unknown.
  let answer: @Sendable (Request, _ allowed: [HTTPRequest.Method]) async -> Response

  @concurrent func handle(
    _ request: Request, context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as HTTPError where error.status == .notFound {
      let parts = request.uri.path.split(separator: "/").map(String.init)
      guard parts.starts(with: base) else { throw error }
      var allowed = routes.methods(of: Array(parts.dropFirst(base.count)))
      // A route took it, and found nothing.
      if allowed.contains(request.method) { allowed = [] }
      var response = await answer(request, allowed)
      if !allowed.isEmpty {
        response.headers[.allow] = allowed.map(\.rawValue).joined(separator: ", ")
      }
      return request.method == .head ? response.createHeadResponse() : response
    }
  }
}
