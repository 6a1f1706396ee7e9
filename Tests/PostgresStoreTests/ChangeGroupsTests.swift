import Flowline
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FlowlinePostgres

/// Changes that share a transaction, without a database.
struct ChangeGroupsTests {
  @Test func `as long as few come at once, each is a transaction of its own`() async throws {
    let trial = Trial()
    for round in 0..<3 {
      let changes = try await trial.change([round * 3, round * 3 + 1, round * 3 + 2])
      #expect(trial.groups.waiting == 0)
      for number in 0..<3 { trial.database.answer(round * 3 + number) }
      for (number, change) in changes.enumerated() {
        #expect(await change.value == .count(round * 3 + number))
      }
    }
    #expect(trial.database.sent == (0..<9).map { [$0] })
  }

  @Test func `those that come while others are under way share one, by their sessions' order`()
    async throws
  {
    let trial = Trial()
    #expect(
      try await trial.outcomes(of: [7, 3, 2, 9, 1, 8]) == [7, 3, 2, 9, 1, 8].map { .count($0) })
    #expect(trial.database.sent == [[7], [3], [2], [1, 8, 9]])
  }

  @Test func `if the database refuses one, each is made by itself`() async throws {
    let trial = Trial { $0 == 9 ? .refused("22021") : nil }
    #expect(
      try await trial.outcomes(of: [7, 3, 2, 9, 1, 8]) == [
        .count(7), .count(3), .count(2), .failed(.refused("22021")), .count(1), .count(8),
      ])
    #expect(trial.database.sent.prefix(4) == [[7], [3], [2], [1, 8, 9]])
    #expect(Set(trial.database.sent.dropFirst(4)) == [[9], [1], [8]])
  }

  @Test func `if nobody knows what became of it, none is made again`() async throws {
    let trial = Trial { $0 == 9 ? .unknown : nil }
    #expect(
      try await trial.outcomes(of: [7, 3, 2, 9, 1, 8])
        == [.count(7), .count(3), .count(2)] + (0..<3).map { _ in .failed(.unknown) })
    #expect(trial.database.sent == [[7], [3], [2], [1, 8, 9]])
  }

  @Test func `if many come, the next gather until all are made that went before`() async throws {
    let trial = Trial()
    _ = try await trial.change([0, 1, 2, 3, 4, 5])
    for (number, left) in [(0, 2), (1, 1)] {
      trial.database.answer(number)
      try await trial.isUnderWay(left)
      #expect(trial.groups.waiting == 3)
    }
    trial.database.answer(2)
    try await trial.database.isSent([3, 4, 5])
    _ = try await trial.change([6, 7], waiting: true)
    trial.database.answer(3)
    try await trial.database.isSent([6, 7])
    _ = try await trial.change([8], waiting: true)
    trial.database.answer(6)
    try await trial.database.isSent([8])
    // Those two transactions had so few together that each goes by itself again.
    let last = try await trial.change([9])
    trial.database.answerAll()
    #expect(await last[0].value == .count(9))
    #expect(trial.database.sent == [[0], [1], [2], [3, 4, 5], [6, 7], [8], [9]])
  }

  @Test func `one that takes long holds no others back`() async throws {
    let trial = Trial()
    _ = try await trial.change([0, 1, 2, 3])
    #expect(trial.database.sent == [[0], [1], [2]])
    trial.pass(ChangeGroups.patience)
    // Also if nobody comes and nothing ends.
    trial.groups.advance()
    try await trial.database.isSent([3])
    _ = try await trial.change([4, 5], waiting: true)
    trial.pass(ChangeGroups.patience)
    _ = try await trial.change([6])
    try await trial.database.isSent([4, 5, 6])
    for number in 7...9 {
      trial.pass(ChangeGroups.patience)
      _ = try await trial.change([number])
    }
    #expect(trial.database.sent.count == ChangeGroups.mostAtOnce)
    trial.pass(ChangeGroups.patience)
    let last = try await trial.change([10], waiting: true)
    trial.database.answerAll()
    #expect(await last[0].value == .count(10))
  }

  @Test func `one that waits is looked after by the clock`() async throws {
    let trial = Trial(patience: 0.001) { ContinuousClock.now }
    let changes = try await trial.change([0, 1, 2, 3], waiting: nil)
    try await trial.database.isSent([3])
    trial.database.answerAll()
    for (number, change) in changes.enumerated() { #expect(await change.value == .count(number)) }
  }

  @Test func `no more share one than may`() async throws {
    let trial = Trial()
    let numbers = Array(0..<3 + ChangeGroups.most + 5)
    #expect(try await trial.outcomes(of: numbers) == numbers.map { .count($0) })
    let last = 3 + ChangeGroups.most
    #expect(trial.database.sent == [[0], [1], [2], Array(3..<last), Array(last..<last + 5)])
  }

  @Test func `what is large is made alone`() async throws {
    let trial = Trial()
    #expect(
      try await trial.outcomes(of: [0, 1, 2, 3, 4, 5], large: [4]) == (0..<6).map { .count($0) })
    #expect(Set(trial.database.sent) == [[0], [1], [2], [3], [4], [5]])
  }
}

/// Changes of sessions by their numbers.
private struct Trial {
  let database: SlowDatabase
  let groups: ChangeGroups
  private let passed = Passed()

