import Bank
import DataSetTesting
import DataSets
import Synchronization
import Testing

@testable import BankServices

/// A log-in with tokens that name whom they speak for: `Ada-1` is one of Ada's.
private final class NameLogin: BankLogin {
  private struct State {
    var token: String? { didSet { changes += 1 } }
    var changes = 0
    var file = "Ada-1"
    var failure: BankError?
    var logOutFailure: BankError?
    var atLogOut: (@Sendable () -> Void)?
  }

  let tokenFile: String? = "/somewhere/token"
  private let state = Mutex(State(token: "Ada-1"))

  var hasToken: Bool { tokenDigest != nil }

  /// A token of the tests may be told.
  var tokenDigest: String? { state.withLock { $0.token } }

  var tokenChanges: Int { state.withLock { $0.changes } }

  var file: String {
    get { state.withLock { $0.file } }
    set { state.withLock { $0.file = newValue } }
  }

  /// Why the bank does not say whom the token speaks for.
  var failure: BankError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  func failLogOut(_ failure: BankError?, at log: @escaping @Sendable () -> Void = {}) {
    state.withLock {
      $0.logOutFailure = failure
      $0.atLogOut = log
    }
  }

  func readTokenFile() throws(BankError) -> Bool {
    state.withLock { state in
      defer { state.token = state.file }
      return state.token != state.file
    }
  }

  func logIn(with token: String) async throws(BankError) -> BankIdentity {
    guard token != "expired" else { throw .loggedOut }
    state.withLock { $0.token = token }
    return try await identity()
  }

  func identity() async throws(BankError) -> BankIdentity {
    if let failure { throw failure }
    let token = tokenDigest
    return BankIdentity(
      holder: token.map { String($0.prefix { $0 != "-" }) }, expiresAt: nil, scopes: [],
      tokenDigest: token)
  }

  func logOut() async throws(BankError) {
    let (failure, log) = state.withLock { ($0.logOutFailure, $0.atLogOut) }
    log?()
    if let failure { throw failure }
    state.withLock { $0.token = nil }
  }
}

@Suite struct LoginTests {
  private let turns = Turns()
  private let clock = TestClock()
  private let login = NameLogin()
  private let bank: WatchedBank
  private let store = MemoryCopyStore()

  init() throws { bank = try WatchedBank(clock: clock) }

  /// As a process begins.
  private func start() -> BankServices {
    turns.services(of: bank, login: login, copies: store, clock: clock)
  }

  private func logIn(_ token: String, to services: BankServices) throws {
    _ = try turns.run { try await services.login?.logIn(with: token) }
  }

  @discardableResult
  private func current(_ services: BankServices) throws -> BankSnapshot<[AccountOverview]> {
    try turns.run { try await services.accounts.current() }
  }

  @Test func `a log-in as another customer has all discarded`() throws {
    let services = start()
    try current(services)
    #expect(try current(services).asOf != nil)
    try logIn("Bob-1", to: services)
    #expect(services.accounts.held == nil)
    bank.failure = .offline
    #expect(throws: BankError.offline) { try current(services) }
    bank.failure = nil
    #expect(try current(services).isFresh)
  }

  @Test func `a log-in as the same customer makes all stale, and no more`() throws {
    let services = start()
    try current(services)
    bank.failure = .loggedOut
    #expect(throws: BankError.loggedOut) {
      try turns.run { try await services.accounts.reload(.soft) }
    }
    bank.failure = .offline
    try logIn("Ada-2", to: services)
    #expect(try current(services).failure == .offline)
  }

  @Test func `a log-in that fails changes nothing`() throws {
    let services = start()
    try current(services)
    #expect(throws: BankError.loggedOut) { try logIn("expired", to: services) }
    #expect(services.accounts.isCurrent)
  }

  @Test func `one customer's copies are not shown to another, nor to nobody known`() throws {
    try current(start())
    bank.failure = .offline
    login.file = "Bob-1"
    login.failure = .offline
    let second = start()
    #expect(try second.login?.readTokenFile() == true)
    #expect(throws: BankError.offline) { try current(second) }
    login.failure = nil
    try logIn("Ada-3", to: second)
    #expect(try current(second).asOf == .noon)
  }

  @Test func `the same token file with other contents shows nobody's copies`() throws {
    let services = start()
    try current(services)
    #expect(try services.login?.readTokenFile() == false)
    #expect(services.accounts.isCurrent)
    login.file = "Bob-1"
    #expect(try services.login?.readTokenFile() == true)
    bank.failure = .offline
    #expect(throws: BankError.offline) { try current(services) }
  }

  @Test func `copies of a token that is known are there before the bank is asked`() throws {
    try current(start())
    login.failure = .offline
    bank.failure = .offline
    #expect(try current(start()).asOf == .noon)
  }

  // MARK: - Logging out

  @Test(arguments: [
    nil, BankError.outcomeUnknown(cause: "no answer"), .offline, .loggedOut,
  ])
  func `a log-out leaves no copy, whatever comes of it`(failure: BankError?) throws {
    let services = start()
    try current(services)
    #expect(store.count == 1)
    let store = store
    login.failLogOut(failure) { #expect(store.count == 0) }
    func logOut() throws { try turns.run { try await services.login?.logOut() } }
    if let failure { #expect(throws: failure) { try logOut() } } else { try logOut() }
    #expect(store.count == 0)
    #expect(services.accounts.held == nil)
    // What the bank says to a token that is still valid is not kept.
    try current(services)
    #expect(store.count == 0)
    bank.failure = .offline
    #expect(throws: BankError.offline) { try current(start()) }
  }

  @Test func `a log-out removes what was read while it was under way`() throws {
    let services = start()
    let others = start()
    try current(others)
    let (store, turns) = (store, Turns())
    login.failLogOut(nil) {
      _ = try? turns.run { try await services.accounts.current() }
      _ = try? turns.run { try await others.accounts.current() }
      #expect(store.count == 0)
    }
    _ = try self.turns.run { try await services.login?.logOut() }
    #expect(store.count == 0)
    #expect(services.accounts.held == nil)
  }
}
