import Flowline
import FoundationEssentials
import Synchronization

/// The loads, commits and checks of one session, which have their turns among those of all.
struct SessionEffects: EffectGate {
  let session: SessionKey
  let turns: EffectTurns
  /// Weak, as the table has the sessions, and they have this.
  weak var table: SessionTable?

  func run<Reply: Sendable>(
    _ kind: FlowInspection.Effect.Kind, _ work: @escaping @Sendable () async throws -> Reply
  ) async throws -> Reply {
    // The session has what came of it when it is measured, by the next sweep.
    defer { table?.noteGrowth(of: session) }
    return try await turns.run(kind, of: session, work)
  }
}

/// Lets so many loads, commits and checks run at once, each so long.
final class EffectTurns: Sendable {
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
    /// Those that run or wait, by a number of their own.
    var underWay: [Int: UnderWay] = [:]
  }

  private struct UnderWay {
    let session: SessionKey
    /// When it began, or ``EffectTurns/takeUnderWay(since:)`` told of it.
    var told: Date
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
    _ kind: FlowInspection.Effect.Kind, of session: SessionKey,
    _ work: @escaping @Sendable () async throws -> Reply
  ) async throws -> Reply {
    let number = enter(session)
    defer { leave(number) }
    guard try await begin() else {
      let error = EffectsBusy()
      throw kind == .commit ? CommitNotSent(error) : error
    }
    metrics.effectBegan(kind)
    let limit = kind == .commit ? limits.commitTime : limits.loadTime
    return try await TimeLimit(limit, by: clock).run(work) { self.end() }
  }

  /// The sessions in which an effect has run or waited since a moment without being told here; from now on
  /// they count as told.
  func takeUnderWay(since moment: Date) -> Set<SessionKey> {
    let now = clock.now
    return state.withLock { state in
      let numbers = state.underWay.filter { $0.value.told <= moment }.map(\.key)
      for number in numbers { state.underWay[number]?.told = now }
      return Set(numbers.compactMap { state.underWay[$0]?.session })
    }
  }

  private func enter(_ session: SessionKey) -> Int {
    let now = clock.now
    return state.withLock { state in
      state.number += 1
      state.underWay[state.number] = UnderWay(session: session, told: now)
      return state.number
    }
  }

  private func leave(_ number: Int) {
    state.withLock { _ = $0.underWay.removeValue(forKey: number) }
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
