import Crypto
public import Flowline
import FoundationEssentials
public import Hummingbird

/// Knows visitors without a log-in by a cookie of their browser, which is all that proves who they are.
///
///     let visitors = Visitors(keptIn: values, isSecure: true)
///     router.add(middleware: visitors.middleware(for: BasicRequestContext.self))
///     let site = FlowlineSite<BasicRequestContext>(
///       host, layout: layout, isSecure: true, visitors: visitors
///     ) { request, _ in
///       try await visitors.user(of: request)
///     }
///     site.addRoutes(to: router)
///
/// The cookie is 128 random bits, with a code that only the servers of one store can make, and is read by no
/// script. What a store has of it is a digest, from which nobody can make the cookie. It is renewed before
/// anything is done with a secret that a person sent, so that nobody who knew it before a log-in is in after
/// it, and it counts no more once ``end(_:)`` has said that the person logged out.
///
/// The site and the API need the visitors as well: without `visitors` nothing is renewed there, see
/// ``FlowlineSite``.
public struct Visitors: Sendable {
  /// Whether anything is kept of a user.
  public typealias UserCheck = @Sendable (UserID) async throws(StoreFailure) -> Bool
  /// Revokes what acts in a user's name besides the cookie.
  public typealias AccessRevoking = @Sendable (UserID) async throws(StoreFailure) -> Void

  /// For how many seconds a request may still come with a cookie that was renewed meanwhile.
  private static let grace: TimeInterval = 60

  /// How many seconds a browser keeps it.
  private let lifetime: Int
  let clock: any FlowClock
  private let isKnown: UserCheck?
  private let revokeAccess: AccessRevoking?
  /// The key of the store, from which the names of all cookies of the site follow.
  let seal: StoreSeal
  private let keys: VisitorKeys
  private let renewals: VisitorRenewals
  /// Those whose first request is being answered.
  let newcomers = NewVisitors()
  /// The requests that renew cookies at the moment.
  let underWay = RenewalsUnderWay()
  /// Those who are to end and have not yet.
  private let ending = EndingVisitors()
  /// How many are new in a minute.
  private let newcomersRate: NewVisitorRate
  /// What the middleware knows of the request that is being answered; nil outside of it.
  @TaskLocal static var arrival: VisitorArrival?

  /// Makes the rule.
  ///
  /// - Parameters:
  ///   - values: keeps the key of the cookies and which were renewed; the same for all servers.
  ///   - lifetime: how many seconds a browser keeps the cookie from its last visit on.
  ///   - isSecure: whether browsers reach the site by TLS.
  ///   - newPerMinute: how many browsers are new at this server in a minute of the clock, of all addresses together:
  ///     without a log-in each request without a cookie is of a new user, whom no limit of a user's holds back.
  ///     More are given no cookie, and are refused (429) by the site and the API with when to try again. Nil for
  ///     any number.
  ///   - clock: says how long ago a cookie was renewed, and which minute it is.
  ///   - isKnown: whether anything is kept of a user, so that the cookie counts that earlier versions gave
  ///     that browser, which has no code; nil if there were none.
  ///   - revokeAccess: revokes what acts in a user's name besides the cookie, such as tokens: it is called
  ///     before a first log-in, since somebody else who knew the cookie may have made them, and after a log-out.
  ///     It may be called more than once for one of these. Nil if there is nothing of the kind.
  public init(
    keptIn values: any ValueStore, lifetime: Int = 90 * 86_400, isSecure: Bool = false,
    newPerMinute: Int? = nil,
    clock: any FlowClock = SystemFlowClock(), takingEarlierOf isKnown: UserCheck? = nil,
    revokingAccessOf revokeAccess: AccessRevoking? = nil
  ) {
    self.lifetime = lifetime
    self.clock = clock
    self.isKnown = isKnown
    self.revokeAccess = revokeAccess
    newcomersRate = NewVisitorRate(limit: newPerMinute)
    seal = StoreSeal(values, isSecure: isSecure)
    keys = VisitorKeys(seal: seal)
    renewals = VisitorRenewals(values)
  }

  /// What a visitor can do who has forgotten the PIN of a ``WebLock``.
  public static let forgottenPIN: Text = WebWords.catalog("lock.forgotten")

  /// Whose request it is; nil if it has no cookie of ours that counts.
  ///
  /// - Throws: a `StoreFailure` if nobody can tell.
  public func user(of request: Request) async throws(StoreFailure) -> UserID? {
    switch try await standing(of: request) {
    case .known(let cookie), .earlier(let cookie): return cookie.user
    case .unknown, .several, .outdated: return nil
    }
  }

  /// Ends a visitor, whose person has logged out: the browser begins anew as another one at its next request,
  /// and the next person at it sees nothing of what was begun before.
  ///
  /// What is kept of the user stays as it is, but what acts in the user's name is revoked. One who has ended already
  /// stays so.
  ///
  /// - Throws: a `StoreFailure` if it was not ended, or not all was revoked. It is tried again before this server does
  ///   anything else for the visitor, and by ``endRest()``, unless the person has logged in again meanwhile, at another
  ///   server; it does no harm to call it again.
  public func end(_ user: UserID) async throws(StoreFailure) {
    ending.note(user, at: clock.now)
    try await finishEnding(user, unlessLoggedInSince: nil)
  }

