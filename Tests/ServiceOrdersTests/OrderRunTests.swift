import Foundation
import GRDB
import ServiceBasics
import ServiceOrders
import ServiceStorage
import Synchronization
import TestSupport
import Testing

/// The way of an order from the book to its answer, with a provider that does what a test says.
struct OrderRunTests {
  private let folder: TemporaryFolder
  private let book: OrderBook
  private let lock: OrderLock

  init() async throws {
    folder = try TemporaryFolder()
    book = try OrderBook(folder: folder.path)
    lock = try await OrderDesk(
      book, Self.clock { 0 }, longestWait: .zero, timing: Timing()
    ).lock("scope")
  }

  private static func clock(_ uptime: @escaping @Sendable () -> Int64) -> OrderClock {
    OrderClock(
      now: { Timestamp(milliseconds: 2_000) },
      uptime: { Uptime(boot: "boot", milliseconds: uptime()) }, settlingTime: .seconds(60))
  }

  private let first = Uptime(boot: "boot", milliseconds: 1_000_000)

  /// Enters the order, and brings it as far as it is to be.
  private func enter(_ state: OrderProgress.State = .made) async throws -> OrderEntry {
    let time = Timestamp(milliseconds: 1_000)
    _ = try await book.enter(
      OrderEntry(
        key: "key", providerID: "key", owner: nil, scope: "scope", kind: "played",
        contents: #""order""#, basis: #""basis""#, orderedAt: time, now: time), claiming: [])
    let first = first
    if state != .made {
      #expect(
        try await book.willSend("key", under: lock, Self.clock { first.milliseconds }) == first)
    }
    if state == .inDoubt { try await book.leaveInDoubt("key", under: lock) }
    if state == .givenUp { #expect(try await book.giveUp("key")) }
    if state == .done { try await book.settle("key", answer: #""before""#, made: nil) }
    return try #require(try await book.entry("key"))
  }

  private func run<How: Repeating>(
    _ how: How.Type, _ play: Play, _ state: OrderProgress.State = .made
  ) async throws -> OrderRun<PlayedWork<How>> {
    try OrderRun(
      PlayedWork<How>(play: play, book: book), try await enter(state), in: book, under: lock,
      Self.clock { play.uptime })
  }

  private func carryOut<How: Repeating>(
    _ how: How.Type, _ play: Play, _ state: OrderProgress.State = .made
  ) async throws -> String {
    var run = try await run(how, play, state)
    do { return words(try await run.carryOut()) } catch { return "threw \(words(error))" }
  }

  private func hinder(_ verb: String) throws {
    try change(
      """
      CREATE TRIGGER no\(verb) BEFORE \(verb) ON entry
      BEGIN SELECT RAISE(ABORT, 'the disk is full'); END
      """)
  }

  private func change(_ sql: String) throws {
    try DatabaseQueue(path: folder.file("orders.sqlite")).write { try $0.execute(sql: sql) }
  }

  private var state: OrderProgress.State? {
    get async throws { try await book.entry("key")?.state }
  }

  // MARK: - An order that is new

  @Test func `what was carried out is settled with its answer and what it made`() async throws {
    let play = Play([.done(OrderMade("yes", id: "item"))])
    #expect(try await carryOut(Alike.self, play) == "done yes")
    #expect(play.log == ["send sent 1000000"])
    let entry = try #require(try await book.entry("key"))
    #expect(entry.state == .done && entry.answer == #""yes""# && entry.made == "item")
  }

  @Test func `a first refusal takes the order out of the book`() async throws {
    #expect(
      try await carryOut(Doubling.self, Play([.refused("no", Fault.refused)])) == "refused no")
    #expect(try await state == nil)
    #expect(
      try await carryOut(Doubling.self, Play([.refused(nil, Fault.refused)])) == "threw refused")
    #expect(try await state == nil)
  }

  @Test func `an order that is not sent is tried again, then taken out of the book`() async throws {
    let play = Play([.notSent(Fault.lost), .notSent(Fault.lost)], waits: [true, false])
    #expect(try await carryOut(Alike.self, play) == "threw lost")
    #expect(play.log == ["send sent 1000000", "wait 1", "send sent 1001000", "wait 2"])
    #expect(try await state == nil)
    let left = Play([.notSent(Fault.lost)], waits: [nil])
    #expect(try await carryOut(Alike.self, left) == "threw left")
    #expect(try await state == nil)
  }

  @Test func `an order that cannot be taken out of the book stays open`() async throws {
    let play = Play([.notSent(Fault.lost)], waits: [false])
    try hinder("DELETE")
    #expect(try await carryOut(Alike.self, play) == "failed storage")
    #expect(try await state == .sent)
  }

  @Test func `an order that cannot be written down as sent is not sent`() async throws {
    try hinder("UPDATE")
    let play = Play([])
    #expect(try await carryOut(Alike.self, play) == "threw storage")
    #expect(play.log.isEmpty)
    #expect(try await state == nil)
  }

  // MARK: - An order in doubt

  @Test func `an unanswered order is in doubt, and sent again`() async throws {
    let play = Play([.none(Fault.lost), .none(Fault.lost)], waits: [true, false])
    #expect(try await carryOut(Alike.self, play) == "failed lost")
    #expect(play.log == ["send sent 1000000", "wait 1", "send sent 1001000", "wait 2"])
    #expect(try await state == .inDoubt)
  }

  @Test func `leaving an unanswered order keeps it in doubt`() async throws {
    let play = Play([.none(Fault.lost)], waits: [nil])
    #expect(try await carryOut(Alike.self, play) == "failed left")
    #expect(try await state == .inDoubt)
  }

  @Test func `a refusal to do it again settles nothing, unless a proof is found`() async throws {
    let refused = OrderAttempt<String>.refused("no", Fault.refused)
    let alike = Play([refused], looks: [.found(OrderMade("yes", id: nil))])
    #expect(try await carryOut(Alike.self, alike, .inDoubt) == "refused again refused")
    #expect(alike.log == ["send sent 1000000"])
    #expect(try await state == .inDoubt)
    try await book.withdraw("key", under: lock)

    for look in [OrderLookup<String>.oneAlike, .severalAlike, .none, .unreadable] {
      let play = Play([refused], looks: [look, look])
      #expect(try await carryOut(Harmless.self, play, .inDoubt) == "refused again refused")
      #expect(play.log == ["look", "send sent 1000000", "look"])
      try await book.withdraw("key", under: lock)
    }
    let found = Play([refused], looks: [noSign, .found(OrderMade("yes", id: "item"))])
    #expect(try await carryOut(Harmless.self, found, .inDoubt) == "done yes")
    let entry = try #require(try await book.entry("key"))
    #expect(entry.state == .done && entry.made == "item")
  }

  @Test func `an order in doubt that cannot be written down stays so, and is not sent`()
    async throws
  {
    let play = Play([])
    var run = try await run(Alike.self, play, .inDoubt)
    try hinder("UPDATE")
    #expect(words(try await run.carryOut()) == "failed storage")
    #expect(play.log.isEmpty)
    #expect(try await state == .inDoubt)
  }

  @Test func `what is found is settled without being sent`() async throws {
    let play = Play([], looks: [.found(OrderMade("yes", id: "item"))])
    #expect(try await carryOut(Doubling.self, play, .sent) == "done yes")
    #expect(play.log == ["look"])
    let entry = try #require(try await book.entry("key"))
    #expect(entry.state == .done && entry.answer == #""yes""# && entry.made == "item")
  }

  @Test func `an order that would be doubled is sent only if there is certainly no sign`()
    async throws
  {
    for look in [OrderLookup<String>.oneAlike, .severalAlike, .unreadable, nil] {
      let play = Play([], looks: [look], uptime: 9_000_000)
      let end = try await carryOut(Doubling.self, play, .inDoubt)
      #expect(end == (look == nil ? "failed lost" : "unclear"))
      #expect(play.log == ["look"])
      #expect(try await state == .inDoubt)
      try await book.withdraw("key", under: lock)
    }
  }

  @Test func `an order that would be doubled is sent when the last request cannot arrive any more`()
    async throws
  {
    // Exactly sixty seconds later; after the second request it is sixty seconds again.
    let play = Play(
      [.none(Fault.lost), .done(OrderMade("yes", id: nil))], looks: [noSign, noSign, noSign],
      waits: [true, true], uptime: 1_060_000)
    #expect(try await carryOut(Doubling.self, play, .inDoubt) == "done yes")
    #expect(
      play.log == [
        "look", "send sent 1060000", "wait 1", "look", "wait 2 at least 59", "look",
        "send sent 1120000",
      ])
  }

  @Test func `one that nobody waits for is left open`() async throws {
    let play = Play([], looks: [noSign], waits: [false], uptime: 1_000_000)
    #expect(try await carryOut(Doubling.self, play, .inDoubt) == "unclear")
    #expect(play.log == ["look", "wait 1 at least 60"])
    #expect(try await state == .inDoubt)
  }

  // MARK: - What is over

  @Test func `an order that is given up meanwhile is not sent`() async throws {
    let play = Play([])
    var run = try await run(Alike.self, play, .inDoubt)
    #expect(try await book.giveUp("key"))
    #expect(words(try await run.carryOut()) == "given up")
    #expect(play.log.isEmpty)
  }

  @Test func `what is given up or done is neither sent nor looked for`() async throws {
    for (state, end) in [(OrderProgress.State.givenUp, "given up"), (.done, "unclear")] {
      let play = Play([])
      #expect(try await carryOut(Harmless.self, play, state) == end)
      guard case .unreadable = try await look(play) else { throw Fault.unplayed }
      #expect(play.log.isEmpty)
      try change("DELETE FROM entry")
    }
  }

  private func look(_ play: Play) async throws -> OrderLookup<String> {
    let entry = try #require(try await book.entry("key"))
    var run = try OrderRun(
      PlayedWork<Harmless>(play: play, book: book), entry, in: book, under: lock,
      Self.clock { play.uptime })
    return try await run.look()
  }

  @Test func `a look by somebody else settles what it finds, and sends nothing`() async throws {
    let play = Play([], looks: [.oneAlike, .found(OrderMade("yes", id: "item"))])
    var run = try await run(Doubling.self, play, .inDoubt)
    guard case .oneAlike = try await run.look() else { throw Fault.unplayed }
    #expect(try await state == .inDoubt)
    guard case .found = try await run.look() else { throw Fault.unplayed }
    let entry = try await book.entry("key")
    #expect(entry?.state == .done && entry?.made == "item")
    // It is over for this run, too.
    #expect(words(try await run.carryOut()) == "unclear")
    #expect(play.log == ["look", "look"])
  }
}

// MARK: - The provider

private let noSign = OrderLookup<String>.none

private enum Fault: String, Error {
  case lost, refused, left, unplayed
}

private func words(_ error: any Error) -> String {
  (error as? Fault)?.rawValue ?? (error as? DatabaseFileError)?.code.rawValue ?? "\(error)"
}

private func words(_ end: OrderEnd<String>) -> String {
  switch end {
  case .done(let answer): "done \(answer)"
  case .refused(let answer): "refused \(answer)"
  case .open(.refusedAgain(let error)): "refused again \(words(error))"
  case .open(.failed(let error)): "failed \(words(error))"
  case .open(.unclear): "unclear"
  case .open(.givenUp): "given up"
  }
}

private protocol Repeating: Sendable {
  static var repetition: OrderProgress.Repetition { get }
}

private enum Alike: Repeating { static let repetition = OrderProgress.Repetition.isAnsweredAlike }
private enum Harmless: Repeating { static let repetition = OrderProgress.Repetition.isHarmless }
private enum Doubling: Repeating { static let repetition = OrderProgress.Repetition.doubles }

/// What happens, one after the other, and what was asked for.
private final class Play: Sendable {
  private struct State {
    var attempts: [OrderAttempt<String>]
    var looks: [OrderLookup<String>?]
    var waits: [Bool?]
    var uptime: Int64
    var log: [String] = []
  }

