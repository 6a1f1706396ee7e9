import Flowline
import Hummingbird

/// Gives browsers their cookies.
struct VisitorMiddleware<Context: RequestContext>: RouterMiddleware {
  let visitors: Visitors

  @concurrent func handle(
    _ request: Request, context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    // A browser sends no cookie with a form of another site: a new one would take the place of the one
    // that it has, and with it all sessions. Such a request is refused.
    guard CrossOrigin.allows(request) else { return try await next(request, context) }
    let visit: Visit
    do throws(StoreFailure) {
      visit = try await Visit(of: request.headers[values: .cookie], at: visitors)
    } catch {
      // It fails for the user of the request as well, and the page of that says why.
      return try await next(request, context)
    }
    var sent = request
    defer { if let new = visit.new { visitors.newcomers.answered(new) } }
    if let new = visit.new {
      visitors.newcomers.arrived(new)
      let cookie = visitors.cookie(new)
      let others = request.headers[values: .cookie].flatMap(Cookies.read)
        .filter { $0.name != cookie.fullName }
      var head = request.head
      head.headerFields[values: .cookie] =
        others.map { "\($0.name)=\($0.value)" } + ["\(cookie.fullName)=\(cookie.value)"]
      sent = Request(head: head, body: request.body)
    }
    var response = try await next(sent, context)
    guard let kept = visit.kept, visit.isNews || response.isPage else { return response }
    // If it was renewed meanwhile, the browser has the next one, or will have.
    if visit.new == nil, await !visitors.stillCount(request.headers[values: .cookie]) {
      return response
    }
    response.give(visitors.cookie(kept))
    return response
  }
}

/// Which cookie a browser is to have.
private struct Visit {
  /// The one that it is given, and for which the request counts already; nil if it has one.
  let new: VisitorCookie?
  /// The one that it is to keep; nil if none is to take the place of what it has.
  let kept: VisitorCookie?
  /// Whether any response has it, and not only a page.
  let isNews: Bool

  init(of cookies: [String], at visitors: Visitors) async throws(StoreFailure) {
    switch try await visitors.look(at: cookies) {
    case .known(let cookie):
      let proved = try await visitors.proved(cookie)
      (new, kept, isNews) = (nil, proved, proved != cookie)
    // One of several is somebody's whom nobody can tell.
    case .several: (new, kept, isNews) = (nil, nil, false)
    // The next one may be on its way to the browser: another would take its place.
    case .outdated(_, let renewal?) where visitors.isRecent(renewal):
      (new, kept, isNews) = (nil, nil, false)
    case .unknown, .outdated:
      let made = try await visitors.newCookie()
      (new, kept, isNews) = (made, made, true)
    }
  }
}

extension Response {
  /// Whether it is a page of the site’s own, which no cache keeps.
  fileprivate var isPage: Bool { headers[.contentType]?.hasPrefix("text/html") ?? false }

  /// Has the browser keep a cookie that is its own, unless others may get the same response or it has been
  /// given another one.
  fileprivate mutating func give(_ cookie: Cookie) {
    let caching = headers[.cacheControl]?.lowercased() ?? ""
    guard !caching.contains("public"), let header = cookie.header,
      !headers[values: .setCookie].contains(where: { $0.hasPrefix("\(cookie.fullName)=") })
    else { return }
    headers[values: .setCookie].append(header)
    if !caching.contains("private") { headers[.cacheControl] = "no-store" }
  }
}
