import Bank
import ServiceBasics
import ServiceOrders
import Synchronization
import Testing

@testable import BankConnection

/// Logging out at a server where two customers of the bank have used one browser.
struct LogOutTests {
  /// Ada's log-in, and what she is shown of the book: all of it once nobody knows whose token it was.
  private final class Visit: BankLogin, OpenOrders {
    let book: OrderBook
    private let isOver = Mutex(false)
    private let whileEnding: @Sendable () async throws -> Void

    init(_ book: OrderBook, whileEnding: @escaping @Sendable () async throws -> Void) {
      self.book = book
      self.whileEnding = whileEnding
    }

    var tokenFile: String? { nil }
    var hasToken: Bool { !isOver.withLock { $0 } }
    var tokenDigest: String? { nil }
    var tokenChanges: Int { hasToken ? 0 : 1 }

    func readTokenFile() throws(BankError) -> Bool { false }

    func logIn(with token: String) async throws(BankError) -> BankIdentity { identityOfAda }

    func identity() async throws(BankError) -> BankIdentity { identityOfAda }

    private var identityOfAda: BankIdentity {
      BankIdentity(holder: "ada", expiresAt: nil, scopes: [])
    }

    func logOut() async throws(BankError) {
      do { try await whileEnding() } catch {
        throw BankError.unavailable(cause: .unexpected(error))
      }
      isOver.withLock { $0 = true }
    }

    func openOrders() async throws -> [OpenOrder] {
      let entries = try await book.open(of: hasToken ? "ada" : nil)
      let account = try #require(Account.ID("a0000000-0000-4000-8000-000000000001"))
      return entries.map { entry in
        let order = GoalOrder(key: entry.key, account: account, name: "Bike", target: nil)
        return OpenOrder(
          id: entry.key, contents: .goal(order), goalName: "Bike",
          orderedAt: Timestamp(milliseconds: entry.orderedAt))
      }
    }

    func signs(of key: String) async throws -> OrderSigns? { nil }
    func sendAgain(_ key: String) async throws -> OpenOrderEnd { .notOpen }
    func giveUp(_ key: String) async throws -> Bool { false }
  }

  private let uptime: Shared
  private let book: OrderBook
  private let ended = Ended()

  /// How long the machine has been running, which a test puts forward.
  private final class Shared: Sendable {
    private let milliseconds = Mutex<Int64>(5_000)

    var value: Uptime { Uptime(boot: "one", milliseconds: milliseconds.withLock { $0 }) }

    func pass(_ time: Int64) { milliseconds.withLock { $0 += time } }
  }

  /// Whether the visit was ended.
  private final class Ended: Sendable {
    private let state = Mutex(false)

    var isSent: Bool { state.withLock { $0 } }

    func send() { state.withLock { $0 = true } }
  }

  init() throws {
    let uptime = Shared()
    self.uptime = uptime
    book = try .inMemory(timing: Timing(uptime: { uptime.value }))
  }

  /// Sends an order that is never answered.
  private static func order(
    _ key: String, of owner: String, in book: OrderBook, by uptime: Shared
  ) async throws {
    let clock = OrderClock(
      now: { Timestamp(milliseconds: 1_000) }, uptime: { uptime.value }, settlingTime: .zero)
    let desk = OrderDesk(book, clock, longestWait: .seconds(30), timing: Timing())
    let entry = OrderEntry(
      key: key, providerID: key, owner: owner, scope: "goals", kind: "goal", contents: "{}",
      basis: "{}", orderedAt: clock.now(), now: clock.now())
    #expect(try await book.enter(entry, claiming: []).isEmpty)
    let sent = try await desk.lock("goals").releasing { lock in
      try await book.willSend(key, under: lock, clock)
    }
    #expect(sent != nil)
  }

  /// Ada's log-in, whose log-out ends the visit.
  private func login(
    whileEnding: @escaping @Sendable () async throws -> Void = {}
  ) -> EndingLogin {
    let (visit, ended) = (Visit(book, whileEnding: whileEnding), ended)
    return EndingLogin(
      visit, with: visit, in: book,
      LogOutEnding(otherOrders: { nil }, end: { ended.send() }))
  }

  @Test func `an open order of another customer does not keep the visit from ending`()
    async throws
  {
    try await Self.order("bob's", of: "bob", in: book, by: uptime)
    try await login().logOut()
    #expect(ended.isSent)
  }

  @Test func `an open order of the customer refuses the log-out`() async throws {
    try await Self.order("ada's", of: "ada", in: book, by: uptime)
    let error = await #expect(throws: BankError.self) { try await login().logOut() }
    #expect(error?.code == .earlierOrder)
    #expect(!ended.isSent)
  }

  @Test func `an order that began while the bank took its time keeps the visit`() async throws {
    try await Self.order("bob's", of: "bob", in: book, by: uptime)
    let (book, uptime) = (book, uptime)
    let login = login {
      uptime.pass(60_000)
      try await Self.order("ada's", of: "ada", in: book, by: uptime)
    }
    let error = await #expect(throws: BankError.self) { try await login.logOut() }
    #expect(error?.code == .earlierOrder)
    #expect(!ended.isSent)
  }
}