  private let state: Mutex<State>

  /// Scripts what sending, looking and waiting come to.
  ///
  /// A look that is nil throws. A wait says whether the order is to be sent again, which takes a
  /// second at the least; one that is nil throws.
  init(
    _ attempts: [OrderAttempt<String>], looks: [OrderLookup<String>?] = [], waits: [Bool?] = [],
    uptime: Int64 = 1_000_000
  ) {
    state = Mutex(State(attempts: attempts, looks: looks, waits: waits, uptime: uptime))
  }

  var log: [String] { state.withLock { $0.log } }

  var uptime: Int64 { state.withLock { $0.uptime } }

  func send(_ entry: OrderEntry?) -> OrderAttempt<String> {
    state.withLock { state in
      state.log.append("send \(entry?.state.rawValue ?? "") \(entry?.sentUptime ?? 0)")
      return state.attempts.isEmpty ? .none(Fault.unplayed) : state.attempts.removeFirst()
    }
  }

  func look() throws -> OrderLookup<String> {
    try state.withLock { state in
      state.log.append("look")
      guard !state.looks.isEmpty else { throw Fault.unplayed }
      guard let look = state.looks.removeFirst() else { throw Fault.lost }
      return look
    }
  }

  func wait(_ attempt: Int, _ least: Duration) throws -> Bool {
    try state.withLock { state in
      let seconds = least.components.seconds
      state.log.append("wait \(attempt)" + (seconds > 0 ? " at least \(seconds)" : ""))
      guard !state.waits.isEmpty else { throw Fault.unplayed }
      guard let again = state.waits.removeFirst() else { throw Fault.left }
      if again { state.uptime += max(1, seconds) * 1000 }
      return again
    }
  }
}

private struct PlayedWork<How: Repeating>: OrderWork {
  static var kind: String { "played" }
  static var repetition: OrderProgress.Repetition { How.repetition }

  let order = "order"
  let play: Play
  let book: OrderBook

  mutating func send(_ entry: OrderEntry, _ basis: String) async -> OrderAttempt<String> {
    play.send(try? await book.entry(entry.key))
  }

  mutating func look(_ entry: OrderEntry, _ basis: String) async throws -> OrderLookup<String> {
    try play.look()
  }

  mutating func wait(
    after error: (any Error)?, attempt: Int, least: Duration
  ) async throws -> Bool {
    try play.wait(attempt, least)
  }
}
