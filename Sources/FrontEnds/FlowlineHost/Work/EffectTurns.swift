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
    return try await TimeLimit(limit, by: clock).run(work) { self.end() }
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

/// More loads and commits wait than the host lets wait; it was not begun.
public struct EffectsBusy: Error, Hashable, CustomStringConvertible {
  /// One sentence.
  public var description: String { "too much is being read and written at once; try again" }
}
