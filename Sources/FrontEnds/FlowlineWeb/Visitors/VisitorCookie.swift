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

  /// The cookie's name, without the prefix: that of its store, see ``VisitorKeys/name()``.
  let name: String
  /// Random digits, from which the user's name follows.
  let identity: String
  /// How often it was renewed.
  let number: Int
  /// Proves that a server made it.
  let code: String

  init(named name: String, of identity: String, number: Int, code: String) {
    (self.name, self.identity, self.number, self.code) = (name, identity, number, code)
  }

  /// Reads a cookie's value; nil if it is not written as one.
  init?(_ text: String, named name: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, Self.isIdentity(parts[0]), let read = Int(parts[1]),
      0...Self.highest ~= read, "\(read)" == parts[1]
    else { return nil }
    self.init(named: name, of: parts[0], number: read, code: parts[2])
  }

  /// The cookie's value.
  var text: String { "\(identity).\(number).\(code)" }

  /// Whose it is, however often it was renewed.
  var user: UserID { Visitors.user(of: identity) }

  /// Whether a text is written as an identity: all that a cookie of an earlier version had.
  static func isIdentity(_ text: String) -> Bool {
    text.utf8.count == digits
      && text.utf8.allSatisfy {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
      }
  }
}

/// The key by which the servers of one store know the cookies that they made.
final class VisitorKeys: Sendable {
  private struct Made: Sendable {
    let key: [UInt8]
    let name: String
  }

  private let values: any ValueStore
  private let known = Mutex<Made?>(nil)

  init(_ values: any ValueStore) { self.values = values }

  /// What the cookies of the store are called, without the prefix.
  ///
  /// Browsers send cookies to all ports of a host. So each store has a name of its own, which follows from
  /// its key: servers of different stores take no cookies from each other.
  func name() async throws(StoreFailure) -> String { try await made().name }

  /// Makes a cookie.
  ///
  /// - Parameters:
  ///   - identity: the digits that the user's name follows from.
  ///   - number: how often it was renewed.
  func cookie(
    of identity: String, number: Int
  ) async throws(StoreFailure) -> VisitorCookie {
    let made = try await made()
    let code = HMAC<SHA256>.authenticationCode(
      for: Self.message(identity, number), using: SymmetricKey(data: made.key))
    return VisitorCookie(
      named: made.name, of: identity, number: number, code: Data(code).base64EncodedString())
  }

  /// Whether a server made a cookie.
  func haveMade(_ cookie: VisitorCookie) async throws(StoreFailure) -> Bool {
    guard let code = Data(base64Encoded: cookie.code) else { return false }
    return HMAC<SHA256>.isValidAuthenticationCode(
      code, authenticating: Self.message(cookie.identity, cookie.number),
      using: SymmetricKey(data: try await made().key))
  }

  private func made() async throws(StoreFailure) -> Made {
    if let made = known.withLock({ $0 }) { return made }
    let key = try await values.bytes(named: "visitors", on: "seal") {
      (0..<32).map { _ in UInt8.random(in: 0...255) }
    }
    // No cookie's code is of this text, which has no number.
    let digest = HMAC<SHA256>.authenticationCode(
      for: Data("name".utf8), using: SymmetricKey(data: key))
    let made = Made(key: key, name: "flowline-visitor-\(Data(digest).prefix(4).hexadecimal)")
    known.withLock { $0 = made }
    return made
  }

  private static func message(_ identity: String, _ number: Int) -> Data {
    Data("\(identity).\(number)".utf8)
  }
}

extension Sequence where Element == UInt8 {
  /// Two digits for each byte, in lower case.
  var hexadecimal: String {
    map { $0 < 16 ? "0\(String($0, radix: 16))" : String($0, radix: 16) }.joined()
  }
}
