public import Flowline
public import Hummingbird

/// Pages beside those of sessions, in the same layout and under the same rules.
extension FlowlineSite {
  /// Adds a page that users see.
  ///
  ///     site.addPage(at: "orders/{order}", to: router.group("shop")) { call in
  ///       guard let order = try await orders.find(call.parameter("order"), of: call.user) else {
  ///         return .notFound
  ///       }
  ///       return .page(title: order.name, HTML { Tag.h1(.class("heading")) { order.name } })
  ///     }
  ///
  /// It is in the site's layout. A request of nobody's is answered by the page that leads to the log-in, one that
  /// names another host or comes from another site as the pages of sessions answer it.
  ///
  /// - Parameters:
  ///   - path: its address, below the site's; a part in braces may be anything, see ``PageCall/parameter(_:)``.
  ///   - method: `get`, or `post` for what a form sends: short fields, 64 KiB together.
  ///   - keepsTyped: whether a page that refuses what was sent, for want of a log-in for example, keeps
  ///     it and can send it again: nothing in it is secret.
  ///   - router: the group that the site's routes are added to.
  ///   - make: makes it.
  public func addPage(
    at path: String, method: HTTPRequest.Method = .get, keepsTyped: Bool = false,
    to router: some RouterMethods<Context>,
    _ make: @escaping @Sendable (PageCall<UserID>) async throws -> SitePageReply
  ) {
    addPage(at: path, method: method, keepsTyped: keepsTyped, isLogIn: nil, to: router, make)
  }

  /// Adds a page that everybody sees, logged in or not: one that logs in, for example.
  ///
  ///     site.addOpenPage(at: "log-in", method: .post, to: router.group("shop")) { call in
  ///       guard let cookie = members.logIn(call.field("name"), call.field("password")) else {
  ///         return .refused(title: "Log in", SitePageRefusal("Check both."), form(call.next))
  ///       }
  ///       return .seeOther(call.next ?? call.home).keeping(cookie)
  ///     }
  ///
  /// - Parameters:
  ///   - path: its address, below the site's.
  ///   - method: `get`, or `post` for what a form sends: short fields, 64 KiB together.
  ///   - router: the group that the site's routes are added to.
  ///   - make: makes it.
  public func addOpenPage(
    at path: String, method: HTTPRequest.Method = .get, to router: some RouterMethods<Context>,
    _ make: @escaping @Sendable (PageCall<UserID?>) async throws -> SitePageReply
  ) {
    let route = SiteRoute(method: method, openPath: path) { call in
      try await make(OpenPageCall(call.user, call)).reply(in: call.contextKeepingNext())
    }
    add(route, to: router)
  }

  /// Adds a page by which a user may log in.
  ///
  /// - Parameters:
  ///   - path: its address, below the site's.
  ///   - method: `get`, or `post` for what a form sends.
  ///   - keepsTyped: whether a page that refuses what was sent keeps it.
  ///   - isLogIn: whether a user logs in by opening it with a query, as somebody waits for that: the cookie of
  ///     a visitor is renewed before. Nil if nobody logs in by it.
  ///   - router: the group that it is added to.
  ///   - make: makes it.
  package func addPage(
    at path: String, method: HTTPRequest.Method = .get, keepsTyped: Bool = false,
    isLogIn: (@Sendable (UserID, _ query: String) async throws -> Bool)?,
    to router: some RouterMethods<Context>,
    _ make: @escaping @Sendable (SitePageCall) async throws -> SitePageReply
  ) {
    let keeping: SiteRoute.Keeping = keepsTyped ? .fields : .nothing
    let logIn = isLogIn.map { SiteRoute.LogIn.byQuery($0) } ?? .never
    let route = SiteRoute(method: method, path: path, logIn: logIn, keeping: keeping) { call in
      try await make(SitePageCall(call.user, call.open)).reply(in: call.context())
    }
    add(route, to: router)
  }

  private func add(_ route: SiteRoute, to router: some RouterMethods<Context>) {
    service.routes.add(route.method, route.path)
    router.on(RouterPath(route.path), method: route.method) { request, context in
      await service.respond(to: request, in: context, by: route) {
        try await user(request, context)
      }
    }
  }
}
