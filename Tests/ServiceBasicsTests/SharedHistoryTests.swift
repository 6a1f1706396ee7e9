import ServiceBasics
import Synchronization
import TestSupport
import Testing

/// What several machines write into one log, and what each then knows.
struct SharedHistoryTests {
  /// A machine that follows the log.
  private final class Node: Sendable {
    private final class Followed: Sendable {
      let numbers = Mutex<[Int]>([])
    }

    private let followed: Followed
    let history: SharedHistory<Int>

    init(
      _ log: any SharedLog, keeping: SharedHistory<Int>.Keeping = .all, timing: Timing = Timing()
    ) {
      let followed = Followed()
      self.followed = followed
      history = SharedHistory(log, keeping: keeping, timing: timing) { number in
        followed.numbers.withLock { $0.append(number) }
      }
    }

    /// The events in their order.
    var numbers: [Int] { followed.numbers.withLock { $0 } }

    /// Writes the number behind the last one.
    func count() async throws {
      try await history.write { ((numbers.last ?? 0) + 1, ()) }
    }
  }

  /// A clock that a test puts forward.
  private final class Clock: Sendable {
    private let seconds = Mutex<Int64>(0)
    let expiries = Expiries()

    func pass(_ seconds: Int64) { self.seconds.withLock { $0 += seconds } }

    var timing: Timing {
      Timing(
        sleep: { _ in await Task.yield() }, expire: { [expiries] _ in try await expiries.expire() },
        uptime: { [self] in
          Uptime(boot: "boot", milliseconds: seconds.withLock { $0 } * 1000)
        })
    }
  }

  private let log = MemorySharedLog()

  @Test func `machines that write at once decide by all that was written before`() async throws {
    let nodes = (0..<3).map { _ in Node(log) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for node in nodes {
        for _ in 0..<4 {
          group.addTask {
            for _ in 0..<25 {
              try await node.count()
              await Task.yield()
            }
          }
        }
      }
      try await group.waitForAll()
    }
    for node in nodes {
      try await node.history.catchUp()
      #expect(node.numbers == Array(1...300))
    }
  }

  @Test func `what is not to be written is decided by the last that there is`() async throws {
    let (one, two) = (Node(log), Node(log))
    try await one.count()
    let seen = try await two.history.write { (nil, two.numbers) }
    #expect(seen == [1])
  }

  @Test func `a scope is had by one at a time`() async throws {
    let nodes = (0..<3).map { _ in Node(log, timing: Clock().timing) }
    let inside = Inside()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for node in nodes {
        for _ in 0..<5 {
          group.addTask {
            let lock = try #require(
              try await node.history.lock("scope", waitingUpTo: .seconds(1_000_000)))
            inside.enter()
            for _ in 0..<5 { await Task.yield() }
            inside.leave()
            await lock.release()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(inside.counts == [0, 1, 15])
  }

  @Test func `other scopes are not waited for, and a wait has an end`() async throws {
    let node = Node(log, timing: Clock().timing)
    let first = try await node.history.lock("one", waitingUpTo: .zero)
    let second = try await node.history.lock("two", waitingUpTo: .zero)
    #expect(first != nil && second != nil)
    #expect(try await node.history.lock("one", waitingUpTo: .seconds(3)) == nil)
    await first?.release()
    await first?.release()
    #expect(try await node.history.lock("one", waitingUpTo: .zero) != nil)
  }

  @Test func `who is silent for too long is overtaken, and writes nothing more`() async throws {
    let (clock, silent) = (Clock(), Clock())
    let (one, two) = (Node(log, timing: silent.timing), Node(log, timing: clock.timing))
    let lost = try #require(try await one.history.lock("scope", waitingUpTo: .zero))
    try await one.history.write(under: lost) { (1, ()) }
    #expect(try await two.history.lock("scope", waitingUpTo: .zero) == nil)
    clock.pass(14)
    #expect(try await two.history.lock("scope", waitingUpTo: .zero) == nil)
    clock.pass(1)
    let taken = try #require(try await two.history.lock("scope", waitingUpTo: .zero))

    let failure = await #expect(throws: SharedLogFailure.self) {
      try await one.history.write(under: lost) { (2, ()) }
    }
    #expect(failure?.code == .takenOver)
    await lost.release()
    try await two.history.write(under: taken) { (3, ()) }
    try await one.history.catchUp()
    #expect(one.numbers == [1, 3] && two.numbers == [1, 3])
  }

  @Test func `who has a scope for long says so, and keeps it`() async throws {
    let (clock, slow) = (Clock(), Clock())
    let (one, two) = (Node(log, timing: slow.timing), Node(log, timing: clock.timing))
    let lock = try #require(try await one.history.lock("scope", waitingUpTo: .zero))
    #expect(try await two.history.lock("scope", waitingUpTo: .zero) == nil)
    let count = try await log.entries(after: 0).count
    slow.expiries.expireOne()
    while try await log.entries(after: 0).count == count { await Task.yield() }
    clock.pass(20)
    #expect(try await two.history.lock("scope", waitingUpTo: .zero) == nil)
    try await one.history.write(under: lock) { (1, ()) }
    await lock.release()
    #expect(try await two.history.lock("scope", waitingUpTo: .zero) != nil)
  }

  @Test func `cancelling who has a scope releases it`() async throws {
    let (one, two) = (Node(log, timing: Clock().timing), Node(log, timing: Clock().timing))
    let task = Task {
      let lock = try #require(try await one.history.lock("scope", waitingUpTo: .zero))
      withUnsafeCurrentTask { $0?.cancel() }
      await lock.release()
    }
    try await task.value
    #expect(try await two.history.lock("scope", waitingUpTo: .zero) != nil)
  }

  // MARK: - What is in the log

  @Test func `an entry that is missing or cannot be read is said to be`() async throws {
    let node = Node(log)
    try await node.count()
    #expect(try await log.append(Array(#"{"event":{"_0":"#.utf8), as: 2))
    let unread = await #expect(throws: SharedLogFailure.self) { try await node.count() }
    #expect(unread?.code == .damaged)
    #expect(unread?.cause.contains("entry 2 cannot be read") == true)

    let gap = MemorySharedLog()
    let other = Node(gap)
    try await other.count()
    let second = try #require(try await log.entries(after: 0).first)
    #expect(try await gap.append(second.bytes, as: 3))
    let missing = await #expect(throws: SharedLogFailure.self) { try await other.history.catchUp() }
    #expect(missing?.code == .damaged)
    #expect(missing?.cause == "entry 2 is missing before 3")

    let headless = MemorySharedLog()
    #expect(try await headless.append(second.bytes, as: 2))
    let first = await #expect(throws: SharedLogFailure.self) {
      try await Node(headless).history.catchUp()
    }
    #expect(first?.cause == "entry 1 is missing before 2")
  }

