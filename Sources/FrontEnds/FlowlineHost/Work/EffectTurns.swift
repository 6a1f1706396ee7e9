import Flowline
import FoundationEssentials
import Synchronization

/// Lets so many loads, commits and checks run at once, each so long.
final class EffectTurns: EffectGate {
  private struct Waiting {
    let number: Int
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var running = 0
    var waiting: [Waiting] = []
    var number = 0
    /// Those that were given up before they began to wait.
    var givenUp: Set<Int> = []
  }

  private let limits: HostLimits
  private let clock: any FlowClock
  private let metrics: HostMetrics
  private let state = Mutex(State())

  init(_ limits: HostLimits, by clock: any FlowClock, _ metrics: HostMetrics) {
    self.limits = limits
    self.clock = clock
    self.metrics = metrics
  }

  func run<Reply: Sendable>(
    _ kind: FlowInspection.Effect.Kind, _ work: @escaping @Sendable () async throws -> Reply
  ) async throws -> Reply {
    guard try await begin() else {
      let error = EffectsBusy()
      throw kind == .commit ? CommitNotSent(error) : error
    }
    metrics.effectBegan(kind)
    let limit = kind == .commit ? limits.commitTime : limits.loadTime
    let race = Race<Reply>()
    // What does not stop when it is told to is left behind, and keeps its turn until it has stopped.
    let working = Task {
      let result: Result<Reply, any Error>
      do { result = .success(try await work()) } catch { result = .failure(error) }
      race.end(with: result)
      self.end()
    }
    let timing = Task { [clock] in
      try? await clock.sleep(until: clock.now.addingTimeInterval(limit.seconds))
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

  /// Waits for a turn; false if too many wait.
  private func begin() async throws -> Bool {
    let number: Int? = state.withLock { state in
      guard state.running < limits.effectsAtOnce else {
        state.number += 1
        return state.number
      }
      state.running += 1
      return nil
    }
    guard let number else { return true }
    let isGranted = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Bool? = state.withLock { state in
          if state.givenUp.remove(number) != nil { return false }
          if state.running < limits.effectsAtOnce {
            state.running += 1
            return true
          }
          guard state.waiting.count < limits.effectsWaiting else { return false }
          state.waiting.append(Waiting(number: number, continuation: continuation))
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      giveUp(number)
    }
    // It may have been given up when it had its turn already.
    state.withLock { _ = $0.givenUp.remove(number) }
    if !isGranted { try Task.checkCancellation() }
    return isGranted
  }

  private func giveUp(_ number: Int) {
    let waiting = state.withLock { state -> Waiting? in
      guard let index = state.waiting.firstIndex(where: { $0.number == number }) else {
        state.givenUp.insert(number)
        return nil
      }
      return state.waiting.remove(at: index)
    }
    waiting?.continuation.resume(returning: false)
  }

  private func end() {
    let next = state.withLock { state -> Waiting? in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.running -= 1
      return nil
    }
    next?.continuation.resume(returning: true)
    metrics.effectEnded()
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

/// More loads and commits wait than the host lets wait; it was not begun.
public struct EffectsBusy: Error, Hashable, CustomStringConvertible {
  /// One sentence.
  public var description: String { "too much is being read and written at once; try again" }
}

extension Duration {
  /// The duration in seconds.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1_000_000_000_000_000_000
  }
}