  /// Ends a visitor.
  ///
  /// - Parameters:
  ///   - user: the visitor.
  ///   - moment: the moment of a log-out that failed before: one who has logged in since is not ended any more. Nil if
  ///     the person logs out now.
  private func finishEnding(
    _ user: UserID, unlessLoggedInSince moment: Date?
  ) async throws(StoreFailure) {
    // First of all: as long as it fails, the person can try again as well.
    try await revokeAccess?(user)
    while true {
      let last = try await renewals.last(of: user)
      if let moment, last?.isLogIn(after: moment) == true { return ending.forget(user) }
      guard last?.reason != .ended else { break }
      let end = VisitorRenewal(
        number: (last?.number ?? 0) + 1, reason: .ended, moment: clock.now)
      if try await renewals.add(end, of: user) { break }
    }
    // What was made meanwhile; also if it had ended: the call before may have failed here.
    try await revokeAccess?(user)
    ending.forget(user)
  }

  /// Ends those whose end failed: call it now and then, since a person who has left does not try again.
  ///
  /// What fails once more is left for the next time.
  public func endRest() async {
    for user in ending.users { try? await endIfDue(user) }
  }

  /// Gives each browser a cookie at its first request, for which it counts already, and with each page for
  /// another lifetime.
  ///
  /// A response that any cache may keep has none: it would make all who get it the same visitor. One that
  /// has a cookie is kept by no cache.
  ///
  /// - Parameters:
  ///   - context: the context of the router's requests.
  ///   - address: where a browser is led (307) that is not known yet and asks for a page by another name of this
  ///     computer; it is given no cookie then. Nil leads nobody.
  /// - Returns: the middleware, which belongs before all routes.
  public func middleware<Context: RequestContext>(
    for context: Context.Type, leadingTo address: LoopbackAddress? = nil
  ) -> some RouterMiddleware<Context> {
    VisitorMiddleware<Context>(visitors: self, address: address)
  }

  /// The user that an identity stands for: the digits at the beginning of a cookie.
  package static func user(of identity: String) -> UserID {
    UserID("visitor-\(FileDigest(of: identity.utf8).digits(32))")
  }

  /// An identity that nobody can guess.
  package static func makeSecret() -> String {
    (0..<16).map { _ in UInt8.random(in: 0...255) }.hexadecimal
  }

  /// The name of the cookie, as browsers have it: `flowline-visitor-` and eight digits that each store has of its
  /// own, behind `__Host-` if browsers reach the site by TLS.
  ///
  /// - Throws: a `StoreFailure` if the store does not answer.
  public func cookieName() async throws(StoreFailure) -> String {
    try await seal.names().name(.visitor)
  }

  /// The cookie by which a browser is known as the visitor of an identity, from now on if that had ended: it is
  /// for a browser that has proved another way whose it is.
  package func cookie(of identity: String) async throws(StoreFailure) -> Cookie {
    let user = Self.user(of: identity)
    try await endIfDue(user)
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
    cookie.names.cookie(.visitor, cookie.text, lifetime: lifetime)
  }

  /// The cookie of a browser that has none that counts.
  func newCookie() async throws(StoreFailure) -> VisitorCookie {
    try await keys.cookie(of: Self.makeSecret(), number: 0)
  }

  /// Counts a browser that is about to be given its first cookie, or says in how many seconds it may come again.
  func secondsToWait() -> Int? { newcomersRate.secondsToWait(at: clock.now) }

  /// Counts the last one no more: it was given no cookie.
  func leaveOutLast() { newcomersRate.leaveOutLast() }

  /// For how many seconds a browser remembers that somebody has logged out in it.
  private static let markLifetime = 86_400

  /// Says that somebody has logged out in a browser, so that the pages which are open in its other tabs can say why
  /// they are not there any more.
  ///
  /// It names nobody, and counts for all addresses alike: it tells of none whether there was something.
  static func loggedOutMark(as names: CookieNames) -> Cookie {
    names.cookie(.loggedOut, "yes", lifetime: markLifetime)
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
    /// It is the visitor's of this cookie, which the browser does not have yet: it has one of an earlier version.
    case earlier(VisitorCookie)
    /// It was the visitor's of this cookie, until that was renewed; nil if that was long ago.
    case outdated(VisitorCookie, by: VisitorRenewal?)
  }

  /// What cookies are, before the store is asked whether one of them counts.
  enum Reading: Sendable, Hashable {
    /// One is ours, which a server made.
    case made(VisitorCookie)
    /// None needs to be asked for, or it was: they are of an earlier version.
    case found(Standing)
  }

  /// What cookies say now.
  func look(at cookies: [String]) async throws(StoreFailure) -> Standing {
    switch try await read(cookies) {
    case .made(let cookie): try await standing(of: cookie)
    case .found(let standing): standing
    }
  }