  @Test(arguments: [#"{"undone":{"_0":1}}"#, #"{"event":{"_0":{"later":1}}}"#, "{}"])
  func `an entry of a newer version is no damage, and nothing is appended behind it`(
    _ entry: String
  ) async throws {
    let node = Node(log)
    try await node.count()
    #expect(try await log.append(Array(entry.utf8), as: 2))
    let failure = await #expect(throws: SharedLogFailure.self) { try await node.count() }
    #expect(failure?.code == .newer && failure?.place == log.name)
    #expect(failure?.cause == "a newer version of the program made entry 2")
    #expect(try await log.entries(after: 0).count == 2 && node.numbers == [1])
  }

  @Test func `a log of which the last entries matter forgets the others`() async throws {
    let (one, two) = (Node(log, keeping: .last(4)), Node(log, keeping: .last(4)))
    try await two.count()
    for _ in 0..<20 { try await one.count() }
    #expect(try await log.entries(after: 0).count == 4)
    // One that was left behind continues after what is there.
    try await two.count()
    let late = Node(log, keeping: .last(4))
    try await late.history.catchUp()
    #expect(two.numbers.last == 22 && late.numbers.last == 22)
  }

  @Test func `locks alone do not make a log longer that forgets`() async throws {
    let node = Node(log, keeping: .last(4), timing: Clock().timing)
    try await node.count()
    for _ in 0..<40 { await (try await node.history.lock("scope", waitingUpTo: .zero))?.release() }
    #expect(try await log.entries(after: 0).count <= 12)
    let late = Node(log, keeping: .last(4))
    try await late.history.catchUp()
    #expect(late.numbers.last == 1)
  }

  /// A log that loses what becomes of an entry.
  private struct Forgetful: SharedLog {
    let log: MemorySharedLog
    let keeps: Bool
    var name: String { log.name }

    func entries(after number: Int) async throws(SharedLogFailure) -> [NumberedEntry] {
      try await log.entries(after: number)
    }

    func append(_ entry: [UInt8], as number: Int) async throws(SharedLogFailure) -> Bool {
      if keeps { _ = try await log.append(entry, as: number) }
      throw SharedLogFailure(.unavailable, at: name, "the connection was cut")
    }

    func forget(through number: Int) async throws(SharedLogFailure) {}
  }

  @Test(arguments: [true, false])
  func `what may have been written is followed if it was, and once`(_ keeps: Bool) async throws {
    let node = Node(Forgetful(log: log, keeps: keeps))
    let failure = await #expect(throws: SharedLogFailure.self) { try await node.count() }
    #expect(failure?.code == .unavailable)
    #expect(node.numbers.isEmpty)
    try await node.history.catchUp()
    try await node.history.catchUp()
    #expect(node.numbers == (keeps ? [1] : []))
  }
}
