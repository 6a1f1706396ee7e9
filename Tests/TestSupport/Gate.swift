import Synchronization

/// Something to wait at until a test opens it with a value, deaf to cancellation.
package final class Gate<Value: Sendable>: Sendable {
  private struct State {
    var value: Value?
    var waiting: [CheckedContinuation<Value, Never>] = []
  }

  private let state = Mutex(State())

  /// Makes a closed one.
  package init() {}

  /// Waits until it is open.
  package func wait() async -> Value {
    await withCheckedContinuation { continuation in
      let value = state.withLock { state in
        if state.value == nil { state.waiting.append(continuation) }
        return state.value
      }
      if let value { continuation.resume(returning: value) }
    }
  }

  /// Opens it, for all who wait and all who come later.
  package func open(_ value: Value) {
    let waiting = state.withLock { state in
      state.value = value
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume(returning: value) }
  }
}

extension Gate<Void> {
  /// Opens it.
  package func open() { open(()) }
}