  /// Reads cookies; the store is asked for those of an earlier version alone.
  func read(_ cookies: [String]) async throws(StoreFailure) -> Reading {
    let pairs = cookies.flatMap(Cookies.read)
    let names = try await seal.names()
    let name = names.name(.visitor)
    let sent = pairs.filter { $0.name == name }
    guard let first = sent.first else {
      return .found(try await look(atEarlier: pairs.filter { $0.name == names.earlierVisitor }))
    }
    guard sent.count == 1 else { return .found(.several) }
    return try await keys.cookie(first.value).map { .made($0) } ?? .found(.unknown)
  }

  /// What the cookies of an earlier version say, of a browser that has none of ours.
  ///
  /// An earlier version took any digits: of those that it was given it has kept something.
  private func look(
    atEarlier sent: [(name: String, value: String)]
  ) async throws(StoreFailure) -> Standing {
    guard let isKnown else { return .unknown }
    guard let identity = sent.first?.value else { return .unknown }
    guard sent.count == 1 else { return .several }
    guard VisitorCookie.isIdentity(identity), try await isKnown(Self.user(of: identity)) else {
      return .unknown
    }
    let cookie = try await keys.cookie(of: identity, number: 0)
    let standing = try await standing(of: cookie)
    return standing == .known(cookie) ? .earlier(cookie) : standing
  }

  /// What a cookie says now that a server made.
  func standing(of cookie: VisitorCookie) async throws(StoreFailure) -> Standing {
    try await endIfDue(cookie.user)
    if let next = try await renewals.renewal(cookie.number + 1, of: cookie.user) {
      return .outdated(cookie, by: next)
    }
    guard cookie.number > 0 else { return .known(cookie) }
    // If all of the user was erased since, there is none of its number, or one that ended the visitor.
    let own = try await renewals.renewal(cookie.number, of: cookie.user)
    return own?.reason == .renewed ? .known(cookie) : .outdated(cookie, by: own)
  }

  /// Ends a visitor whose end failed before.
  private func endIfDue(_ user: UserID) async throws(StoreFailure) {
    guard let moment = ending.moment(of: user) else { return }
    // At another server, which does not know that the visitor is to end. Nothing that was made since is revoked.
    guard try await renewals.last(of: user)?.isLogIn(after: moment) != true else {
      return ending.forget(user)
    }
    try await finishEnding(user, unlessLoggedInSince: moment)
  }

  /// Whether cookies still say whose a request was.
  func stillCount(_ cookies: [String]) async -> Bool {
    switch try? await look(at: cookies) {
    case .known?, .earlier?: true
    case .unknown?, .several?, .outdated?, nil: false
    }
  }

  /// Whether a browser may not have had its renewed cookie yet when it sent a request.
  ///
  /// - Parameters:
  ///   - renewal: the renewal.
  ///   - began: when the request came; its body may have come long after. Nil for just now.
  func isRecent(_ renewal: VisitorRenewal, at began: Date? = nil) -> Bool {
    let now = clock.now
    let first = min(began ?? now, now).addingTimeInterval(-Self.grace)
    return first < renewal.moment && renewal.moment < now.addingTimeInterval(Self.grace)
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
    case .known(let cookie), .earlier(let cookie):
      // A store that fails does so before anything is renewed.
      if cookie.number == 0 { try await revokeAccess?(cookie.user) }
      let renewal = VisitorRenewal(
        number: cookie.number + 1, reason: .renewed, moment: clock.now,
        nonce: Self.nonce(of: cookie, typed))
      guard try await renewals.add(renewal, of: cookie.user) else {
        return try await repeated(cookie, typed)
      }
      return try await made(renewal.number, of: cookie)
    }
  }

  /// What becomes of a request that came with a cookie which was renewed.
  private func repeated(
    _ cookie: VisitorCookie, _ typed: [UInt8]
  ) async throws(StoreFailure) -> Renewal {
    let number = cookie.number + 1
    guard let renewal = try await renewals.renewal(number, of: cookie.user),
      renewal.reason == .renewed, renewal.nonce == Self.nonce(of: cookie, typed),
      isRecent(renewal),
      try await renewals.renewal(number + 1, of: cookie.user) == nil
    else { return .overtaken }
    return try await made(number, of: cookie)
  }

  /// The cookie that a renewal made, once nothing acts in the user's name that was made before.
  private func made(
    _ number: Int, of cookie: VisitorCookie
  ) async throws(StoreFailure) -> Renewal {
    // Later ones need not do so: who has the first renewed cookie is the person alone. The form that is sent
    // again does so again, since it may have failed here.
    if number == 1 { try await revokeAccess?(cookie.user) }
    return .made(try await keys.cookie(of: cookie.identity, number: number))
  }

  /// What tells the form that renews a cookie from others: the same for the same form at each server.
  ///
  /// Nobody can find what was typed by it without the identity, which is in no store.
  private static func nonce(of cookie: VisitorCookie, _ typed: [UInt8]) -> String {
    let code = HMAC<SHA256>.authenticationCode(
      for: Data("\(cookie.number + 1)\0".utf8) + Data(typed),
      using: SymmetricKey(data: Data(cookie.identity.utf8)))
    return Data(code).hexadecimal
  }
}
