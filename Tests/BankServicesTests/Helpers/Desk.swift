import Bank
import FoundationEssentials
import ServiceBasics
import Synchronization

@testable import BankServices

/// Gives one number to whoever asks, and lets a test hold the answers back.
final class Desk: Sendable {
  private struct State {
    var number = 0
    var trouble: (any Error)?
    var isHolding = false
    var held: [CheckedContinuation<Void, Never>] = []
    var asked = 0
  }

  private let state = Mutex(State())

  /// What is said to whoever asks now.
  var number: Int {
    get { state.withLock { $0.number } }
    set { state.withLock { $0.number = newValue } }
  }

  /// What is thrown at whoever asks now.
  var trouble: (any Error)? {
    get { state.withLock { $0.trouble } }
    set { state.withLock { $0.trouble = newValue } }
  }

  /// How often somebody asked.
  var asked: Int { state.withLock { $0.asked } }

  /// Holds back the answers from now on. They have been made up already.
  func hold() { state.withLock { $0.isHolding = true } }

  /// Gives out the answers that were held back, and holds back no more.
  func release() {
    let held = state.withLock { state in
      defer { state.held = [] }
      state.isHolding = false
      return state.held
    }
    for continuation in held { continuation.resume() }
  }

  /// Gives out the answer that was held back last, and goes on holding.
  func releaseLatest() { state.withLock { $0.held.popLast() }?.resume() }

  func answer() async throws -> Int {
    let (result, isHeld) = state.withLock { state -> (Result<Int, any Error>, Bool) in
      state.asked += 1
      let result: Result<Int, any Error> =
        state.trouble.map { .failure($0) } ?? .success(state.number)
      return (result, state.isHolding)
    }
    if isHeld {
      await withCheckedContinuation { continuation in
        state.withLock { $0.held.append(continuation) }
      }
      try Task.checkCancellation()
    }
    return try result.get()
  }
}

/// A data set of one number, and everything around it.
struct Setting {
  let turns = Turns()
  let desk = Desk()
  let clock: TestClock
  let service: DataService<Int>

  init(cache: CacheFolder? = nil, clock: TestClock = TestClock()) {
    self.clock = clock
    service = DataService(
      in: turns.surroundings(clock: clock),
      shelf: cache.map { Shelf($0, ShelfPlace(kind: .accounts)) }
    ) { [desk] in try await desk.answer() }
  }
}

extension Setting {
  /// What somebody would be shown now.
  var state: Loadable<Int> { service.state.withLock { $0.set.loadable } }

  /// How many wait for something to happen.
  var waiting: Int { service.waiting }
}

extension Turns {
  /// Surroundings in which nothing happens but in turns.
  func surroundings(clock: TestClock) -> Surroundings {
    Surroundings(now: { clock.now }) { [self] work in start { await work() } }
  }
}

/// A clock that stands still until it is put forward.
final class TestClock: Sendable {
  private let milliseconds: Mutex<Int64>

  init(_ time: Timestamp = .noon) { milliseconds = Mutex(time.milliseconds) }

  var now: Date { time.date }

  var time: Timestamp { Timestamp(milliseconds: milliseconds.withLock { $0 }) }

  func advance(by seconds: Int64) { milliseconds.withLock { $0 += seconds * 1000 } }
}

extension Timestamp {
  /// 2026-11-20, a Friday.
  static let noon = Timestamp(milliseconds: 1_795_176_000_000)
}

extension BankError {
  static let offline = BankError.unavailable(cause: "no connection")
  static let loggedOut = BankError.notLoggedIn(cause: "the token has expired")
}
