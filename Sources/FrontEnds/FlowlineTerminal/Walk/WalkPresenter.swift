import Flowline
import Synchronization

/// Wakes a walk that waits for an effect or a line; a walk that does not wait looks by itself.
final class WalkPresenter: Presenter {
  private let isAwaited = Mutex(false)
  private let wake: @Sendable () -> Void

  init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }

  /// From here on something happening wakes.
  ///
  /// Look at the session after this, not before.
  func await(_ isAwaited: Bool) {
    self.isAwaited.withLock { $0 = isAwaited }
  }

  func present(_ prompt: Prompt) { wakeIfAwaited() }

  func waiting(for wait: FlowInspection.Effect, at step: StepPath) { wakeIfAwaited() }

  func ended(_ outcome: Outcome<JSONValue>) { wakeIfAwaited() }

  private func wakeIfAwaited() {
    if isAwaited.withLock({ $0 }) { wake() }
  }
}
