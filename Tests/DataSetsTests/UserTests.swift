import DataSetTesting
import DataSets
import Synchronization
import Testing

/// Access for those whose name is at the beginning of a credential: `ada-1` speaks for `ada`.
final class TestCredentials: Credentials {
  private struct State {
    var digest: String? { didSet { changes += 1 } }
    var changes = 0
    var failure: (any Error)?
    var asked = 0
    var elsewhere: String??
  }

  private let state: Mutex<State>

  init(_ digest: String?) { state = Mutex(State(digest: digest)) }

  var digest: String? {
    get { state.withLock { $0.digest } }
    set { state.withLock { $0.digest = newValue } }
  }

  var changes: Int { state.withLock { $0.changes } }

  /// Why the service does not say whom the credential speaks for.
  var failure: (any Error)? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  var asked: Int { state.withLock { $0.asked } }

  /// Another machine takes another credential into use, or logs out.
  func change(elsewhere digest: String?) { state.withLock { $0.elsewhere = .some(digest) } }

  func refresh() async {
    state.withLock { state in
      guard let digest = state.elsewhere else { return }
      (state.digest, state.elsewhere) = (digest, nil)
    }
  }

  static func user(of digest: String) -> IdentifiedUser {
    IdentifiedUser(credential: digest, user: String(digest.prefix { $0 != "-" }))
  }

  func identify() async throws -> IdentifiedUser? {
    let (digest, failure) = state.withLock { state in
      state.asked += 1
      return (state.digest, state.failure)
    }
    if let failure { throw failure }
    return digest.map(Self.user)
  }
}

/// Whose copies are shown to whom.
@Suite struct UserTests {
  private let store = MemoryCopyStore()
  private let credentials = TestCredentials("ada-1")

  /// As a process begins.
  private func start(_ credentials: TestCredentials? = nil) -> Setting {
    Setting(store: store, credentials: credentials ?? self.credentials)
  }

  private func current(_ setting: Setting) throws -> Snapshot {
    try setting.turns.run { try await setting.data.current() }
  }

  @Test func `no copy is shown to those who have logged out at another machine`() throws {
    _ = try current(start())
    let setting = start()
    #expect(try current(setting).value == 0)
    setting.service.number = 1
    credentials.change(elsewhere: nil)
    #expect(try current(setting).value == 1)
  }

  @Test func `who waits for the user to be known has the copy at once and asks for nobody twice`()
    throws
  {
    _ = try current(start())
    let setting = start(TestCredentials("ada-2"))
    setting.service.number = 1
    try setting.turns.run { await setting.repository.identify() }
    try setting.turns.run { await setting.repository.identify() }
    #expect(try current(setting).value == 0)
    let failing = TestCredentials("ada-3")
    failing.failure = ServiceError.offline
    let other = start(failing)
    try other.turns.run { await other.repository.identify() }
    failing.failure = nil
    try other.turns.run { await other.repository.identify() }
    #expect(failing.asked == 2)
    #expect(try current(other).value == 1)
    // Without a store nobody need be known.
    let unknown = TestCredentials("ada-4")
    let plain = Setting(credentials: unknown)
    try plain.turns.run { await plain.repository.identify() }
    #expect(unknown.asked == 0)
  }

  private func offline(_ credentials: TestCredentials? = nil) -> Setting {
    let setting = start(credentials)
    setting.service.failure = ServiceError.offline
    return setting
  }

  @Test func `who a credential speaks for is asked once, and known offline from then on`() throws {
    _ = try current(start())
    #expect(credentials.asked == 1)
    #expect(store.count == 1)
    credentials.failure = ServiceError.offline
    #expect(try current(offline()).asOf == .noon)
    _ = try current(start())
    #expect(credentials.asked == 1)
  }

  @Test func `another user's copy is not shown, also offline and before they are known`() throws {
    _ = try current(start())
    let bob = TestCredentials("bob-1")
    bob.failure = ServiceError.offline
    #expect(throws: ServiceError.offline) { try current(offline(bob)) }
    bob.failure = nil
    #expect(try current(start(bob)) == Snapshot(0))
    #expect(store.count == 2)
    #expect(try current(offline()).asOf == .noon)
  }

  @Test func `nothing is kept for a user who is not known`() throws {
    credentials.failure = ServiceError.forbidden
    let setting = start()
    for _ in 1...3 { _ = try current(setting) }
    #expect(store.count == 0)
    // The service has said no to this credential.
    #expect(credentials.asked == 1)
    credentials.failure = ServiceError.offline
    let next = start()
    for _ in 1...3 { _ = try current(next) }
    #expect(store.count == 0)
    #expect(credentials.asked == 4)
  }

  @Test func `what was read before the user was known is kept when they are`() throws {
    credentials.failure = ServiceError.offline
    let setting = start()
    _ = try current(setting)
    #expect(store.count == 0)
    setting.repository.identified(TestCredentials.user(of: "ada-1"))
    #expect(store.count == 1)
  }

  @Test func `a new credential of a known user has their copies once that is known`() throws {
    _ = try current(start())
    let new = TestCredentials("ada-2")
    let setting = offline(new)
    #expect(throws: ServiceError.offline) { try current(setting) }
    #expect(try current(setting).asOf == .noon)
  }

