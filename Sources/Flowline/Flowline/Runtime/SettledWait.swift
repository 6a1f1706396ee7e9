import Synchronization

/// A task that waits until a session has settled.
final class SettledWait: Sendable {
  typealias Continuation = CheckedContinuation<Prompt?, any Error>

  private enum State {
    case new
    case waiting(Continuation)
    /// It was resumed, or cancelled before it began.
    case over
  }

  private let state = Mutex(State.new)

  /// Whether nobody waits here any more.
  var isOver: Bool { state.withLock { if case .over = $0 { true } else { false } } }

  /// The task waits from here on.
  ///
  /// Returns false if it was cancelled before, and has gone on.
  func begin(_ continuation: Continuation) -> Bool {
    let waits = state.withLock { state in
      guard case .new = state else { return false }
      state = .waiting(continuation)
      return true
    }
    if !waits { continuation.resume(throwing: CancellationError()) }
    return waits
  }

  /// The session has settled.
  func open(_ prompt: Prompt?) { end()?.resume(returning: prompt) }

  /// The task was cancelled.
  func cancel() { end()?.resume(throwing: CancellationError()) }

  private func end() -> Continuation? {
    state.withLock { state in
      defer { state = .over }
      if case .waiting(let continuation) = state { return continuation }
      return nil
    }
  }
}

extension Session {
  /// Lets a task wait until the session has settled.
  ///
  /// One that was cancelled is forgotten when the next begins to wait, or when the session settles.
  func await(_ wait: SettledWait) {
    tasksWaiting.removeAll(where: \.isOver)
    tasksWaiting.append(wait)
    resumeTasks()
  }

  /// Resumes the tasks that wait, if the session has settled.
  func resumeTasks() {
    guard !tasksWaiting.isEmpty, isSettled, inputs.isEmpty else { return }
    let waiting = tasksWaiting
    tasksWaiting = []
    let prompt = prompt
    for wait in waiting { wait.open(prompt) }
  }
}
