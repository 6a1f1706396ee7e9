import Synchronization

/// Lets one task after the other have its turn, in the order in which they came.
///
/// No thread waits.
final class Turns: Sendable {
  private struct State {
    var isTaken = false
    /// Those that wait, behind those before `first`, which had their turns.
    var waiting: [CheckedContinuation<Void, Never>] = []
    var first = 0

    mutating func takeFirst() {
      first += 1
      // Somebody may wait all the time: what is over is removed meanwhile as well.
      guard first >= 64, first > waiting.count / 2 else { return }
      waiting.removeSubrange(..<first)
      first = 0
    }
  }

  private let state = Mutex(State())

  /// How many tasks wait for their turn.
  var waiting: Int { state.withLock { $0.waiting.count - $0.first } }

  /// Does something in turn.
  func run<Value, Failure: Error>(
    _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    await begin()
    defer { end() }
    return try await body()
  }

  private func begin() async {
    let isFree = state.withLock { state in
      defer { state.isTaken = true }
      return !state.isTaken
    }
    if isFree { return }
    await withCheckedContinuation { continuation in
      // It may have become free meanwhile.
      let isFree = state.withLock { state in
        guard state.isTaken else {
          state.isTaken = true
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  private func end() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.first < state.waiting.count else {
        (state.isTaken, state.waiting, state.first) = (false, [], 0)
        return nil
      }
      defer { state.takeFirst() }
      return state.waiting[state.first]
    }
    next?.resume()
  }
}
