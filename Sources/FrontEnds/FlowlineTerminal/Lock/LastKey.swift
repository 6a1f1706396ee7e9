import Synchronization

/// When a key was pressed last, for an alarm that rings once that is long ago.
final class LastKey: Sendable {
  private let now: @Sendable () -> ContinuousClock.Instant
  private let moment: Mutex<ContinuousClock.Instant>

  /// Begins as if a key had just been pressed.
  init(_ now: @escaping @Sendable () -> ContinuousClock.Instant) {
    self.now = now
    moment = Mutex(now())
  }

  /// A key was pressed.
  func note() { moment.withLock { $0 = now() } }

  /// How much is left until it is so long ago.
  func left(of duration: Duration) -> Duration {
    duration - moment.withLock { $0 }.duration(to: now())
  }
}
