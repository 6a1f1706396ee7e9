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

  /// Random digits, from which the user's name follows.
  let identity: String
  /// How often it was renewed.
  let number: Int
  /// Proves that a server made it; nil for one of an earlier version, which had no proof.
  let code: String?

  init(identity: String, number: Int, code: String) {
    (self.identity, self.number, self.code) = (identity, number, code)
  }

  /// Reads a cookie's value; nil if it is not written as one.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 1 || parts.count == 3, Self.isIdentity(parts[0]) else { return nil }
    identity = parts[0]
    guard parts.count == 3 else {
      number = 0
      code = nil
      return
    }
    guard let read = Int(parts[1]), 0...Self.highest ~= read, "\(read)" == parts[1] else {
      return nil
    }
    number = read
    code = parts[2]
  }

  /// The cookie's value.
  var text: String { code.map { "\(identity).\(number).\($0)" } ?? identity }

  /// Whose it is, however often it was renewed.
  var user: UserID { Visitors.user(of: identity) }

  private static func isIdentity(_ text: String) -> Bool {
    text.utf8.count == digits
      && text.utf8.allSatisfy {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
      }
  }
}

/// The key by which the servers of one store know the cookies that they made.
final class VisitorKeys: Sendable {
  private let values: any ValueStore
  private let known = Mutex<[UInt8]?>(nil)

  init(_ values: any ValueStore) { self.values = values }

  /// Makes a cookie.
  ///
  /// - Parameters:
  ///   - identity: the digits that the user's name follows from.
  ///   - number: how often it was renewed.
  func cookie(
    of identity: String, number: Int
  ) async throws(StoreFailure) -> VisitorCookie {
    let code = HMAC<SHA256>.authenticationCode(
      for: Self.message(identity, number), using: try await key())
    return VisitorCookie(
      identity: identity, number: number, code: Data(code).base64EncodedString())
  }

  /// Whether a server made a cookie.
  func haveMade(_ cookie: VisitorCookie) async throws(StoreFailure) -> Bool {
    guard let code = cookie.code.flatMap({ Data(base64Encoded: $0) }) else { return false }
    return HMAC<SHA256>.isValidAuthenticationCode(
      code, authenticating: Self.message(cookie.identity, cookie.number), using: try await key())
  }

  private func key() async throws(StoreFailure) -> SymmetricKey {
    if let bytes = known.withLock({ $0 }) { return SymmetricKey(data: bytes) }
    let bytes = try await values.bytes(named: "visitors", on: "seal") {
      (0..<32).map { _ in UInt8.random(in: 0...255) }
    }
    known.withLock { $0 = bytes }
    return SymmetricKey(data: bytes)
  }

  private static func message(_ identity: String, _ number: Int) -> Data {
    Data("\(identity).\(number)".utf8)
  }
}
