import Flowline

/// How the browser stands that sent a request: the store is asked once for it, when all of the request is here.
struct SeenLock: Sendable {
  private var seen: (user: UserID, standing: WebLock.Standing)?

  /// How the browser stands; nil if there is no lock.
  ///
  /// - Parameters:
  ///   - user: whose request it is.
  ///   - cookies: the request's headers `Cookie`.
  ///   - lock: the lock of the site.
  /// - Throws: a `StoreFailure` if nobody can tell.
  mutating func standing(
    of user: UserID, cookies: [String], at lock: WebLock?
  ) async throws(StoreFailure) -> WebLock.Standing? {
    guard let lock else { return nil }
    if let seen, seen.user == user { return seen.standing }
    let standing = try await lock.standing(of: user, cookies: cookies)
    seen = (user, standing)
    return standing
  }
}