  @Test func `another credential in use has what is shown discarded at once`() throws {
    let setting = start()
    _ = try current(setting)
    // Nobody has told the data set: a file has other contents.
    credentials.digest = "bob-1"
    setting.service.failure = ServiceError.offline
    #expect(throws: ServiceError.offline) { try current(setting) }
    #expect(setting.state.snapshot == nil)
  }

  @Test func `what was read with a credential that was in use only meanwhile is not used`() throws {
    let setting = start()
    _ = try current(setting)
    setting.service.hold()
    let copy = setting.turns.start { try await setting.data.current() }
    setting.turns.step()
    #expect(try copy.value().value == 0)
    // The service is asked in the background, with Bob's credential, and nobody learns whose it is.
    credentials.failure = ServiceError.offline
    credentials.digest = "bob-1"
    setting.service.number = 9
    setting.turns.settle()
    #expect(setting.service.asked == 2)
    credentials.digest = "ada-1"
    setting.service.number = 1
    setting.service.release()
    setting.turns.settle()
    #expect(setting.state.snapshot?.value == 0)
    #expect(try current(start()) == Snapshot(0, asOf: .noon))
    #expect(try setting.turns.run { try await setting.data.reload(.hard) } == Snapshot(1))
  }

  @Test func `a wait for a change ends with the data of the user who has logged in`() throws {
    let setting = start()
    let shown = try current(setting)
    let waiting = setting.turns.start { try await setting.data.change(after: shown) }
    setting.turns.settle()
    credentials.digest = "bob-1"
    setting.service.number = 1
    setting.repository.loggedIn(as: TestCredentials.user(of: "bob-1"))
    setting.turns.settle()
    #expect(try waiting.value() == Snapshot(1))
  }

  @Test func `a log-in as the same user makes all stale, and no more`() throws {
    let setting = start()
    _ = try current(setting)
    credentials.digest = "ada-2"
    setting.repository.loggedIn(as: TestCredentials.user(of: "ada-2"))
    setting.service.failure = ServiceError.offline
    #expect(try current(setting) == Snapshot(0, asOf: .noon, failure: .offline))
  }

  @Test func `what one user asked for does not become another's`() throws {
    let setting = start()
    setting.service.hold()
    let reader = setting.turns.start { try await setting.data.current() }
    setting.turns.settle()
    // The answer that is held back is one of ada's; bob is in when it comes.
    credentials.digest = "bob-1"
    setting.service.number = 1
    setting.service.releaseLatest()
    setting.turns.settle()
    #expect(setting.state.snapshot == nil)
    #expect(store.count == 0)
    setting.service.release()
    setting.turns.settle()
    #expect(try reader.value() == Snapshot(1))
  }

  @Test func `an answer about a credential is not taken for the one in use by then`() throws {
    let setting = start()
    credentials.digest = "bob-1"
    setting.repository.identified(TestCredentials.user(of: "ada-1"))
    #expect(store.user(of: "bob-1") == nil)
    #expect(store.user(of: "ada-1") == "ada")
  }

  @Test func `a user who turns out to be another has nothing shown`() throws {
    store.learn("ada", speaksThrough: "bob-1")
    _ = try current(start())
    let bob = TestCredentials("bob-1")
    let setting = offline(bob)
    #expect(try current(setting).asOf == .noon)
    setting.repository.identified(TestCredentials.user(of: "bob-1"))
    #expect(setting.state.snapshot == nil)
  }

  // MARK: - Logging out

  @Test func `a log-out removes the copies before the request, whatever comes of it`() throws {
    let bob = TestCredentials("bob-1")
    _ = try current(start(bob))
    let setting = start()
    _ = try current(setting)
    #expect(store.count == 2)
    let store = store
    #expect(throws: ServiceError.offline) {
      try setting.turns.run {
        try await setting.repository.logOut { () async throws(ServiceError) in
          #expect(store.count == 1)
          throw .offline
        }
      }
    }
    #expect(setting.state.snapshot == nil)
    // What is read now is not kept, until the user is in again.
    #expect(try current(setting) == Snapshot(0))
    #expect(store.count == 1)
    setting.repository.loggedIn(as: TestCredentials.user(of: "ada-1"))
    _ = try current(setting)
    setting.turns.settle()
    #expect(store.count == 2)
  }

  @Test func `what another process reads meanwhile with the same credential is not kept`() throws {
    let other = start()
    other.service.hold()
    _ = try? current(other)
    other.turns.settle()
    _ = try current(start())
    let setting = start()
    try setting.turns.run {
      try await setting.repository.logOut { () async throws(ServiceError) in }
    }
    other.service.release()
    other.turns.settle()
    #expect(store.count == 0)
  }

  @Test func `a log-out of somebody unknown removes all copies`() throws {
    _ = try current(start())
    let setting = start(TestCredentials("bob-1"))
    try setting.turns.run {
      try await setting.repository.logOut { () async throws(ServiceError) in }
    }
    #expect(store.count == 0)
  }

  @Test func `a second log-out removes no more than the first`() throws {
    _ = try current(start(TestCredentials("bob-1")))
    let setting = start()
    _ = try current(setting)
    for _ in 1...2 {
      try setting.turns.run {
        try await setting.repository.logOut { () async throws(ServiceError) in }
      }
    }
    #expect(store.count == 1)
  }
}
