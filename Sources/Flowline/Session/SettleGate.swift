import Glibc

/// A gate that a thread waits at until another opens it, once.
///
/// `@unchecked`: a POSIX semaphore may be used from any thread; the pointer never changes.
final class SettleGate: @unchecked Sendable {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  func open() { sem_post(semaphore) }

  func wait() {
    while sem_wait(semaphore) != 0, errno == EINTR {}
  }
}
