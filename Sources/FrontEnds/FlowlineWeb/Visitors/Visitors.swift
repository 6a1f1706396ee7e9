public import Flowline
import FoundationEssentials
public import Hummingbird

/// Knows visitors without a log-in by a cookie of their browser, which is all that proves who they are.
///
///     let visitors = Visitors(keptIn: values, isSecure: true)
///     router.add(middleware: visitors.middleware(for: BasicRequestContext.self))
///     FlowlineSite(host, layout: layout, isSecure: true, visitors: visitors) { request, _ in
///       try await visitors.user(of: request)
///     }
///
/// The cookie is 128 random bits, with a code that only the servers of one store can make, and is read by no
/// script. What a store has of it is a digest, from which nobody can make the cookie. It is renewed before
/// anything is done with a secret that a person sent, so that nobody who knew it before a log-in is in after
/// it, and it counts no more once ``end(_:)`` has said that the person logged out.
public struct Visitors: Sendable {
  /// Whether anything is kept of a user.
  public typealias UserCheck = @Sendable (UserID) async throws(StoreFailure) -> Bool

  private static let name = "flowline"
  /// For how many seconds a request may still come with a cookie that was renewed meanwhile.
  private static let grace: TimeInterval = 60

  /// How many seconds a browser keeps it.
  private let lifetime: Int
  private let isSecure: Bool
  private let clock: any FlowClock
  private let isKnown: UserCheck?
  private let keys: VisitorKeys
  private let renewals: VisitorRenewals
  private let repeats = VisitorRepeats()
  /// Those whose first request is being answered.
  let newcomers = NewVisitors()

  /// Makes the rule.
  ///
  /// - Parameters:
  ///   - values: keeps the key of the cookies and which were renewed; the same for all servers.
  ///   - lifetime: how many seconds a browser keeps the cookie from its last visit on.
  ///   - isSecure: whether browsers reach the site by TLS.
  ///   - clock: says how long ago a cookie was renewed.
  ///   - isKnown: whether anything is kept of a user, so that the cookie counts that earlier versions gave
  ///     that browser, which has no code; nil if there were none.
  public init(
    keptIn values: any ValueStore, lifetime: Int = 90 * 86_400, isSecure: Bool = false,
    clock: any FlowClock = SystemFlowClock(), takingEarlierOf isKnown: UserCheck? = nil
  ) {
    self.lifetime = lifetime
    self.isSecure = isSecure
    self.clock = clock
    self.isKnown = isKnown
    keys = VisitorKeys(values)
    renewals = VisitorRenewals(values)
  }

  /// What a visitor can do who has forgotten the PIN of a ``WebLock``.
  public static let forgottenPIN: Text = WebWords.catalog("lock.forgotten")

  /// Whose request it is; nil if it has no cookie of ours that counts.
  ///
  /// - Throws: a `StoreFailure` if nobody can tell.
  public func user(of request: Request) async throws(StoreFailure) -> UserID? {
    guard case .known(let cookie) = try await look(at: request.headers[values: .cookie]) else {
      return nil
    }
    return cookie.user
  }

