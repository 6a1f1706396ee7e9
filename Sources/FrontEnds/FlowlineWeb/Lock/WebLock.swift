import Crypto
public import Flowline
import FlowlineLock
public import FoundationEssentials

/// Hides the pages of a browser behind a PIN, once its user has chosen one.
///
///     let lock = WebLock(keptIn: values, logOut: { user in await service.logOut(user) })
///     let site = FlowlineSite<BasicRequestContext>(host, layout: layout, lock: lock) { request, _ in
///       try await user(of: request)
///     }
///     site.addRoutes(to: router)
///
/// A browser is locked by its user, or after a while without a request. Until the PIN is typed it gets no
/// page but the one that asks for it; what was begun stays as it is. Five wrong PINs log the user out, and
/// none can be typed for a quarter of an hour.
///
/// It is against people who pass by a screen: who has the store can find a short PIN by trying all of them.
public struct WebLock: Sendable {
  /// Logs a user out.
  public typealias LogOut = @Sendable (UserID) async -> Void

  /// After how long without a request a browser is locked, if nothing else was set.
  public static let usualIdleTime = Duration.seconds(600)

  /// The shelves of a store on which it keeps something of users.
  package static var shelves: [String] { PINShelf.shelves }

  let pins: PINShelf
  /// The key of the store, from which the names of the site's cookies follow.
  let seal: StoreSeal
  /// After how many seconds without a request a browser is locked.
  let idleSeconds: Int
  let forgotten: Text?
  let logOut: LogOut?
  private let now: @Sendable () -> Date

  /// Makes a lock.
  ///
  /// - Parameters:
  ///   - values: keeps the PINs, hashed, and the wrong ones that were typed.
  ///   - idleTime: after how long without a request a browser is locked: at least a second.
  ///   - isSecure: whether browsers reach the site by TLS.
  ///   - forgotten: what somebody can do who has forgotten the PIN; nil to say nothing.
  ///   - now: the time.
  ///   - logOut: logs a user out after too many wrong PINs; nil if there is nothing to log out of.
  public init(
    keptIn values: any ValueStore, idleTime: Duration = WebLock.usualIdleTime,
    isSecure: Bool = false, forgotten: Text? = nil,
    now: @escaping @Sendable () -> Date = { Date() },
    logOut: LogOut? = nil
  ) {
    pins = PINShelf(values)
    idleSeconds = max(1, Int(idleTime.components.seconds))
    seal = StoreSeal(values, isSecure: isSecure)
    self.forgotten = forgotten
    self.now = now
    self.logOut = logOut
  }

  /// Forgets a user’s PIN, once the user has proved another way who it is.
  ///
  /// - Throws: a `StoreFailure` if the store does not answer.
  public func forgetPIN(of user: UserID) async throws(StoreFailure) {
    var isKept = false
    while !isKept {
      let link = try await pins.link(of: user)
      guard link.state != .none else { return }
      isKept = try await pins.keep(nil, of: user, behind: link)
    }
  }

  // MARK: - Browsers

  /// How a browser stands.
  enum Standing: Sendable, Hashable {
    /// Its user has no PIN.
    case unset
    /// It shows pages, and is locked by itself after so many seconds without a request.
    case open(seconds: Int)
    case locked
  }

  /// How the browser stands that sent a request.
  ///
  /// - Parameters:
  ///   - user: whose request it is.
  ///   - cookies: the request’s headers `Cookie`.
  /// - Throws: a `StoreFailure` if nobody can tell.
  func standing(of user: UserID, cookies: [String]) async throws(StoreFailure) -> Standing {
    switch try await pins.link(of: user).state {
    case .none: return .unset
    case .unusable: return .locked
    case .pin(let pin):
      let sent = try await seal.names().value(of: .open, in: cookies)
      guard let pass = sent.flatMap(LockPass.init),
        pass.isOf(user, by: pin), pass.seconds > seconds
      else { return .locked }
      return .open(seconds: Int(pass.seconds - seconds))
    }
  }

  /// What a browser keeps that shows pages: the time of its next lock.
  ///
  /// - Parameter user: whose browser it is.
  /// - Returns: the cookie; nil if the user has no PIN.
  func pass(for user: UserID) async throws(StoreFailure) -> Cookie? {
    guard case .pin(let pin) = try await pins.link(of: user).state else { return nil }
    let pass = LockPass(for: user, until: seconds + Int64(idleSeconds), by: pin)
    return try await seal.names().cookie(.open, pass.text, lifetime: idleSeconds)
  }

  /// What takes the pass away; nil if there is none to take away.
  ///
  /// The store is not asked: a browser is locked whether or not it answers. If it has not said yet what its cookies
  /// are called, another server, or this one before it was restarted, may still have given the pass that was sent.
  ///
  /// - Parameter cookies: the headers `Cookie` of the request.
  func noPass(_ cookies: [String]) -> Cookie? {
    seal.knownNames?.removal(of: .open)
      ?? CookieNames.removal(of: .open, in: cookies, isSecure: seal.isSecure)
  }

  private var seconds: Int64 { Int64(now().timeIntervalSince1970) }

  // MARK: - PINs

  /// Tries a PIN; after the last wrong one the user is logged out.
  func trial(of typed: String, by user: UserID) async throws(StoreFailure) -> PINShelf.Trial {
    let trial = try await pins.trial(of: typed, by: user, at: now())
    if case .last = trial { await logOut?(user) }
    return trial
  }
}

/// Says until when a browser shows pages: nobody can make one without the user’s PIN as it is kept, and
/// another PIN makes all of them worthless.
struct LockPass: Sendable, Hashable {
  /// Until when, in seconds since 1970.
  let seconds: Int64
  private let code: String

  init(for user: UserID, until seconds: Int64, by pin: HashedPIN) {
    self.seconds = seconds
    code = Self.code(user, seconds, pin)
  }

  /// Reads what a browser sent.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let seconds = Int64(parts[0]) else { return nil }
    (self.seconds, code) = (seconds, String(parts[1]))
  }

  var text: String { "\(seconds).\(code)" }

  /// Whether it was made for a user by this PIN.
  func isOf(_ user: UserID, by pin: HashedPIN) -> Bool {
    guard let bytes = Data(base64Encoded: code) else { return false }
    return HMAC<SHA256>.isValidAuthenticationCode(
      bytes, authenticating: Self.message(user, seconds), using: Self.key(pin))
  }

  private static func code(_ user: UserID, _ seconds: Int64, _ pin: HashedPIN) -> String {
    let code = HMAC<SHA256>.authenticationCode(for: message(user, seconds), using: key(pin))
    return Data(code).base64EncodedString()
  }

  private static func message(_ user: UserID, _ seconds: Int64) -> Data {
    Data("\(seconds).".utf8) + Data(user.rawValue.utf8)
  }

  private static func key(_ pin: HashedPIN) -> SymmetricKey {
    SymmetricKey(data: Data(pin.text.utf8))
  }
}
