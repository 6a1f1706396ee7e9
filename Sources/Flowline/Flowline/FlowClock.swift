public import FoundationEssentials
import Synchronization

/// The clock by which a session waits for a moment, see ``FlowContext/wait(_:until:title:)``.
///
/// A session uses the system's, unless its ``SessionOptions/clock`` is another. Flows never see it:
/// what they know of the time is in their journal.
public protocol FlowClock: Sendable {
  /// What time it is.
  var now: Date { get }

  /// Returns once a moment has come, at once if it is over.
  ///
  /// - Throws: at once if the task is cancelled. Anything else holds the session, as a load that throws
  ///   does.
  func sleep(until moment: Date) async throws
}

/// The system's clock.
public struct SystemFlowClock: FlowClock {
  /// How long it sleeps at most before it looks again, in seconds: the system's time may be set.
  private static let longestSleep = 60.0

  /// Makes the clock.
  public init() {}

  /// What time it is.
  public var now: Date { Date() }

  /// Returns once a moment has come.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until moment: Date) async throws {
    while true {
      let left = moment.timeIntervalSince(now)
      guard left > 0 else { return }
      try await Task.sleep(for: .seconds(min(left, Self.longestSleep)))
    }
  }
}

/// A clock that stands still until it is advanced, for tests and for playing scripts.
public final class ManualFlowClock: FlowClock {
  private struct Sleeper {
    let number: Int
    let moment: Date
    let continuation: UnsafeContinuation<Void, any Error>
  }

  private struct State {
    var now: Date
    var last = 0
    /// In the order in which they began.
    var sleepers: [Sleeper] = []
    /// Those that were cancelled before they began to sleep.
    var cancelled: Set<Int> = []
  }

  private let state: Mutex<State>

  /// Makes a clock that stands at a moment.
  public init(at now: Date) { state = Mutex(State(now: now)) }

  /// Where it stands.
  public var now: Date { state.withLock { $0.now } }

  /// Sets the clock to a moment, and wakes the sleepers of that moment and of earlier ones, the
  /// earliest first.
  ///
  /// The clock never goes back: an earlier moment changes nothing.
  public func advance(to moment: Date) {
    let woken = state.withLock { state in
      state.now = max(state.now, moment)
      let now = state.now
      let woken = state.sleepers.filter { $0.moment <= now }
      state.sleepers.removeAll { $0.moment <= now }
      return woken.sorted { ($0.moment, $0.number) < ($1.moment, $1.number) }
    }
    for sleeper in woken { sleeper.continuation.resume() }
  }

  /// Returns once the clock was advanced to a moment.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until moment: Date) async throws {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { continuation in
        let end: Result<Void, any Error>? = state.withLock { state in
          if state.cancelled.remove(number) != nil { return .failure(CancellationError()) }
          if moment <= state.now { return .success(()) }
          state.sleepers.append(
            Sleeper(number: number, moment: moment, continuation: continuation))
          return nil
        }
        if let end { continuation.resume(with: end) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func cancel(_ number: Int) {
    let sleeper = state.withLock { state -> Sleeper? in
      guard let index = state.sleepers.firstIndex(where: { $0.number == number }) else {
        // It may not have begun to sleep; if it is over, nobody asks for the number again.
        state.cancelled.insert(number)
        return nil
      }
      return state.sleepers.remove(at: index)
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }
}
