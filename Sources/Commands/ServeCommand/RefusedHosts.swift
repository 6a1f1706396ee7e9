import HTTPTypes
import Hummingbird

/// Writes to the log which host a request named that was refused for it: behind a proxy that passes on a name
/// that the server does not know, nobody gets any further, and only those who run it can help.
struct RefusedHosts: RouterMiddleware {
  typealias Context = BasicRequestContext

  let log: FaultLog

  @concurrent func handle(
    _ request: Request, context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    let response = try await next(request, context)
    if response.status == .misdirectedRequest, let host = request.head.authority {
      log.note(refusedHost: host)
    }
    return response
  }
}
