import Synchronization

/// Whether the server is about to stop, so that balancers are to send it no more calls.
final class Readiness: Sendable {
  private let stopping = Mutex(false)

  /// Whether it is about to stop.
  var isStopping: Bool { stopping.withLock { $0 } }

  /// It will stop soon.
  func end() { stopping.withLock { $0 = true } }
}
