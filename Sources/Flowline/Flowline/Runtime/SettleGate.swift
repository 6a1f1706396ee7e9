import Dispatch
import Synchronization

/// A gate that a thread waits at until the session has settled.
final class SettleGate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let hasOpened = Atomic<Bool>(false)

  /// Whether the session has settled, so that nobody need wait any more.
  var isOpen: Bool { hasOpened.load(ordering: .sequentiallyConsistent) }

  /// Lets the waiting thread go.
  func open() {
    hasOpened.store(true, ordering: .sequentiallyConsistent)
    wake()
  }

  /// Wakes the waiting thread because there is something to do.
  func wake() { semaphore.signal() }

  /// Waits until the thread is woken; returns at once if it was since it last waited.
  func wait() { semaphore.wait() }
}
