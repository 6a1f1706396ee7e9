import Flowline
import Synchronization

/// Holds a value that only one thread at a time touches in a test.
final class Box<Value>: @unchecked Sendable {
  // Tests set and read it on the thread that drives the controller.
  var value: Value?
}

/// Carries a context to where no context should be, to see it refused.
struct Kept: @unchecked Sendable {
  let value: FlowContext

  init(_ value: FlowContext) { self.value = value }
}

/// Something outside that answers when the test says so, from a thread of its own.
final class Gate: Sendable {
  private struct State {
    var value: Int?
    var waiting: [CheckedContinuation<Int, Never>] = []
  }

  private let state = Mutex(State())

  func wait() async -> Int {
    await withCheckedContinuation { continuation in
      let value = state.withLock { state in
        if state.value == nil { state.waiting.append(continuation) }
        return state.value
      }
      if let value { continuation.resume(returning: value) }
    }
  }

  func open(_ value: Int) {
    let waiting = state.withLock { state in
      state.value = value
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume(returning: value) }
  }
}
