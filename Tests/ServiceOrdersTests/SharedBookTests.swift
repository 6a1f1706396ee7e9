import Foundation
import ServiceBasics
import ServiceOrders
import Synchronization
import TestSupport
import Testing

/// One book of several machines, by the log that they share.
struct SharedBookTests {
  /// A machine with its own clock, which a test puts forward.
  private final class Machine: Sendable {
    let book: OrderBook
    let desk: OrderDesk
    private let time: Time

    private final class Time: Sendable {
      let milliseconds: Mutex<Int64>
      init(_ milliseconds: Int64) { self.milliseconds = Mutex(milliseconds) }
    }

    /// - Parameter uptime: how long it has been running, in milliseconds.
    init(_ log: any SharedLog, boot: String, uptime: Int64) throws {
      let time = Time(uptime)
      self.time = time
      let uptime: @Sendable () -> Uptime = {
        Uptime(boot: boot, milliseconds: time.milliseconds.withLock { $0 })
      }
      let patience = Expiries()
      let timing = Timing(
        sleep: { _ in await Task.yield() }, expire: { _ in try await patience.expire() },
        uptime: uptime)
      book = try .following(log, timing: timing)
      let clock = OrderClock(
        now: { Timestamp(milliseconds: 1_000) }, uptime: uptime, settlingTime: .seconds(60))
      desk = OrderDesk(book, clock, longestWait: .seconds(1_000_000), timing: timing)
    }

    func pass(_ seconds: Int64) { time.milliseconds.withLock { $0 += seconds * 1000 } }
  }

  private let log = MemorySharedLog(name: "orders")

  private func machines() throws -> (Machine, Machine) {
    (
      try Machine(log, boot: "one", uptime: 5_000),
      try Machine(log, boot: "two", uptime: 9_000_000)
    )
  }

