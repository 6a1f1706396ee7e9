import Synchronization

/// Time limits that are over when a test says so, and not before: for `Timing.expire`.
package final class Expiries: Sendable {
  private struct State {
    /// How many limits are over that nobody has waited for yet.
    var credit = 0
    var next = 0
    var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
  }

  private let state = Mutex(State())

  /// Makes limits of which none is over.
  package init() {}

  /// One limit is over: one that is waited for, or the next.
  package func expireOne() {
    let waiting = state.withLock { state in
      guard let first = state.waiting.keys.min() else {
        state.credit += 1
        return nil as CheckedContinuation<Void, any Error>?
      }
      return state.waiting.removeValue(forKey: first)
    }
    waiting?.resume()
  }

  /// Waits until a limit is over.
  ///
  /// - Throws: a `CancellationError` at once when the task is cancelled.
  package func expire() async throws {
    let number = state.withLock { state in
      state.next += 1
      return state.next
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result: Result<Void, any Error>? = state.withLock { state in
          // Cancelling marks the task before it looks here, so that one of the two sees the other.
          if Task.isCancelled { return .failure(CancellationError()) }
          if state.credit > 0 {
            state.credit -= 1
            return .success(())
          }
          state.waiting[number] = continuation
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: number) }?
        .resume(throwing: CancellationError())
    }
  }
}
