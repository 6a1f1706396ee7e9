import Synchronization

/// A slow bank and its clients without a clock: who asks has waited long enough when the bank holds a
/// request, and the bank carries it on when its client is at another one.
final class LateAnswers: Sendable {
  private struct State {
    var isOver = false
    var next = 0
    /// Those who wait for an answer of the bank.
    var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
    /// The requests that are held.
    var held: [CheckedContinuation<Void, Never>] = []

    mutating func takeHeld() -> [CheckedContinuation<Void, Never>] {
      defer { held = [] }
      return held
    }
  }

  private let state = Mutex(State())

  /// The time for an answer: it is over for all who wait when a request is held.
  ///
  /// Releases what was held when somebody begins to wait.
  ///
  /// - Throws: a `CancellationError` at once when the task is cancelled.
  func expire() async throws {
    let number = state.withLock { state in
      state.next += 1
      return state.next
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // Cancelling marks the task before it looks here, so that one of the two sees the other.
        let held: [CheckedContinuation<Void, Never>]? = state.withLock { state in
          if Task.isCancelled { return nil }
          state.waiting[number] = continuation
          return state.takeHeld()
        }
        guard let held else { return continuation.resume(throwing: CancellationError()) }
        for request in held { request.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: number) }?
        .resume(throwing: CancellationError())
    }
  }

  /// Holds a request at the bank until its client has given it up and sends another one.
  func hold() async {
    await withCheckedContinuation { continuation in
      let waiting: [Int: CheckedContinuation<Void, any Error>]? = state.withLock { state in
        if state.isOver { return nil }
        state.held.append(continuation)
        defer { state.waiting = [:] }
        return state.waiting
      }
      guard let waiting else { return continuation.resume() }
      for client in waiting.values { client.resume() }
    }
  }

  /// No request is held any more.
  func end() {
    let held = state.withLock { state in
      state.isOver = true
      return state.takeHeld()
    }
    for request in held { request.resume() }
  }
}
