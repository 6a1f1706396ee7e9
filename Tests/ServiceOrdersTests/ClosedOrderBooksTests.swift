import ServiceBasics
import ServiceOrders
import Synchronization
import TestSupport
import Testing

/// While somebody is being logged out no order begins that nobody could look into afterwards.
struct ClosedOrderBooksTests {
  /// Where a book is, which two processes or machines use.
  enum Place: CaseIterable { case folder, memory, log }

  /// The clock of a machine, which a test puts forward.
  private final class Machine: Sendable {
    private let boot: String
    private let milliseconds: Mutex<Int64>

    init(_ boot: String, _ milliseconds: Int64 = 5_000) {
      self.boot = boot
      self.milliseconds = Mutex(milliseconds)
    }

    var uptime: Uptime { Uptime(boot: boot, milliseconds: milliseconds.withLock { $0 }) }

    func pass(_ time: Int64) { milliseconds.withLock { $0 += time } }

    func book(_ log: any SharedLog) throws -> OrderBook {
      try .following(log, timing: Timing(uptime: { self.uptime }))
    }
  }

  private struct StillOpen: Error {}
  private struct Failed: Error {}

  private let folder: TemporaryFolder
  private let machine = Machine("one")
  private let log = MemorySharedLog()

  init() throws { folder = try TemporaryFolder() }

  /// Books of one place; one in memory is nobody else's.
  private func books(_ place: Place) throws -> (OrderBook, OrderBook) {
    switch place {
    case .folder: return (try OrderBook(folder: folder.path), try OrderBook(folder: folder.path))
    case .memory:
      let book = try OrderBook.inMemory()
      return (book, book)
    case .log: return (try machine.book(log), try Machine("two", 9_000_000).book(log))
    }
  }

  /// A desk by the computer's own clock, as a book in a folder has it, or by a machine's.
  private func desk(_ book: OrderBook, by machine: Machine? = nil) -> OrderDesk {
    OrderDesk(
      book,
      OrderClock(
        now: { Timestamp(milliseconds: 1_000) }, uptime: { machine?.uptime ?? .now() },
        settlingTime: .zero), longestWait: .seconds(30), timing: Timing())
  }

  private func desk(_ book: OrderBook, at place: Place) -> OrderDesk {
    desk(book, by: place == .log ? machine : nil)
  }

  /// Orders, once for the key.
  private func order(
    _ service: Service, at desk: OrderDesk, as key: String = "key"
  ) async throws -> String {
    try await desk.carryOut(SentWork(service: service, key: key)) { nil }
  }

  /// Logs out, if nothing is open.
  private func logOut(
    _ books: [OrderBook], _ body: () async throws -> Void = {}
  ) async throws {
    try await ClosedOrderBooks.closing(books) { _ in
      for book in books {
        guard try await book.open().isEmpty else { throw StillOpen() }
      }
      try await body()
    }
  }

  private func expectClosed(_ service: Service, at desk: OrderDesk) async {
    await #expect(throws: OrderBookClosed.self) { try await order(service, at: desk) }
  }

