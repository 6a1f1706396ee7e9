import ServiceLifecycle
import Synchronization

/// Whether the server is about to stop, so that balancers are to send it no more calls.
final class Readiness: Sendable {
  private let stopping = Mutex(false)

  /// Whether it is about to stop.
  var isStopping: Bool { stopping.withLock { $0 } }

  /// It will stop soon.
  func end() { stopping.withLock { $0 = true } }
}

/// The time between being asked to stop and taking no more connections: the server does all it did, and says
/// at `/ready` that it is stopping, so that a balancer learns of it before a connection is refused.
///
/// Services are stopped in reverse: it is the last of them.
struct DrainService: Service {
  let readiness: Readiness
  /// How long it is.
  let time: Duration

  func run() async throws {
    // A server that failed has nothing to wait for.
    guard (try? await gracefulShutdown()) != nil else { return }
    readiness.end()
    try? await Task.sleep(for: time)
  }
}
