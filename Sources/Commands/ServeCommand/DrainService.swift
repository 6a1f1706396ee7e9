import ServiceLifecycle

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