  /// What became of a change.
  enum Outcome: Equatable {
    case count(Int)
    case failed(PostgresFailure.Kind)
  }

  private final class Passed: Sendable {
    let start = ContinuousClock.now
    let time = Mutex(Duration.zero)

    var now: ContinuousClock.Instant { start + time.withLock { $0 } }
  }

  init(refusing: @escaping @Sendable (Int) -> PostgresFailure.Kind? = { _ in nil }) {
    let database = SlowDatabase(refusing: refusing)
    self.database = database
    groups = ChangeGroups(now: { [passed] in passed.now }) { call throws(PostgresFailure) in
      try await database.make(call)
    }
  }

  init(patience: Double, now: @escaping @Sendable () -> ContinuousClock.Instant) {
    let database = SlowDatabase { _ in nil }
    self.database = database
    groups = ChangeGroups(patience: patience, now: now) { call throws(PostgresFailure) in
      try await database.make(call)
    }
  }

  func pass(_ seconds: Double) { passed.time.withLock { $0 += .seconds(seconds) } }

  func isUnderWay(_ count: Int) async throws {
    try await eventually("\(count) are under way") { database.underWay == count }
  }

  /// Makes changes one behind the other, each of which goes on its way or waits.
  ///
  /// - Parameters:
  ///   - numbers: the sessions.
  ///   - isWaiting: whether each waits; nil if some go on their way in the meantime.
  ///   - large: those that are large.
  func change(
    _ numbers: [Int], waiting isWaiting: Bool? = false, large: Set<Int> = []
  ) async throws -> [Task<Outcome, Never>] {
    var changes: [Task<Outcome, Never>] = []
    for number in numbers {
      let (sent, waiting) = (database.sent.count, groups.waiting)
      changes.append(
        Task { [groups] in
          do throws(PostgresFailure) {
            let statement = PostgresCall.Statement.change(number, isLarge: large.contains(number))
            return .count(try await groups.make(statement, of: .session(number)).count)
          } catch {
            return .failed(error.kind)
          }
        })
      guard isWaiting != nil else { continue }
      try await eventually("it goes on its way, or waits") {
        isWaiting == true
          ? groups.waiting == waiting + 1
          : database.sent.count > sent || groups.waiting > waiting
      }
    }
    return changes
  }

  /// What becomes of changes of which the first go on their way while the others wait, once the database answers.
  func outcomes(of numbers: [Int], large: Set<Int> = []) async throws -> [Outcome] {
    let changes = try await change(numbers, large: large)
    #expect(database.sent == numbers.prefix(ChangeGroups.few).map { [$0] })
    database.answerAll()
    var outcomes: [Outcome] = []
    for change in changes { outcomes.append(await change.value) }
    return outcomes
  }
}

/// Makes a transaction when it is told to: the count of a change is its number.
private final class SlowDatabase: Sendable {
  private struct State {
    var sent: [[Int]] = []
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var answersAll = false
    var underWay = 0
  }

  private let state = Mutex(State())
  private let refusing: @Sendable (Int) -> PostgresFailure.Kind?

  init(refusing: @escaping @Sendable (Int) -> PostgresFailure.Kind?) { self.refusing = refusing }

  /// The numbers of the changes of each transaction that it was sent.
  var sent: [[Int]] { state.withLock { $0.sent } }
  /// How many transactions it has not answered.
  var underWay: Int { state.withLock { $0.underWay } }

  func isSent(_ numbers: [Int]) async throws {
    try await eventually("\(numbers) is sent") { sent.contains(numbers) }
  }

  /// Answers the transaction that begins with a change.
  func answer(_ number: Int) { state.withLock { $0.waiting.removeValue(forKey: number) }?.resume() }

  /// Answers all, and those that come from now on.
  func answerAll() {
    let waiting = state.withLock { state in
      state.answersAll = true
      defer { state.waiting = [:] }
      return state.waiting
    }
    for (_, one) in waiting.sorted(by: { $0.key < $1.key }) { one.resume() }
  }

  func make(_ call: PostgresCall) async throws(PostgresFailure) -> [PostgresCall.Result] {
    let numbers = call.statements.map(\.number)
    await withCheckedContinuation { turn in
      let isAnswered = state.withLock { state in
        state.sent.append(numbers)
        state.underWay += 1
        if !state.answersAll { state.waiting[numbers[0]] = turn }
        return state.answersAll
      }
      if isAnswered { turn.resume() }
    }
    state.withLock { $0.underWay -= 1 }
    if let kind = numbers.lazy.compactMap(refusing).first {
      throw PostgresFailure(kind: kind, reason: "as the test has it")
    }
    return numbers.map { PostgresCall.Result(rows: [], count: $0) }
  }
}

extension PostgresCall.Statement {
  fileprivate static func change(_ number: Int, isLarge: Bool) -> Self {
    let bytes = isLarge ? ChangeGroups.mostBytes + 1 : 100
    return Self("change", [.int(Int64(number)), .bytes([UInt8](repeating: 0, count: bytes))])
  }

  fileprivate var number: Int {
    guard case .int(let number?) = parameters.first else { return -1 }
    return Int(number)
  }
}

extension UUID {
  /// Ids in the order of their numbers.
  fileprivate static func session(_ number: Int) -> UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number / 256), UInt8(number % 256)))
  }
}
