import Dispatch
import Synchronization

/// One wait for a socket, which ends once and releases the socket then: libpq may close it in the next step.
final class SocketWait: Sendable {
  /// How it ended.
  enum End {
    /// The socket is ready, or broken.
    case ready
    /// The time was up, or it was given up.
    case over
    /// The system has no room for watching the socket.
    case refused
  }

  private enum State {
    case notBegun
    case waiting(CheckedContinuation<End, Never>)
    case ended(End)
  }

  private let state = Mutex(State.notBegun)

  /// Waits, once.
  ///
  /// - Parameters:
  ///   - socket: stays open meanwhile.
  ///   - interest: what is waited for, the next time.
  ///   - deadline: when it ends otherwise.
  func end(
    at socket: Int32, for interest: SocketWatcher.Interest, until deadline: DispatchTime
  ) async -> End {
    var watch: SocketWatcher.Watch?
    let end = await withCheckedContinuation { continuation in
      let known = state.withLock { state -> End? in
        if case .ended(let end) = state { return end }
        state = .waiting(continuation)
        return nil
      }
      if let known { return continuation.resume(returning: known) }
      DispatchQueue.global().asyncAfter(deadline: deadline) { [weak self] in self?.conclude(.over) }
      watch = SocketWatcher.watch(socket, for: interest) { [self] in conclude(.ready) }
      if watch == nil { conclude(.refused) }
    }
    watch?.end()
    return end
  }

  /// Ends it at once, also if it is still to begin.
  func giveUp() { conclude(.over) }

  private func conclude(_ end: End) {
    let waiting = state.withLock { state -> CheckedContinuation<End, Never>? in
      if case .ended = state { return nil }
      defer { state = .ended(end) }
      guard case .waiting(let continuation) = state else { return nil }
      return continuation
    }
    waiting?.resume(returning: end)
  }
}
