import Bank
import FoundationEssentials
import Synchronization
import Testing

@testable import BankServices

/// A log-in for whoever names themselves.
private final class Door: BankLogin {
  let tokenFile: String? = "/somewhere/token"
  let hasToken = true
  private let state = Mutex((holder: String?.none, isFileAnother: false))

  /// Whom the token in use speaks for.
  var holder: String? {
    get { state.withLock { $0.holder } }
    set { state.withLock { $0.holder = newValue } }
  }

  /// Whether another token is in the file by now.
  var isFileAnother: Bool {
    get { state.withLock { $0.isFileAnother } }
    set { state.withLock { $0.isFileAnother = newValue } }
  }

  func readTokenFile() throws(BankError) -> Bool { isFileAnother }

  func logIn(with token: String) async throws(BankError) -> BankIdentity {
    guard token != "expired" else { throw .loggedOut }
    holder = token
    return try await identity()
  }

  func identity() async throws(BankError) -> BankIdentity {
    BankIdentity(holder: holder, expiresAt: nil, scopes: [])
  }

  func logOut() async throws(BankError) { holder = nil }
}

@Suite struct LoginTests {
  private let turns = Turns()
  private let clock = TestClock()
  private let door = Door()
  private let bank: WatchedBank
  private let folder: TemporaryFolder

  init() throws {
    bank = try WatchedBank(clock: clock)
    folder = try TemporaryFolder()
  }

  /// As a process begins.
  private func start() -> BankServices {
    BankServices(
      bank, login: door, cache: CacheFolder(folder.path), in: turns.surroundings(clock: clock))
  }

  private func logIn(_ name: String, to services: BankServices) throws {
    _ = try turns.run { try await services.login?.logIn(with: name) }
  }

  private func current(_ services: BankServices) throws -> Known<[AccountOverview]> {
    try turns.run { try await services.accounts.current() }
  }

  @Test func `a log-in as another customer makes all forgotten`() throws {
    let services = start()
    try logIn("Ada", to: services)
    _ = try current(services)
    #expect(try current(services).asOf != nil)
    try logIn("Bob", to: services)
    #expect(services.accounts.state.withLock { $0.set.copy } == nil)
    bank.trouble = .offline
    #expect(throws: BankError.offline) { try current(services) }
    bank.trouble = nil
    #expect(try current(services).isFresh)
  }

  @Test func `a log-in as the same customer makes all stale, and no more`() throws {
    let services = start()
    try logIn("Ada", to: services)
    _ = try current(services)
    bank.trouble = .loggedOut
    #expect(throws: BankError.loggedOut) {
      try turns.run { try await services.accounts.reload(.soft) }
    }
    bank.trouble = .offline
    try logIn("Ada", to: services)
    #expect(try current(services).trouble == .offline)
  }

  @Test func `a log-in that fails changes nothing`() throws {
    let services = start()
    try logIn("Ada", to: services)
    _ = try current(services)
    #expect(throws: BankError.loggedOut) { try logIn("expired", to: services) }
    #expect(services.accounts.isCurrent)
  }

  @Test func `one customer's copies are not shown to another`() throws {
    let first = start()
    try logIn("Ada", to: first)
    _ = try current(first)
    let second = start()
    bank.trouble = .offline
    try logIn("Bob", to: second)
    #expect(throws: BankError.offline) { try current(second) }
    let third = start()
    try logIn("Ada", to: third)
    #expect(try current(third).asOf == .noon)
  }

  @Test func `another's copy that was shown first is forgotten when it is known whose it is`()
    throws
  {
    let first = start()
    try logIn("Ada", to: first)
    _ = try current(first)
    bank.trouble = .offline
    let second = start()
    #expect(try current(second).asOf == .noon)
    door.holder = "Bob"
    _ = try turns.run { try await second.login?.identity() }
    #expect(throws: BankError.offline) { try current(second) }
  }

  @Test func `another token in the file makes all forgotten`() throws {
    let services = start()
    try logIn("Ada", to: services)
    _ = try current(services)
    #expect(try services.login?.readTokenFile() == false)
    #expect(services.accounts.isCurrent)
    door.isFileAnother = true
    #expect(try services.login?.readTokenFile() == true)
    bank.trouble = .offline
    #expect(throws: BankError.offline) { try current(services) }
  }

  @Test func `what was asked for as one customer does not become another's`() throws {
    let desk = Desk()
    let surroundings = turns.surroundings(clock: clock)
    let service = DataService<Int>(in: surroundings, shelf: nil) { try await desk.answer() }
    desk.hold()
    let reader = turns.start { try await service.current() }
    turns.settle()
    desk.number = 1
    service.holderChanged(isCopyToo: true)
    desk.releaseLatest()
    turns.settle()
    #expect(service.state.withLock { $0.set.copy } == nil)
    desk.release()
    turns.settle()
    #expect(try reader.value() == Known(1))
  }

  @Test func `a log-out leaves no copy behind, and nothing else is removed`() throws {
    let services = start()
    try logIn("Ada", to: services)
    _ = try current(services)
    try folder.put("mine".utf8, as: "mine.copy")
    try folder.put("mine".utf8, as: "mine.txt")
    _ = try turns.run { try await services.login?.logOut() }
    #expect(try folder.names() == ["mine.copy", "mine.txt"])
    bank.trouble = .loggedOut
    #expect(throws: BankError.loggedOut) { try current(services) }
  }
}