  private func entry(_ key: String, scope: String = "scope") -> OrderEntry {
    let now = Timestamp(milliseconds: 1_000)
    return OrderEntry(
      key: key, providerID: key, owner: nil, scope: scope, kind: "counted",
      contents: #""order""#, basis: #""basis""#, orderedAt: now, now: now)
  }

  private func claim(_ subject: String, by key: String) -> OrderClaim {
    OrderClaim(
      subject: subject, place: "account", time: Timestamp(milliseconds: 10), orderKey: key)
  }

  @Test func `what one machine writes the other reads`() async throws {
    let (one, two) = try machines()
    #expect(try await one.book.enter(entry("1"), claiming: [claim("a", by: "1")]).isEmpty)
    #expect(try await two.book.enter(entry("2"), claiming: [claim("a", by: "2")]) == ["a"])
    #expect(try await two.book.entry("1")?.state == .made)
    let sent = try await one.desk.lock("scope").releasing {
      try await one.book.willSend("1", under: $0, one.desk.clock)
    }
    #expect(sent != nil)
    #expect(try await two.book.open(in: "scope").map(\.key) == ["1"])
    try await two.book.settle("1", answer: "{}", made: "item")
    #expect(try await one.book.entry("1")?.state == .done)
    #expect(try await one.book.made(among: ["item"]) == ["item"])
    // One that comes later reads all of it.
    let late = try Machine(log, boot: "three", uptime: 0)
    #expect(try await late.book.entry("1")?.answer == "{}")
  }

  @Test func `how long ago an order was sent counts from when a machine saw it`() async throws {
    let (one, two) = try machines()
    _ = try await one.book.enter(entry("1"), claiming: [])
    let lock = try await one.desk.lock("scope")
    #expect(try await one.book.willSend("1", under: lock, one.desk.clock) != nil)
    let sent = try #require(try await two.book.entry("1")).sentUp
    #expect(sent == Uptime(boot: "two", milliseconds: 9_000_000))
    two.pass(30)
    #expect(two.desk.clock.uptime().elapsed(since: sent) == .seconds(30))
    await lock.release()
  }

  @Test func `a machine that was frozen sends and takes out nothing`() async throws {
    let (one, two) = try machines()
    _ = try await one.book.enter(entry("1"), claiming: [])
    let frozen = try await one.desk.lock("scope")
    // The other has seen the lock, and then nothing of its holder.
    #expect(try await two.book.entry("1") != nil)
    two.pass(15)
    let lock = try await two.desk.lock("scope")
    #expect(try await two.book.willSend("1", under: lock, two.desk.clock) != nil)

    let error = await #expect(throws: DatabaseFileError.self) {
      try await one.book.willSend("1", under: frozen, one.desk.clock)
    }
    #expect(error?.code == .busy && error?.path == "orders")
    await #expect(throws: DatabaseFileError.self) {
      try await one.book.withdraw("1", under: frozen)
    }
    await #expect(throws: DatabaseFileError.self) {
      try await one.book.leaveInDoubt("1", under: frozen)
    }
    await frozen.release()
    #expect(try await one.book.entry("1")?.state == .sent)
    try await two.book.withdraw("1", under: lock)
    await lock.release()
    #expect(try await one.book.entry("1") == nil)
  }

  @Test func `a machine that was frozen while it wrote asks again before it sends`() async throws {
    let (one, _) = try machines()
    _ = try await one.book.enter(entry("1"), claiming: [])
    let lock = try await one.desk.lock("scope")
    // Six seconds have passed when the first write returns.
    let times = Mutex<[Int64]>([10_000, 16_001, 17_000, 17_500])
    var clock = one.desk.clock
    clock.uptime = {
      Uptime(boot: "one", milliseconds: times.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] })
    }
    let before = try await log.entries(after: 0).count
    let sent = try await one.book.willSend("1", under: lock, clock)
    #expect(sent?.milliseconds == 17_000)
    #expect(try await log.entries(after: 0).count == before + 2)
    await lock.release()
  }

  @Test func `two machines that are to carry one order out send it once`() async throws {
    for _ in 0..<20 {
      let log = MemorySharedLog()
      let machines = try ["one", "two", "three"].map { try Machine(log, boot: $0, uptime: 0) }
      let service = CountingService()
      let answers = try await withThrowingTaskGroup(of: String.self) { group in
        for machine in machines {
          for _ in 0..<2 {
            group.addTask {
              try await machine.desk.carryOut(CountedWork(service: service)) { "owner" }
            }
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers == Array(repeating: "done 1", count: 6))
      #expect(service.count == 1)
    }
  }

  @Test func `an order takes five entries, its lock included`() async throws {
    let (one, _) = try machines()
    let service = CountingService()
    _ = try await one.desk.carryOut(CountedWork(service: service)) { nil }
    // Locked, entered, about to be sent, settled, released.
    #expect(try await log.entries(after: 0).count == 5)
  }

  @Test func `a log that cannot be used keeps an order from being sent`() async throws {
    let machine = try Machine(CutLog(), boot: "one", uptime: 0)
    let service = CountingService()
    let error = await #expect(throws: DatabaseFileError.self) {
      try await machine.desk.carryOut(CountedWork(service: service)) { nil }
    }
    #expect(error?.code == .storage && error?.cause == "the connection was cut")
    #expect(service.count == 0)
  }

  // MARK: - A book from before

  @Test func `what a folder has is moved into the log, once`() async throws {
    let folder = try TemporaryFolder()
    let former = try OrderBook(folder: folder.path)
    let (one, _) = try machines()
    for key in ["sent", "done", "given-up"] {
      _ = try await former.enter(entry(key), claiming: [claim("of \(key)", by: key)])
      let desk = OrderDesk(
        former, one.desk.clock, longestWait: .seconds(1), timing: one.desk.timing)
      _ = try await desk.lock("scope").releasing {
        try await former.willSend(key, under: $0, desk.clock)
      }
    }
    try await former.settle("done", answer: "{}", made: "item")
    #expect(try await former.giveUp("given-up"))

    let books = try (0..<3).map { _ in
      try OrderBook.following(log, takingOver: folder.path, timing: one.desk.timing)
    }
    let made = try await withThrowingTaskGroup(of: String?.self) { group in
      for book in books { group.addTask { try await book.entry("done")?.made } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(made == ["item", "item", "item"])
    #expect(try await one.book.open().map(\.key) == ["sent"])
    #expect(try await one.book.claimed(among: ["of sent", "of given-up"]) == ["of sent"])
    let interval = Timestamp(milliseconds: 0)..<Timestamp(milliseconds: 100)
    let claims = try await one.book.claims(on: "account", in: interval, of: nil)
    #expect(claims.map(\.subjects) == [["of sent"], ["of done"], ["of given-up"]])
    // When it was sent counts from when the log was read.
    #expect(try await one.book.entry("sent")?.sentUp == one.desk.clock.uptime())
    #expect(try await log.entries(after: 0).count == 1)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(files.contains("orders.sqlite.moved") && !files.contains("orders.sqlite"))
  }

  @Test func `what two machines had done each by itself is moved into the log by both`()
    async throws
  {
    let (one, _) = try machines()
    for name in ["one", "two"] {
      let folder = try TemporaryFolder()
      let former = try OrderBook(folder: folder.path)
      _ = try await former.enter(
        entry(name), claiming: [claim("same", by: name), claim("of \(name)", by: name)])
      let desk = OrderDesk(
        former, one.desk.clock, longestWait: .seconds(1), timing: one.desk.timing)
      _ = try await desk.lock("scope").releasing {
        try await former.willSend(name, under: $0, desk.clock)
      }
      try await former.settle(name, answer: "{}", made: "item")
      let book = try OrderBook.following(
        log, takingOver: folder.path, timing: one.desk.timing)
      #expect(try await book.entry(name)?.made == (name == "one" ? "item" : nil))
    }
    #expect(try await one.book.entry("one")?.made == "item")
    #expect(try await one.book.entry("two")?.answer == "{}")
    let claimed = try await one.book.claimed(among: ["same", "of one", "of two"])
    #expect(claimed.sorted() == ["of one", "of two", "same"])
  }

  @Test func `what cannot be put into the log stays in the folder`() async throws {
    let folder = try TemporaryFolder()
    let former = try OrderBook(folder: folder.path)
    _ = try await former.enter(entry("1"), claiming: [])
    let cut = try OrderBook.following(CutLog(), takingOver: folder.path)
    await #expect(throws: DatabaseFileError.self) { try await cut.entry("1") }
    #expect(try await OrderBook(folder: folder.path).entry("1") != nil)
  }

  // MARK: - Against a book of one process

  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func `any events at any machines come to what one book would have`(_ seed: UInt64) async throws {
    var numbers = SeededNumbers(seed: seed)
    let (one, two) = try machines()
    let model = try OrderBook.inMemory()
    let clock = OrderClock(
      now: { Timestamp(milliseconds: 1_000) }, uptime: { Uptime(boot: "", milliseconds: 0) },
      settlingTime: .zero)
    let modelDesk = OrderDesk(model, clock, longestWait: .seconds(1), timing: Timing())
    var keys: [String] = []
    for number in 0..<120 {
      let machine = numbers.chance(0.5) ? one : two
      let key = numbers.chance(0.1) || keys.isEmpty ? "unknown" : numbers.pick(keys)
      switch numbers.below(7) {
      case 0, 1:
        let new = "\(number)"
        let claims = [claim("\(numbers.below(6))", by: new)]
        let entry = entry(new, scope: numbers.chance(0.5) ? "scope" : "other")
        let taken = try await machine.book.enter(entry, claiming: claims)
        #expect(try await model.enter(entry, claiming: claims) == taken)
        if taken.isEmpty { keys.append(new) }
      case 2:
        let made = "\(number)"
        try await machine.book.settle(key, answer: "{}", made: made)
        try await model.settle(key, answer: "{}", made: made)
      case 3:
        let wasOpen = try await machine.book.giveUp(key)
        #expect(try await model.giveUp(key) == wasOpen)
      case 4:
        let mine = try await machine.desk.lock("scope").releasing {
          try await machine.book.willSend(key, under: $0, machine.desk.clock) != nil
        }
        let its = try await modelDesk.lock("scope").releasing {
          try await model.willSend(key, under: $0, clock) != nil
        }
        #expect(mine == its)
      case 5:
        for (desk, book) in [(machine.desk, machine.book), (modelDesk, model)] {
          try await desk.lock("scope").releasing { try await book.leaveInDoubt(key, under: $0) }
        }
      default:
        let drops = numbers.chance(0.5)
        for (desk, book) in [(machine.desk, machine.book), (modelDesk, model)] {
          try await desk.lock("scope").releasing {
            if drops { return try await book.dropUnsent(in: "scope", but: key, under: $0) }
            try await book.withdraw(key, under: $0)
          }
        }
      }
      let reader = numbers.chance(0.5) ? one : two
      #expect(try await reader.book.open().map(\.key) == model.open().map(\.key))
    }
    for key in keys {
      let expected = try await model.entry(key)
      for book in [one.book, two.book] {
        let found = try await book.entry(key)
        #expect(found?.state == expected?.state && found?.made == expected?.made)
      }
    }
    let subjects = (0..<6).map(String.init)
    let claimed = try await model.claimed(among: subjects)
    #expect(try await one.book.claimed(among: subjects) == claimed)
    #expect(try await two.book.claimed(among: subjects) == claimed)
  }
}

/// A log that nobody reaches.
private struct CutLog: SharedLog {
  let name = "orders"
  private var failure: SharedLogFailure {
    SharedLogFailure(.unavailable, at: name, "the connection was cut")
  }

  func entries(after number: Int) async throws(SharedLogFailure) -> [NumberedEntry] {
    throw failure
  }

  func append(_ entry: [UInt8], as number: Int) async throws(SharedLogFailure) -> Bool {
    throw failure
  }

  func forget(through number: Int) async throws(SharedLogFailure) { throw failure }
}

/// A service that counts what it was sent.
private final class CountingService: Sendable {
  private let sent = Mutex(0)
  var count: Int { sent.withLock { $0 } }

  func send() -> String {
    sent.withLock { count in
      count += 1
      return "done \(count)"
    }
  }
}

private struct CountedWork: BookedWork {
  static var kind: String { "counted" }
  static var repetition: OrderProgress.Repetition { .doubles }
  static var keyReused: String { "reused" }

  let service: CountingService
  let order = "order"
  let key = "key"
  let scope = "scope"

  mutating func prepare() async throws -> OrderPreparation<String, String> {
    .ready("basis", claims: [])
  }

  mutating func send(_ entry: OrderEntry, _ basis: String) async -> OrderAttempt<String> {
    await Task.yield()
    return .done(OrderMade(service.send(), id: nil))
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
