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
    let newcomer = visit.isNewcomer ? visit.given : nil
    if let newcomer { visitors.newcomers.arrived(newcomer) }
    defer { if let newcomer { visitors.newcomers.answered(newcomer) } }
    let sent = visit.given.map { request.sending(visitors.cookie($0)) } ?? request
    let arrival = VisitorArrival(of: sent, standing: visit.standing, at: visitors.keys)
    var response = try await Visitors.$arrival.withValue(arrival) {
      try await next(sent, context)
    }
    guard let kept = visit.kept, visit.given != nil || response.isPage else { return response }
    let cookie = visitors.cookie(kept)
    guard response.takes(cookie) else { return response }
    // If it was renewed meanwhile, the browser has the next one, or will have.
    if newcomer == nil, await !visitors.stillCount(sent.headers[values: .cookie]) {
      return response
    }
    response.give(cookie)
    return response
  }
}

/// What a request's cookies said when it came, so that it need not be asked of the store once more.
struct VisitorArrival: Sendable {
  let standing: Visitors.Standing
  private let cookies: [String]
  private let keys: VisitorKeys

  init(of request: Request, standing: Visitors.Standing, at keys: VisitorKeys) {
    (self.standing, self.keys) = (standing, keys)
    cookies = request.headers[values: .cookie]
  }

  /// Whether it still says whose a request is.
  ///
  /// Not of one with a body: a client that sends it slowly would still be the visitor of a cookie that was renewed
  /// meanwhile.
  func says(whose request: Request, at keys: VisitorKeys) -> Bool {
    [.get, .head].contains(request.method) && keys === self.keys
      && request.headers[values: .cookie] == cookies
  }
}

/// Which cookie a browser is to have.
private struct Visit {
  /// What the cookies say, with the one that is given.
  let standing: Visitors.Standing
  /// The one that the browser is given, and for which the request counts already; nil if it has one.
  ///
  /// Any response has it, and not only a page.
  let given: VisitorCookie?
  /// The one that it is to keep; nil if none is to take the place of what it has.
  let kept: VisitorCookie?
  /// Whether nobody knew the visitor before.
  let isNewcomer: Bool

  init(of cookies: [String], at visitors: Visitors) async throws(StoreFailure) {
    let found = try await visitors.look(at: cookies)
    switch found {
    case .known(let cookie):
      (standing, given, kept, isNewcomer) = (found, nil, cookie, false)
    case .earlier(let cookie):
      (standing, given, kept, isNewcomer) = (.known(cookie), cookie, cookie, false)
    // One of several is somebody's whom nobody can tell.
    case .several: (standing, given, kept, isNewcomer) = (found, nil, nil, false)
    // The next one may be on its way to the browser: another would take its place.
    case .outdated(_, let renewal?) where visitors.isRecent(renewal):
      (standing, given, kept, isNewcomer) = (found, nil, nil, false)
    case .unknown, .outdated:
      let made = try await visitors.newCookie()
      (standing, given, kept, isNewcomer) = (.known(made), made, made, true)
    }
  }
}

extension Request {
  /// The same as from a browser that has a cookie.
  fileprivate func sending(_ cookie: Cookie) -> Request {
    let others = headers[values: .cookie].flatMap(Cookies.read)
      .filter { $0.name != cookie.fullName }
    var head = head
    head.headerFields[values: .cookie] =
      others.map { "\($0.name)=\($0.value)" } + ["\(cookie.fullName)=\(cookie.value)"]
    return Request(head: head, body: body)
  }
}

extension Response {
  /// Whether it is a page of the site’s own, which no cache keeps.
  fileprivate var isPage: Bool { headers[.contentType]?.hasPrefix("text/html") ?? false }

  /// Whether it may have a cookie: others may not get the same response, and it has no other one.
  fileprivate func takes(_ cookie: Cookie) -> Bool {
    !caching.contains("public")
      && !headers[values: .setCookie].contains { $0.hasPrefix("\(cookie.fullName)=") }
  }

  /// Has the browser keep a cookie that is its own.
  fileprivate mutating func give(_ cookie: Cookie) {
    guard let header = cookie.header else { return }
    let isPrivate = caching.contains("private")
    headers[values: .setCookie].append(header)
    if !isPrivate { headers[.cacheControl] = "no-store" }
  }

  private var caching: String { headers[.cacheControl]?.lowercased() ?? "" }
}
