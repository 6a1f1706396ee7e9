import Flowline
import Hummingbird

/// Gives browsers their cookies.
struct VisitorMiddleware<Context: RequestContext>: RouterMiddleware {
  let visitors: Visitors
  /// Where browsers are led that are not known yet; nil if each name is as good.
  let address: LoopbackAddress?

  @concurrent func handle(
    _ request: Request, context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    // A browser sends no cookie with a form of another site: a new one would take the place of the one
    // that it has, and with it all sessions. Such a request is refused.
    guard CrossOrigin.allows(request) else { return try await next(request, context) }
    let arrival: VisitorArrival
    let sent: Request
    do throws(StoreFailure) {
      arrival = try await VisitorArrival(of: request, at: visitors)
      // It would be another visitor there. One who is known by this name keeps what is kept of that visitor, and one
      // who has logged out at it is told so here, and not shown what another has begun at the other.
      if arrival.isUnknown, let location = address?.location(for: request) {
        return Response(leadingTo: location)
      }
      if arrival.isAskedLater {
        sent = request
      } else {
        sent = arrival.counted(request, by: try await arrival.visit())
      }
    } catch {
      // It fails for the user of the request as well, and the page of that says why.
      return try await next(request, context)
    }
    defer { arrival.end() }
    var response = try await Visitors.$arrival.withValue(arrival) {
      try await next(sent, context)
    }
    let asked = arrival.asked
    var found = asked
    // Nobody has asked whose the request is: a page has its cookie nevertheless, and anything else needs none.
    if found == nil, response.isPage { found = try? await arrival.visit() }
    guard let visit = found, let kept = visit.kept, visit.given != nil || response.isPage else {
      return response
    }
    let cookie = visitors.cookie(kept)
    guard response.takes(cookie) else {
      // Of those who get what any cache may keep, such as the style sheet, nothing is begun.
      if visit.isNewcomer { visitors.leaveOutLast() }
      return response
    }
    // If it was renewed meanwhile, the browser has the next one, or will have: it is asked here once more, since
    // the request may have taken long.
    if asked != nil, !visit.isNewcomer, await !visitors.stillCount(visit.cookies) {
      return response
    }
    response.give(cookie)
    if let mark = visit.mark { response.give(mark) }
    return response
  }
}

extension Response {
  /// Whether it is a page of the site’s own, which no cache keeps.
  fileprivate var isPage: Bool { headers.value(of: .contentType)?.hasPrefix("text/html") ?? false }

  /// Whether it may have a cookie: others may not get the same response, and it has no other one.
  fileprivate func takes(_ cookie: Cookie) -> Bool {
    !caching.contains("public")
      && !headers[values: .setCookie].contains { $0.hasPrefix("\(cookie.name)=") }
  }

  /// Has the browser keep a cookie that is its own.
  fileprivate mutating func give(_ cookie: Cookie) {
    let given = cookie.headers
    guard !given.isEmpty else { return }
    let isPrivate = caching.contains("private")
    headers[values: .setCookie] += given
    if !isPrivate { headers[.cacheControl] = "no-store" }
  }

  private var caching: String { headers.value(of: .cacheControl)?.lowercased() ?? "" }
}
