import Crypto
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
/// logs in has nothing here.
struct VisitorRenewals: Sendable {
  private static let shelf = "visitor-renewals"
  /// What a chain begins with stays: that there is none says that the first cookie counts.
  private static let first = 1

  private let values: any ValueStore

  init(_ values: any ValueStore) { self.values = values }

  /// A renewal by its number; nil if there is none, or if it was forgotten after later ones.
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
    let isMade = try await values.make(
      KeptValue(
        shelf: Self.shelf, name: Self.name(user, renewal.number), owner: user,
        bytes: renewal.bytes))
    let old = renewal.number - 2
    if isMade, old > Self.first {
      // What is left behind is small, and does no harm.
      try? await values.remove(named: Self.name(user, old), on: Self.shelf)
    }
    return isMade
  }

  /// The names of a chain are in the order of its numbers.
  private static func name(_ user: UserID, _ number: Int) -> String {
    let digits = String(number)
    return KeptValue.start(of: user) + String(repeating: "0", count: max(0, 10 - digits.count))
      + digits
  }
}

extension VisitorRenewal {
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

/// Which requests renewed cookies lately, in the memory of this server alone.
///
/// A form that is sent twice, by a double press for example, renews once: its second reply has the same cookie,
/// since the browser may have thrown the first one away. What was typed is known by a digest that nobody else
/// can make, and is in no store.
final class VisitorRepeats: Sendable {
  private struct Form: Hashable {
    let user: UserID
    let number: Int
    let digest: [UInt8]
  }

  /// How many forms are remembered at the most.
  private static let most = 10_000

  private let secret = (0..<32).map { _ in UInt8.random(in: 0...255) }
  private let forms = Mutex<[Form: (nonce: String, made: Date)]>([:])

  /// What tells a form's renewal from others: the same for the same form.
  ///
  /// - Parameters:
  ///   - cookie: the cookie that it came with.
  ///   - typed: what of the form is known to the person alone.
  ///   - now: the time.
  ///   - grace: for how many seconds a form is remembered at least.
  func nonce(
    of cookie: VisitorCookie, _ typed: [UInt8], at now: Date, for grace: TimeInterval
  ) -> String {
    let form = form(cookie, typed)
    return forms.withLock { forms in
      if let known = forms[form] { return known.nonce }
      if forms.count >= Self.most {
        forms = forms.filter { now.timeIntervalSince($0.value.made) < grace }
      }
      let nonce = Visitors.makeSecret()
      if forms.count < Self.most { forms[form] = (nonce, now) }
      return nonce
    }
  }

  /// What tells a form's renewal from others; nil if this server has not seen the form.
  func knownNonce(of cookie: VisitorCookie, _ typed: [UInt8]) -> String? {
    let form = form(cookie, typed)
    return forms.withLock { $0[form]?.nonce }
  }

  private func form(_ cookie: VisitorCookie, _ typed: [UInt8]) -> Form {
    let digest = HMAC<SHA256>.authenticationCode(
      for: Data(typed), using: SymmetricKey(data: secret))
    return Form(user: cookie.user, number: cookie.number, digest: Array(Data(digest)))
  }
}
