import ServiceBasics
import Synchronization

/// Keeps other orders of a scope away until it is released, or nobody has it any more.
public final class OrderLock: Sendable {
  /// The lock that other machines see; nil if there are none.
  let shared: SharedLock?
  private let end: Mutex<(@Sendable () -> Void)?>

  /// Makes a lock in one process or between those of one machine.
  init(end: @escaping @Sendable () -> Void) {
    shared = nil
    self.end = Mutex(end)
  }

  init(_ shared: SharedLock) {
    self.shared = shared
    end = Mutex(nil)
  }

  deinit { end.withLock { $0.take() }?() }

  /// Lets the next order in; once it has, calling this again changes nothing.
  public func release() async {
    end.withLock { $0.take() }?()
    await shared?.release()
  }

  /// Does something while it is held, and releases it.
  public func releasing<Value>(
    after body: (OrderLock) async throws -> Value
  ) async throws -> Value {
    do {
      let value = try await body(self)
      await release()
      return value
    } catch {
      await release()
      throw error
    }
  }
}

/// The locks of a book in memory, which the tasks of one process share: first come, first served.
final class ScopeLocks: Sendable {
  private struct Waiter {
    let number: Int
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    /// Who waits for each scope that is locked.
    var waiting: [String: [Waiter]] = [:]
    var count = 0
  }

  private let state = Mutex(State())

  /// Waits until a scope is free, and takes it.
  ///
  /// - Parameters:
  ///   - scope: the scope.
  ///   - limit: how long to wait at the most.
  ///   - timing: what ends the wait.
  /// - Returns: the lock; nil if the limit was reached.
  /// - Throws: a `CancellationError`.
  func lock(
    _ scope: String, waitingUpTo limit: Duration, _ timing: Timing
  ) async throws -> OrderLock? {
    var isTaken = takeIfFree(scope)
    if !isTaken { isTaken = await take(scope, waitingUpTo: limit, timing) }
    // Made before anything throws, so that a scope that was taken is released in any case.
    let lock = isTaken ? OrderLock { self.release(scope) } : nil
    try Task.checkCancellation()
    return lock
  }

  private func takeIfFree(_ scope: String) -> Bool {
    state.withLock { state in
      guard state.waiting[scope] == nil else { return false }
      state.waiting[scope] = []
      return true
    }
  }

  private func take(
    _ scope: String, waitingUpTo limit: Duration, _ timing: Timing
  ) async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      group.addTask { await self.turn(at: scope) }
      group.addTask {
        try? await timing.expire(limit)
        return false
      }
      var isTaken = await group.next() ?? false
      group.cancelAll()
      // The turn may have come at the very end of the wait.
      while let other = await group.next() { isTaken = isTaken || other }
      return isTaken
    }
  }

  /// Waits for one's turn; false if the task is cancelled before.
  private func turn(at scope: String) async -> Bool {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Bool? = state.withLock { state in
          guard !Task.isCancelled else { return false }
          guard state.waiting[scope] != nil else {
            state.waiting[scope] = []
            return true
          }
          state.waiting[scope]?.append(Waiter(number: number, continuation: continuation))
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        let index = state.waiting[scope]?.firstIndex { $0.number == number }
        return index.flatMap { state.waiting[scope]?.remove(at: $0) }
      }
      waiter?.continuation.resume(returning: false)
    }
  }

  private func release(_ scope: String) {
    let next = state.withLock { state -> Waiter? in
      guard let waiting = state.waiting[scope], !waiting.isEmpty else {
        state.waiting[scope] = nil
        return nil
      }
      return state.waiting[scope]?.removeFirst()
    }
    next?.continuation.resume(returning: true)
  }
}