  @Test(arguments: Place.allCases)
  func `an order is not begun during a log-out, and as if it had never been`(_ place: Place)
    async throws
  {
    let (one, other) = try books(place)
    let service = Service(answers: true)
    let desk = desk(one, at: place)
    await #expect(throws: Failed.self) {
      try await logOut([other]) {
        await expectClosed(service, at: desk)
        throw Failed()
      }
    }
    #expect(service.count == 0)
    #expect(try await one.entry("key") == nil)
    // The log-out has failed.
    #expect(try await order(service, at: desk) == "done")
    #expect(service.count == 1)
  }

  @Test func `a desk says in its own words why an order was not begun`() async throws {
    let book = try OrderBook.inMemory()
    var desk = desk(book)
    desk.closedError = Failed()
    let worded = desk
    try await logOut([book]) {
      await #expect(throws: Failed.self) { try await order(Service(answers: true), at: worded) }
    }
  }

  @Test(arguments: Place.allCases)
  func `an order without an answer refuses a log-out, and is sent again during one`(
    _ place: Place
  ) async throws {
    let (one, other) = try books(place)
    let desk = desk(one, at: place)
    await #expect(throws: OrderDeskError.self) {
      try await order(Service(answers: false), at: desk)
    }
    await #expect(throws: StillOpen.self) { try await logOut([other]) }
    let service = Service(answers: true)
    let answer = try await ClosedOrderBooks.closing([other]) { _ in
      try await order(service, at: desk)
    }
    #expect(answer == "done")
    #expect(service.count == 1)
  }

  @Test func `a book stays closed behind a log-out, for a minute`() async throws {
    let book = try machine.book(log)
    let service = Service(answers: true)
    let desk = desk(book, by: machine)
    try await logOut([book])
    for time in [0, 29_999, 30_000] as [Int64] {
      machine.pass(time)
      await expectClosed(service, at: desk)
    }
    machine.pass(1)
    #expect(try await order(service, at: desk) == "done")
  }

  @Test func `another machine counts the minute from when it read of it`() async throws {
    let other = Machine("two", 9_000_000)
    let (book, its) = (try machine.book(log), try other.book(log))
    let service = Service(answers: true)
    // The process of the log-out ends without a word.
    try await logOut([book])
    let desk = desk(its, by: other)
    await #expect(throws: OrderBookClosed.self) { try await order(service, at: desk) }
    machine.pass(60_000)
    await #expect(throws: OrderBookClosed.self) { try await order(service, at: desk) }
    other.pass(60_000)
    #expect(try await order(service, at: desk) == "done")
    // What one has decided counts for all, whatever their clocks say.
    let late = try Machine("three", 1).book(log)
    #expect(try await late.entry("key")?.state == .done)
  }

  @Test func `an order behind the minute opens the book for all, also if it is read anew`()
    async throws
  {
    let book = try machine.book(log)
    let service = Service(answers: true)
    // The process of the log-out ends without a word.
    try await logOut([book])
    machine.pass(60_000)
    #expect(try await order(service, at: desk(book, by: machine)) == "done")
    let late = Machine("three", 1)
    let anew = desk(try late.book(log), by: late)
    #expect(try await order(service, at: anew, as: "another") == "done")
    #expect(service.count == 2)
  }

  @Test func `a book that was closed once more is not opened by who found its time over`()
    async throws
  {
    let other = Machine("two", 9_000_000)
    let (book, its) = (try machine.book(log), try other.book(log))
    let desk = desk(its, by: other)
    let service = Service(answers: true)
    try await ClosedOrderBooks.closing([book]) { closed in
      await expectClosed(service, at: desk)
      other.pass(60_000)
      try await closed.renew()
      await expectClosed(service, at: desk)
    }
    #expect(service.count == 0)
  }

  @Test func `a book in a folder counts the minute by the clocks that it was made with`()
    async throws
  {
    let machine = machine
    let timing = Timing(uptime: { machine.uptime })
    let book = try OrderBook.kept(in: folder.path, orFollowing: nil, timing: timing)
    let desk = desk(book, by: machine)
    try await logOut([book])
    machine.pass(59_999)
    await expectClosed(Service(answers: true), at: desk)
    machine.pass(1)
    #expect(try await order(Service(answers: true), at: desk) == "done")
  }

  @Test func `a log-out that took too long is closed once more, and sees what was begun`()
    async throws
  {
    let book = try machine.book(log)
    let desk = desk(book, by: machine)
    try await ClosedOrderBooks.closing([book]) { closed in
      machine.pass(60_000)
      await #expect(throws: OrderDeskError.self) {
        try await order(Service(answers: false), at: desk)
      }
      try await closed.renew()
      #expect(try await book.open().map(\.key) == ["key"])
    }
  }

  @Test func `of two log-outs one that fails leaves the book closed for the other`() async throws {
    let book = try OrderBook.inMemory()
    let desk = desk(book)
    try await logOut([book]) {
      await #expect(throws: Failed.self) { try await logOut([book]) { throw Failed() } }
      await #expect(throws: OrderBookClosed.self) {
        try await order(Service(answers: true), at: desk)
      }
    }
  }

  @Test(arguments: Place.allCases)
  func `whatever comes first, nobody is logged out with an order that was sent`(_ place: Place)
    async throws
  {
    for round in 0..<12 {
      let log = MemorySharedLog()
      let folder = try TemporaryFolder()
      let books: (OrderBook, OrderBook)
      switch place {
      case .folder:
        books = (try OrderBook(folder: folder.path), try OrderBook(folder: folder.path))
      case .memory:
        let book = try OrderBook.inMemory()
        books = (book, book)
      case .log: books = (try machine.book(log), try machine.book(log))
      }
      let service = Service(answers: false)
      let desk = desk(books.0, at: place)
      async let ordered = order(service, at: desk, after: round % 4)
      async let loggedOut = isLoggedOut(of: books.1, after: round / 4)
      let answer = try? await ordered
      let isOut = try await loggedOut
      #expect(answer == nil)
      #expect(service.count == (isOut ? 0 : 1), "\(place), round \(round)")
    }
  }

  private func order(
    _ service: Service, at desk: OrderDesk, after yields: Int
  ) async throws -> String {
    for _ in 0..<yields { await Task.yield() }
    return try await order(service, at: desk)
  }

  /// Logs out; false if that was refused.
  private func isLoggedOut(of book: OrderBook, after yields: Int) async throws -> Bool {
    for _ in 0..<yields { await Task.yield() }
    do {
      try await logOut([book])
      return true
    } catch is StillOpen {
      return false
    }
  }
}

/// A service that carries orders out, or does and never says so.
private final class Service: Sendable {
  private let answers: Bool
  private let sent = Mutex(0)

  init(answers: Bool) { self.answers = answers }

  var count: Int { sent.withLock { $0 } }

  func send() -> OrderAttempt<String> {
    sent.withLock { $0 += 1 }
    return answers ? .done(OrderMade("done", id: nil)) : .none(Silence())
  }

  private struct Silence: Error {}
}

private struct SentWork: BookedWork {
  static var kind: String { "sent" }
  static var repetition: OrderProgress.Repetition { .isAnsweredAlike }
  static var keyReused: String { "reused" }

  let service: Service
  let order = "order"
  let key: String
  let scope = "scope"

  mutating func prepare() async throws -> OrderPreparation<String, String> {
    .ready("basis", claims: [])
  }

  mutating func send(_ entry: OrderEntry, _ basis: String) async -> OrderAttempt<String> {
    service.send()
  }

  mutating func look(_ entry: OrderEntry, _ basis: String) async throws -> OrderLookup<String> {
    .none
  }

  mutating func wait(
    after error: (any Error)?, attempt: Int, least: Duration
  ) async throws -> Bool {
    false
  }
}
