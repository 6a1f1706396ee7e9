import Crypto
import Flowline
import FoundationEssentials
import Synchronization

/// What a browser is known by: an identity, how often its cookie was renewed, and a code that only the servers
/// of one store can make.
struct VisitorCookie: Sendable, Hashable {
  /// How many hexadecimal digits an identity has.
  private static let digits = 32
  /// The highest number that is read.
  private static let highest = 999_999_999

  /// What the cookies of its store are called.
  let names: CookieNames
  /// Random digits, from which the user's name follows.
  let identity: String
  /// How often it was renewed.
  let number: Int
  /// Proves that a server made it.
  let code: String
  /// Whose it is, however often it was renewed.
  let user: UserID

  init(of identity: String, number: Int, code: String, named names: CookieNames) {
    (self.names, self.identity, self.number, self.code) = (names, identity, number, code)
    user = Visitors.user(of: identity)
  }

  /// Reads a cookie's value; nil if it is not written as one.
  init?(_ text: String, named names: CookieNames) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, Self.isIdentity(parts[0]), let read = Int(parts[1]),
      0...Self.highest ~= read, "\(read)" == parts[1]
    else { return nil }
    self.init(of: parts[0], number: read, code: parts[2], named: names)
  }

  /// The cookie's value.
  var text: String { "\(identity).\(number).\(code)" }

  /// Whether a text is written as an identity: all that a cookie of an earlier version had.
  static func isIdentity(_ text: String) -> Bool {
    text.utf8.count == digits
      && text.utf8.allSatisfy {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
      }
  }
}

/// Makes the cookies of visitors, and knows those that the servers of its store made.
final class VisitorKeys: Sendable {
  /// How many cookies are remembered at the most.
  private static let mostKnown = 10_000

  let seal: StoreSeal
  /// Cookies that were read and that a server made, by the bytes that browsers send.
  private let known = Mutex<[[UInt8]: VisitorCookie]>([:])

  init(seal: StoreSeal) { self.seal = seal }

  /// Makes a cookie.
  ///
  /// - Parameters:
  ///   - identity: the digits that the user's name follows from.
  ///   - number: how often it was renewed.
  func cookie(
    of identity: String, number: Int
  ) async throws(StoreFailure) -> VisitorCookie {
    let code = HMAC<SHA256>.authenticationCode(
      for: Self.message(identity, number), using: try await seal.key())
    return VisitorCookie(
      of: identity, number: number, code: Data(code).base64EncodedString(),
      named: try await seal.names())
  }

  /// Reads a cookie’s value; nil if no server made it.
  func cookie(_ text: String) async throws(StoreFailure) -> VisitorCookie? {
    let bytes = Array(text.utf8)
    if let cookie = known.withLock({ $0[bytes] }) { return cookie }
    guard let cookie = VisitorCookie(text, named: try await seal.names()),
      let code = Data(base64Encoded: cookie.code),
      HMAC<SHA256>.isValidAuthenticationCode(
        code, authenticating: Self.message(cookie.identity, cookie.number),
        using: try await seal.key())
    else { return nil }
    known.withLock { known in
      if known.count >= Self.mostKnown { known.removeAll() }
      known[bytes] = cookie
    }
    return cookie
  }

  private static func message(_ identity: String, _ number: Int) -> Data {
    Data("\(identity).\(number)".utf8)
  }
}
