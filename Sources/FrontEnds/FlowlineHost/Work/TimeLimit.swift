import Flowline
import FoundationEssentials
import Synchronization

/// How long something may take.
struct TimeLimit {
  private let limit: Duration
  private let clock: any FlowClock

  init(_ limit: Duration, by clock: any FlowClock) {
    self.limit = limit
    self.clock = clock
  }

  /// Does something, and gives it up when it takes too long.
  ///
  /// What does not stop when it is told to is left behind.
  ///
  /// - Parameters:
  ///   - work: what is done.
  ///   - end: what follows when the work has stopped, however late.
  /// - Throws: what the work throws, or an ``EffectTimedOut``.
  func run<Reply: Sendable>(
    _ work: @escaping @Sendable () async throws -> Reply,
    then end: @escaping @Sendable () -> Void = {}
  ) async throws -> Reply {
    let race = Race<Reply>()
    let last = clock.now.addingTimeInterval(limit.seconds)
    let working = Task {
      let result: Result<Reply, any Error>
      do { result = .success(try await work()) } catch { result = .failure(error) }
      race.end(with: result)
      end()
    }
    let timing = Task {
      try? await clock.sleep(until: last)
      guard !Task.isCancelled else { return }
      working.cancel()
      race.end(with: .failure(EffectTimedOut(limit: limit)))
    }
    defer { timing.cancel() }
    return try await withTaskCancellationHandler {
      try await race.value
    } onCancel: {
      working.cancel()
    }
  }
}

/// The first of several ends counts.
private final class Race<Value: Sendable>: Sendable {
  private enum State {
    case open
    case waiting(CheckedContinuation<Value, any Error>)
    case ended(Result<Value, any Error>)
  }

  private let state = Mutex(State.open)

  func end(with result: Result<Value, any Error>) {
    let waiting = state.withLock { state -> CheckedContinuation<Value, any Error>? in
      switch state {
      case .open:
        state = .ended(result)
        return nil
      case .waiting(let continuation):
        state = .ended(result)
        return continuation
      case .ended: return nil
      }
    }
    waiting?.resume(with: result)
  }

  var value: Value {
    get async throws {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state -> Result<Value, any Error>? in
          if case .ended(let result) = state { return result }
          state = .waiting(continuation)
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    }
  }
}

/// A load, a commit or a check took longer than the host allows; what came of it is not known.
public struct EffectTimedOut: Error, Hashable, CustomStringConvertible {
  /// How long it may take.
  public let limit: Duration

  /// One sentence.
  public var description: String { "it took longer than \(limit)" }
}

extension Duration {
  /// The duration in seconds.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1_000_000_000_000_000_000
  }
}
