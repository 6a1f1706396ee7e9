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
    let visit: Visit
    do throws(StoreFailure) {
      visit = try await Visit(of: request.headers[values: .cookie], at: visitors)
    } catch {
      // It fails for the user of the request as well, and the page of that says why.
      return try await next(request, context)
    }
    // It would be another visitor there. One who is known by this name keeps what is kept of that visitor, and one
    // who has logged out at it is told so here, and not shown what another has begun at the other.
    if visit.isUnknown, let location = address?.location(for: request) {
      return Response(leadingTo: location)
    }
    let newcomer = visit.isNewcomer ? visit.given : nil
    if let newcomer { visitors.newcomers.arrived(newcomer) }
    defer { if let newcomer { visitors.newcomers.answered(newcomer) } }
    let given = [visit.given.map { visitors.cookie($0) }, visit.mark].compactMap(\.self)
    let sent = given.reduce(request) { $0.sending($1) }
    let arrival = VisitorArrival(of: sent, standing: visit.standing, at: visitors.seal)
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
    if let mark = visit.mark { response.give(mark) }
    return response
  }
}

/// What a request's cookies said when it came, so that it need not be asked of the store once more.
struct VisitorArrival: Sendable {
  let standing: Visitors.Standing
  private let cookies: [String]
  private let seal: StoreSeal

  init(of request: Request, standing: Visitors.Standing, at seal: StoreSeal) {
    (self.standing, self.seal) = (standing, seal)
    cookies = request.headers[values: .cookie]
  }

  /// Whether it still says whose a request is.
  ///
  /// Not of one with a body: a client that sends it slowly would still be the visitor of a cookie that was renewed
  /// meanwhile.
  func says(whose request: Request, at seal: StoreSeal) -> Bool {
    [.get, .head].contains(request.method) && seal === self.seal
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
  /// Whether the browser has no cookie that a server made.
  let isUnknown: Bool
  /// What says that somebody has logged out in the browser; nil if nothing is to say so.
  private(set) var mark: Cookie?

  init(of cookies: [String], at visitors: Visitors) async throws(StoreFailure) {
    let found = try await visitors.look(at: cookies)
    isUnknown = found == .unknown
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
      if case .outdated(let cookie, let renewal?) = found, renewal.reason == .ended {
        mark = Visitors.loggedOutMark(as: cookie.names)
      }
    }
  }
}

extension Request {
  /// The same as from a browser that has a cookie.
  fileprivate func sending(_ cookie: Cookie) -> Request {
    let others = headers[values: .cookie].flatMap(Cookies.read)
      .filter { $0.name != cookie.name }
    var head = head
    head.headerFields[values: .cookie] =
      others.map { "\($0.name)=\($0.value)" } + ["\(cookie.name)=\(cookie.value)"]
    return Request(head: head, body: body)
  }
}

extension Response {
  /// Whether it is a page of the site’s own, which no cache keeps.
  fileprivate var isPage: Bool { headers[.contentType]?.hasPrefix("text/html") ?? false }

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

  private var caching: String { headers[.cacheControl]?.lowercased() ?? "" }
}
