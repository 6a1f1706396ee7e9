import Flowline
import FoundationEssentials
import Hummingbird

/// Requests of visitors: before a log-in their cookies are renewed, and after a log-out they begin anew.
extension SiteService {
  /// Renews the cookie of a request by which a person may log in.
  ///
  /// Nobody who knew it before is in afterwards: from here on no other request is the visitor's.
  ///
  /// - Returns: the visitor with the cookie that the reply has the browser keep; nil if nothing is renewed.
  /// - Throws: a ``SiteFault`` if another request has renewed it, or a `StoreFailure`.
  func renewedVisitor(
    of request: Request, _ body: PostedBody?, by route: SiteRoute
  ) async throws -> VisitorCookie? {
    guard let visitors, let typed = try await typedToLogIn(request, body, by: route, visitors)
    else { return nil }
    switch try await visitors.renewal(of: request, by: typed) {
    case .none: return nil
    case .made(let cookie): return cookie
    case .overtaken: throw try await faultOfNobody(at: request)
    }
  }

  /// What of a request is known to the person alone, if the person may log in by it; nil if not.
  private func typedToLogIn(
    _ request: Request, _ body: PostedBody?, by route: SiteRoute, _ visitors: Visitors
  ) async throws -> [UInt8]? {
    switch route.logIn {
    case .never: return nil
    case .byAnswer:
      // What only goes back, leaves or shows the question once more takes no secret.
      guard let body, let action = PageAction(body), [.answer, .acknowledge].contains(action)
      else { return nil }
      return body.typedSecrets
    case .byQuery(let isAwaited):
      let query = request.uri.query ?? ""
      switch try await visitors.look(at: request.headers[values: .cookie]) {
      case .unknown, .several: return nil
      // It was awaited, if the request is the same as the one that renewed the cookie.
      case .outdated: break
      // Any site may lead a browser here.
      case .known(let cookie), .earlier(let cookie):
        guard try await isAwaited(cookie.user, query) else { return nil }
      }
      return Array(query.utf8)
    }
  }

  /// Why a request is nobody's.
  func faultOfNobody(at request: Request) async throws(StoreFailure) -> SiteFault {
    guard let visitors else { return .logIn }
    switch try await visitors.look(at: request.headers[values: .cookie]) {
    case .several: return .twoCookies
    case .outdated(_, let renewal?) where renewal.reason == .ended: return .loggedOut
    case .outdated: return .renewed
    case .unknown, .known, .earlier: return .logIn
    }
  }

  /// Where a browser begins anew whose visitor has ended, with the cookie of another; nil if it does not, or
  /// what it sent is to be shown once more.
  func anew(after fault: SiteFault, _ route: SiteRoute) async -> SiteReply? {
    guard fault == .loggedOut, route.isPage, let visitors,
      let cookie = try? await visitors.newCookie()
    else { return nil }
    return .seeOther(paths.home(saying: .loggedOut), visitors.cookie(cookie))
  }
}

extension SiteRoute {
  /// Whether a browser shows what is at the address as a page.
  var isPage: Bool { method == .get && !isStream }
}

extension Response {
  /// Has the browser keep a cookie; nil for none.
  mutating func keep(_ cookie: Cookie?) {
    if let header = cookie?.header { headers[values: .setCookie].append(header) }
  }
}
