public import Flowline
public import Hummingbird

/// Knows visitors without a log-in by a cookie of their browser, which is all that proves who they are.
///
///     let visitors = Visitors(isSecure: true)
///     router.add(middleware: visitors.middleware(for: BasicRequestContext.self))
///     FlowlineSite(host, layout: layout, isSecure: true) { request, _ in visitors.user(of: request) }
///
/// The cookie is 128 random bits, read by no script; what a store has of it is a digest, from which
/// nobody can make the cookie.
public struct Visitors: Sendable {
  private static let name = "flowline"
  /// How many seconds a browser keeps it.
  private let lifetime: Int
  private let isSecure: Bool

  /// Makes the rule.
  ///
  /// - Parameters:
  ///   - lifetime: how many seconds a browser keeps the cookie from its last visit on.
  ///   - isSecure: whether browsers reach the site by TLS.
  public init(lifetime: Int = 90 * 86_400, isSecure: Bool = false) {
    self.lifetime = lifetime
    self.isSecure = isSecure
  }

  /// What a visitor can do who has forgotten the PIN of a ``WebLock``.
  public static let forgottenPIN: Text = WebWords.catalog("lock.forgotten")

  /// Whose request it is; nil if it has no cookie of ours.
  public func user(of request: Request) -> UserID? {
    secret(of: request).map(Self.user)
  }

  /// The user that a cookie's value stands for.
  package static func user(of secret: String) -> UserID {
    let digest = FileDigest(of: Array(secret.utf8)).description
    return UserID("visitor-\(digest.dropFirst("sha256:".count).prefix(32))")
  }

  /// A value for a cookie that nobody can guess.
  package static func makeSecret() -> String {
    (0..<16).map { _ in
      let byte = String(UInt8.random(in: 0...255), radix: 16)
      return byte.count == 1 ? "0" + byte : byte
    }.joined()
  }

  /// The name of the cookie, as browsers have it.
  package var cookieName: String { Cookie.fullName(Self.name, isSecure: isSecure) }

  private func secret(of request: Request) -> String? {
    guard let secret = Cookies.value(of: cookieName, in: request.headers[values: .cookie]),
      secret.utf8.count == 32, secret.allSatisfy(\.isHexDigit)
    else { return nil }
    return secret
  }

  /// Gives each browser a cookie at its first request, for which it counts already, and with each page for
  /// another lifetime.
  ///
  /// A response that any cache may keep has none: it would make all who get it the same visitor. One that
  /// has a cookie is kept by no cache.
  public func middleware<Context: RequestContext>(
    for context: Context.Type
  ) -> some RouterMiddleware<Context> {
    VisitorMiddleware<Context>(visitors: self)
  }

  /// The cookie that a request came with, to be kept for another lifetime.
  fileprivate func cookie(of request: Request) -> Cookie? {
    secret(of: request).map(cookie)
  }

  fileprivate func newCookie() -> Cookie {
    cookie(Self.makeSecret())
  }

  /// The cookie by which a browser is known.
  package func cookie(_ secret: String) -> Cookie {
    Cookie(name: Self.name, value: secret, lifetime: lifetime, isSecure: isSecure)
  }
}

private struct VisitorMiddleware<Context: RequestContext>: RouterMiddleware {
  let visitors: Visitors

  @concurrent func handle(
    _ request: Request, context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    // A browser sends no cookie with a form of another site: a new one would take the place of the one
    // that it has, and with it all sessions. Such a request is refused.
    guard CrossOrigin.allows(request) else { return try await next(request, context) }
    let cookie = visitors.newCookie()
    let sent = request.headers[values: .cookie].flatMap(Cookies.read)
    let others = sent.filter { $0.name != cookie.fullName }
    if let known = visitors.cookie(of: request) {
      var response = try await next(request, context)
      if response.isPage { response.give(known) }
      return response
    }
    // One of ours that says nothing is replaced; several are somebody's whom nobody can tell.
    guard sent.count - others.count < 2 else { return try await next(request, context) }
    var head = request.head
    head.headerFields[values: .cookie] =
      others.map { "\($0.name)=\($0.value)" } + ["\(cookie.fullName)=\(cookie.value)"]
    var response = try await next(Request(head: head, body: request.body), context)
    response.give(cookie)
    return response
  }
}

extension Response {
  /// Whether it is a page of the site’s own, which no cache keeps.
  fileprivate var isPage: Bool { headers[.contentType]?.hasPrefix("text/html") ?? false }

  /// Has the browser keep a cookie that is its own, unless others may get the same response.
  fileprivate mutating func give(_ cookie: Cookie) {
    let caching = headers[.cacheControl]?.lowercased() ?? ""
    guard !caching.contains("public"), let header = cookie.header else { return }
    headers[values: .setCookie].append(header)
    if !caching.contains("private") { headers[.cacheControl] = "no-store" }
  }
}