  /// Ends a visitor, whose person has logged out: the browser begins anew as another one at its next request,
  /// and the next person at it sees nothing of what was begun before.
  ///
  /// What is kept of the user stays as it is. Nothing happens if the visitor has ended already.
  ///
  /// - Throws: a `StoreFailure` if it was not ended.
  public func end(_ user: UserID) async throws(StoreFailure) {
    while true {
      let last = try await renewals.last(of: user)
      guard last?.reason != .ended else { return }
      let end = VisitorRenewal(
        number: (last?.number ?? 0) + 1, reason: .ended, moment: clock.now)
      if try await renewals.add(end, of: user) { return }
    }
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

  /// The user that an identity stands for: the digits at the beginning of a cookie.
  package static func user(of identity: String) -> UserID {
    let digest = FileDigest(of: Array(identity.utf8)).description
    return UserID("visitor-\(digest.dropFirst("sha256:".count).prefix(32))")
  }

  /// An identity that nobody can guess.
  package static func makeSecret() -> String {
    (0..<16).map { _ in
      let byte = String(UInt8.random(in: 0...255), radix: 16)
      return byte.count == 1 ? "0" + byte : byte
    }.joined()
  }

  /// The name of the cookie, as browsers have it.
  package var cookieName: String { Cookie.fullName(Self.name, isSecure: isSecure) }

  /// The cookie by which a browser is known as the visitor of an identity, from now on if that had ended: it is
  /// for a browser that has proved another way whose it is.
  package func cookie(of identity: String) async throws(StoreFailure) -> Cookie {
    let user = Self.user(of: identity)
    while true {
      let last = try await renewals.last(of: user)
      let number = last?.number ?? 0
      guard last?.reason == .ended else {
        return cookie(try await keys.cookie(of: identity, number: number))
      }
      let again = VisitorRenewal(number: number + 1, reason: .renewed, moment: clock.now)
      _ = try await renewals.add(again, of: user)
    }
  }

  /// A cookie that the browser keeps for a lifetime.
  func cookie(_ cookie: VisitorCookie) -> Cookie {
    Cookie(name: Self.name, value: cookie.text, lifetime: lifetime, isSecure: isSecure)
  }

  /// The cookie of a browser that has none that counts.
  func newCookie() async throws(StoreFailure) -> VisitorCookie {
    try await keys.cookie(of: Self.makeSecret(), number: 0)
  }

  // MARK: - Requests

  /// What the cookies of a request say.
  enum Standing: Sendable, Hashable {
    /// None is ours, or none that a server made.
    case unknown
    /// Several have the name of ours: one of them is somebody else's, and nobody can tell which.
    case several
    /// It is the visitor's of this cookie.
    case known(VisitorCookie)
    /// It was the visitor's of this cookie, until that was renewed; nil if that was long ago.
    case outdated(VisitorCookie, by: VisitorRenewal?)
  }

  /// What cookies say now.
  func look(at cookies: [String]) async throws(StoreFailure) -> Standing {
    let sent = cookies.flatMap(Cookies.read).filter { $0.name == cookieName }
    guard sent.count < 2 else { return .several }
    guard let cookie = sent.first.flatMap({ VisitorCookie($0.value) }),
      try await isOurs(cookie)
    else { return .unknown }
    if let next = try await renewals.renewal(cookie.number + 1, of: cookie.user) {
      return .outdated(cookie, by: next)
    }
    if cookie.number > 0, try await renewals.renewal(cookie.number, of: cookie.user) == nil {
      return .outdated(cookie, by: nil)
    }
    return .known(cookie)
  }

  /// Whether one of the servers made a cookie.
  private func isOurs(_ cookie: VisitorCookie) async throws(StoreFailure) -> Bool {
    guard cookie.code == nil else { return try await keys.haveMade(cookie) }
    // An earlier version took any digits: of those it was given it has kept something.
    guard let isKnown else { return false }
    return try await isKnown(cookie.user)
  }

  /// Whether cookies still say whose a request was.
  func stillCount(_ cookies: [String]) async -> Bool {
    guard case .known? = try? await look(at: cookies) else { return false }
    return true
  }

  /// Whether a browser may just not have got its renewed cookie yet.
  func isRecent(_ renewal: VisitorRenewal) -> Bool {
    abs(clock.now.timeIntervalSince(renewal.moment)) < Self.grace
  }

  /// The same cookie with a code, for a browser that has one of an earlier version.
  func proved(_ cookie: VisitorCookie) async throws(StoreFailure) -> VisitorCookie {
    guard cookie.code == nil else { return cookie }
    return try await keys.cookie(of: cookie.identity, number: cookie.number)
  }

  // MARK: - Renewing

  /// What became of the cookie of a request by which a person may log in.
  enum Renewal: Sendable, Hashable {
    /// It has none of ours, or one that was made for it and that nobody else knows.
    case none
    /// The reply has this one; the one that the request came with counts no more.
    case made(VisitorCookie)
    /// It was renewed meanwhile, by another request: nothing may be done.
    case overtaken
  }

  /// Renews the cookie of a request, before anything is done by which a person may log in.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - typed: what of it is known to the person alone: sent again with the same it gets the same cookie.
  func renewal(
    of request: Request, by typed: [UInt8]
  ) async throws(StoreFailure) -> Renewal {
    switch try await look(at: request.headers[values: .cookie]) {
    case .unknown, .several: return .none
    case .outdated(let cookie, _): return try await repeated(cookie, typed)
    case .known(let cookie) where newcomers.contain(cookie): return .none
    case .known(let cookie):
      let now = clock.now
      let renewal = VisitorRenewal(
        number: cookie.number + 1, reason: .renewed, moment: now,
        nonce: repeats.nonce(of: cookie, typed, at: now, for: Self.grace))
      guard try await renewals.add(renewal, of: cookie.user) else {
        return try await repeated(cookie, typed)
      }
      return .made(try await keys.cookie(of: cookie.identity, number: renewal.number))
    }
  }

  /// What becomes of a request that came with a cookie which was renewed.
  private func repeated(
    _ cookie: VisitorCookie, _ typed: [UInt8]
  ) async throws(StoreFailure) -> Renewal {
    let number = cookie.number + 1
    guard let nonce = repeats.knownNonce(of: cookie, typed),
      let renewal = try await renewals.renewal(number, of: cookie.user),
      renewal.reason == .renewed, renewal.nonce == nonce, isRecent(renewal),
      try await renewals.renewal(number + 1, of: cookie.user) == nil
    else { return .overtaken }
    return .made(try await keys.cookie(of: cookie.identity, number: number))
  }
}
