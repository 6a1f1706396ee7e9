import Bank
import FoundationEssentials
import ServiceBasics
import Synchronization

/// A way into a bank that takes one token.
final class TestLogin: BankLogin {
  static let goodToken = "eyJhbGciOiJQUzI1NiJ9.good"

  private struct State {
    var token: String? { didSet { changes += 1 } }
    var changes = 0
    var file: String?
    var identityTrouble: BankError?
    var logOutTroubles: [BankError]
    var logOuts = 0
  }

  private let state: Mutex<State>
  let tokenFile: String?
  let logOutEndsVisit: Bool

  /// Makes a way in.
  ///
  /// - Parameters:
  ///   - token: the token in use; nil for none.
  ///   - file: what the token file holds; nil if there is none.
  ///   - identityTrouble: why nobody can be identified; nil if a log-in succeeds.
  ///   - logOutTroubles: what the first log-outs come to.
  ///   - logOutEndsVisit: whether a log-out ends tasks that were begun.
  init(
    token: String? = TestLogin.goodToken, file: String? = nil, identityTrouble: BankError? = nil,
    logOutTroubles: [BankError] = [], logOutEndsVisit: Bool = false
  ) {
    self.logOutEndsVisit = logOutEndsVisit
    tokenFile = file == nil ? nil : "/home/ada/token"
    state = Mutex(
      State(
        token: token, file: file, identityTrouble: identityTrouble,
        logOutTroubles: logOutTroubles))
  }

  /// A token of the tests may be told.
  var tokenDigest: String? { state.withLock { $0.token } }

  var tokenChanges: Int { state.withLock { $0.changes } }

  var hasToken: Bool { state.withLock { $0.token != nil } }

  var isIn: Bool { state.withLock { $0.token == Self.goodToken } }

  var logOuts: Int { state.withLock { $0.logOuts } }

  /// The token in use ends.
  func end() { state.withLock { $0.token = "ended" } }

  /// Somebody writes the token file.
  func write(_ text: String) { state.withLock { $0.file = text } }

  func readTokenFile() throws(BankError) -> Bool {
    let text = state.withLock { $0.file } ?? ""
    guard !text.isEmpty else {
      throw .token(path: tokenFile, cause: "the file is empty", advice: "Write the token into it.")
    }
    return state.withLock { state in
      defer { state.token = text }
      return state.token != text
    }
  }

  func logIn(with token: String) async throws(BankError) -> BankIdentity {
    guard token.count > 8 else {
      throw .token(path: nil, cause: "it is too short", advice: "Copy all of it.")
    }
    guard token == Self.goodToken else { throw .notLoggedIn(cause: "invalid_token") }
    state.withLock { $0.token = token }
    return try await identity()
  }

  func identity() async throws(BankError) -> BankIdentity {
    guard isIn else { throw .notLoggedIn(cause: "invalid_token") }
    if let trouble = state.withLock({ $0.identityTrouble }) { throw trouble }
    return BankIdentity(
      holder: "Ada", expiresAt: Timestamp("2026-12-31T12:00:00Z"),
      scopes: ["account:read", "savings-goal:read"], tokenDigest: tokenDigest)
  }

  func logOut() async throws(BankError) {
    let trouble = state.withLock { state in
      state.logOuts += 1
      return state.logOutTroubles.isEmpty ? nil : state.logOutTroubles.removeFirst()
    }
    if let trouble { throw trouble }
    state.withLock { $0.token = nil }
  }
}

/// A bank that answers nobody who is not logged in.
struct GuardedBank: ForwardingBank {
  let bank: any Bank
  let login: TestLogin

  func base() throws -> any Bank {
    guard login.isIn else { throw BankError.notLoggedIn(cause: "invalid_token") }
    return bank
  }
}
