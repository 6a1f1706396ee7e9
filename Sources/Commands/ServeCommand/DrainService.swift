import ServiceLifecycle
import UnixSignals

/// Waits until the server is asked to stop, and then for a while, before the other services are: meanwhile the
/// server does all it did, and says at `/ready` that it is stopping, so that a balancer learns of it before a
/// connection is refused.
///
/// A second signal ends that while.
struct DrainService: Service {
  let readiness: Readiness
  /// The signals that ask for it.
  let signals: UnixSignalsSequence
  /// How long that while is.
  let time: Duration

  func run() async throws {
    // A server that failed has nothing to wait for.
    await cancelWhenGracefulShutdown { [readiness, signals, time] in
      let (begun, continuation) = AsyncStream.makeStream(of: Void.self)
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          for await _ in signals {
            guard !readiness.isStopping else { return }
            readiness.end()
            continuation.finish()
          }
        }
        group.addTask {
          for await _ in begun {}
          try? await Task.sleep(for: time)
        }
        await group.next()
        group.cancelAll()
      }
    }
  }
}
