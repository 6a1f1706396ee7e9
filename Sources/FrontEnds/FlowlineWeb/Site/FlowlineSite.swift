public import Flowline
public import FlowlineHost
public import Hummingbird

/// The sessions of a host as pages for people, which work without a script.
///
///     let site = FlowlineSite<BasicRequestContext>(
///       host, layout: WebLayout(serviceName: "Savings")
///     ) { request, _ in
///       try await user(of: request)
///     }
///     site.addRoutes(to: router)
///
/// Every session and every question has an address; reading one changes nothing. What is sent is
/// answered by leading on, or, if it was not taken, by the page as it was filled in.
public struct FlowlineSite<Context: RequestContext>: Sendable {
  /// Whose request it is; nil if nobody is logged in.
  public typealias UserLookup = @Sendable (Request, Context) async throws -> UserID?

  let service: SiteService
  let user: UserLookup

  /// Makes the pages.
  ///
  /// - Parameters:
  ///   - host: keeps the sessions.
  ///   - layout: what is around every page.
  ///   - path: the path that the pages are below, `/forms` for example: links and redirects begin with it. The
  ///     router does not tell it, so it has to be the same as that of the group they are added to.
  ///   - hosts: the names the site is reached by, without a port: behind a proxy the name that browsers ask
  ///     for. Requests that name another are refused (421), so that no page elsewhere can reach a site on this
  ///     machine.
  ///   - isSecure: whether browsers reach it by TLS, of a proxy for example.
  ///   - lock: hides the pages of a browser behind a PIN, once its user has chosen one; nil if nobody can.
  ///   - values: keeps what was typed in a form that is left by a way of the frame, to lock or to log out for
  ///     example, until the same user opens the session again: for 30 days at the most, and no secret. It is
  ///     forgotten with its session and its user. Nil for the store of the lock; without either, such a way
  ///     keeps what was typed within the session alone.
  ///   - visitors: the rule that `user` goes by, so that the cookie of a browser is renewed before a person logs
  ///     in; nil if users are known another way, which is to do so itself.
  ///   - environment: the world of a session whose browser does not say its language.
  ///   - user: says whose request it is. Sessions of others do not exist for it.
  public init(
    _ host: SessionHost, layout: WebLayout, at path: String = "",
    hosts: [String] = ["localhost", "127.0.0.1", "[::1]"], isSecure: Bool = false,
    lock: WebLock? = nil, keepingTypedIn values: (any ValueStore)? = nil,
    visitors: Visitors? = nil,
    in environment: @escaping @Sendable () -> FlowEnvironment = { .current },
    user: @escaping UserLookup
  ) {
    let base = path.split(separator: "/").map(String.init)
    let typed = (values ?? lock?.pins.values).map { TypedShelf($0, by: host.clock) }
    if let typed {
      host.whenForgotten { key async throws(StoreFailure) in try await typed.forget(key) }
      // Nobody can answer with it any more, only copy it.
      host.whenEnded { key async throws(StoreFailure) in try await typed.expire(key) }
      host.whenErased { user async throws(StoreFailure) in try await typed.forgetAll(of: user) }
    }
    service = SiteService(
      host: host, layout: layout, paths: SitePaths(base: base),
      requestGuard: RequestGuard(hosts: AllowedHosts(hosts)), isSecure: isSecure,
      lock: lock, typed: typed, visitors: visitors, environment: environment)
    self.user = user
  }

  /// Adds the routes of all pages.
  ///
  /// What no route takes is the router's to answer, 404 without a page: see ``unknownAddresses``.
  ///
  /// - Parameter router: the group that they are below.
  public func addRoutes(to router: some RouterMethods<Context>) {
    for route in SiteRoute.all {
      router.on(RouterPath(route.path), method: route.method) { request, context in
        await service.respond(to: request, in: context, by: route) {
          try await user(request, context)
        }
      }
    }
    router.get("assets/{name}") { request, context in
      guard let asset = context.parameters.get("name").flatMap({ Asset.named($0) }) else {
        throw HTTPError(.notFound)
      }
      return Response(asset)
    }
  }
}

extension FlowlineSite {
  /// Answers addresses below the site's that no route takes with a page that says so.
  ///
  /// An address that does not take the method is answered 405, with those that it takes. It belongs to the
  /// router that the pages are in, before all routes.
  public var unknownAddresses: some RouterMiddleware<Context> { unknownAddresses(besides: []) }

  /// The same, where there are addresses of others.
  ///
  /// - Parameter routes: the methods and paths of those below the site's, as they are written for a router,
  ///   such as `get` and `health`.
  public func unknownAddresses(
    besides routes: [(method: HTTPRequest.Method, path: String)]
  ) -> some RouterMiddleware<Context> {
    for route in routes { service.routes.add(route.method, route.path) }
    return Unrouted<Context>(routes: service.routes, base: service.paths.base) {
      [service] request, allowed in
      await service.unrouted(request, isKnown: !allowed.isEmpty)
    }
  }
}

/// What the pages work with.
struct SiteService: Sendable {
  let host: SessionHost
  let layout: WebLayout
  let paths: SitePaths
  let requestGuard: RequestGuard
  let isSecure: Bool
  let lock: WebLock?
  /// What was typed on pages that were left; nil if nothing keeps that.
  let typed: TypedShelf?
  /// Those who are known by a cookie; nil if users are known another way.
  let visitors: Visitors?
  /// Which addresses there are, with those of pages that were added.
  let routes = KnownRoutes(
    SiteRoute.all.map { ($0.method, $0.path) } + [(.get, "assets/{name}")])
  let environment: @Sendable () -> FlowEnvironment
}
