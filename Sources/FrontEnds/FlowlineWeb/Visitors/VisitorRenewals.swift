import Flowline
import FoundationEssentials
import Synchronization

/// That the cookies which a visitor had until then count no more.
struct VisitorRenewal: Sendable, Hashable {
  enum Reason: String, Sendable, Hashable {
    /// Something was sent by which a person may log in: the reply had the next cookie.
    case renewed
    /// The person logged out: no browser has the next cookie.
    case ended
  }

  /// The number of the cookie that counts from then on.
  let number: Int
  let reason: Reason
  let moment: Date
  /// Tells the request that renewed it from others.
  var nonce = ""
}

/// How often the cookies of visitors were renewed, in a store that all servers share.
///
/// A value of a store never changes. So each renewal is the next of a visitor's chain, and a cookie counts if
/// the chain ends with its number: of several requests that renew one at once, one does. A visitor who never
/// logs in has nothing here. No part of a chain is ever removed alone: that the next renewal is missing says
/// that a cookie counts.
struct VisitorRenewals: Sendable {
  private static let shelf = "visitor-renewals"

  private let values: any ValueStore

  init(_ values: any ValueStore) { self.values = values }

  /// A renewal by its number; nil if there is none.
  func renewal(
    _ number: Int, of user: UserID
  ) async throws(StoreFailure) -> VisitorRenewal? {
    try await values.value(named: Self.name(user, number), on: Self.shelf)
      .map(VisitorRenewal.init)
  }

  /// The last renewal of a visitor; nil if there is none.
  func last(of user: UserID) async throws(StoreFailure) -> VisitorRenewal? {
    try await values.values(of: user, on: Self.shelf, beginning: KeptValue.start(of: user))
      .last.map(VisitorRenewal.init)
  }

  /// Adds the next renewal.
  ///
  /// - Returns: false if there is one of its number.
  func add(_ renewal: VisitorRenewal, of user: UserID) async throws(StoreFailure) -> Bool {
    try await values.make(
      KeptValue(
        shelf: Self.shelf, name: Self.name(user, renewal.number), owner: user,
        bytes: renewal.bytes))
  }

  /// The names of a chain are in the order of its numbers.
  private static func name(_ user: UserID, _ number: Int) -> String {
    KeptValue.name(KeptValue.start(of: user), number, digits: 10)
  }
}

extension VisitorRenewal {
  /// Whether a person has sent a log-in after a moment; one within the same second counts as sent before.
  func isLogIn(after moment: Date) -> Bool {
    reason == .renewed
      && self.moment.timeIntervalSince1970 > moment.timeIntervalSince1970.rounded(.down)
  }

  fileprivate var bytes: [UInt8] {
    Array("\(reason.rawValue) \(Int64(moment.timeIntervalSince1970)) \(nonce)".utf8)
  }

  /// Reads what is kept; what is damaged has ended long ago.
  fileprivate init(_ value: KeptValue) {
    let parts = String(decoding: value.bytes, as: UTF8.self)
      .split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    number = value.name.split(separator: "-").last.flatMap { Int($0) } ?? 0
    reason = parts.first.flatMap { Reason(rawValue: $0) } ?? .ended
    moment =
      parts.dropFirst().first.flatMap { Int64($0) }
      .map { Date(timeIntervalSince1970: Double($0)) } ?? .distantPast
    nonce = parts.dropFirst(2).first ?? ""
  }
}

/// Who is to end, as far as that could not be kept yet.
///
/// It is known in memory alone: what would say so for longer is what failed.
final class EndingVisitors: Sendable {
  private let moments = Mutex<[UserID: Date]>([:])

  var users: [UserID] { moments.withLock { Array($0.keys) } }

  /// Notes that a person has logged out.
  ///
  /// - Parameters:
  ///   - user: the visitor.
  ///   - moment: when that was; the last log-out counts.
  func note(_ user: UserID, at moment: Date) { moments.withLock { $0[user] = moment } }

  func forget(_ user: UserID) { moments.withLock { _ = $0.removeValue(forKey: user) } }

  /// When the person logged out; nil if the visitor is not to end.
  func moment(of user: UserID) -> Date? { moments.withLock { $0[user] } }
}

/// Whose first request is being answered: nobody else knows their cookies yet, so that none has to be renewed, and
/// those who come once and never again leave nothing in the store.
final class NewVisitors: Sendable {
  private let identities = Mutex<Set<String>>([])

  func arrived(_ cookie: VisitorCookie) { identities.withLock { _ = $0.insert(cookie.identity) } }

  func answered(_ cookie: VisitorCookie) { identities.withLock { _ = $0.remove(cookie.identity) } }

  func contain(_ cookie: VisitorCookie) -> Bool {
    identities.withLock { $0.contains(cookie.identity) }
  }
}
