import Glibc
import Synchronization

/// A gate that a thread waits at until the session has settled.
///
/// `@unchecked`: a POSIX semaphore may be used from any thread; the pointer never changes.
final class SettleGate: @unchecked Sendable {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
  private let hasOpened = Atomic<Bool>(false)

  init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  /// Whether the session has settled, so that nobody need wait any more.
  var isOpen: Bool { hasOpened.load(ordering: .sequentiallyConsistent) }

  /// Lets the waiting thread go.
  func open() {
    hasOpened.store(true, ordering: .sequentiallyConsistent)
    knock()
  }

  /// Wakes the waiting thread because there is something to do.
  func knock() { sem_post(semaphore) }

  /// Waits for the next knock.
  func wait() {
    while sem_wait(semaphore) != 0, errno == EINTR {}
  }
}
