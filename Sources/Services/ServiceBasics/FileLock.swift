import Glibc
import Synchronization

/// A lock of the operating system on a file: it excludes other processes as well as other holders in
/// this one, and ends with its holder, however that ends.
public final class FileLock: Sendable {
  /// Why a lock was not taken.
  public enum Failure: Error, Sendable, Hashable {
    /// Somebody else holds it, and did so until the limit.
    case held(path: String)
    /// The file cannot be opened or locked; the cause is the system's.
    case system(path: String, cause: String)
  }

  private let descriptor: Mutex<Int32?>

  private init(descriptor: Int32) { self.descriptor = Mutex(descriptor) }

  deinit { release() }

  /// Takes the lock now.
  ///
  /// - Parameter path: a file that has no other use; it is made for the user alone (0600) if need be.
  /// - Throws: `held` if somebody else holds it, or `system`.
  public convenience init(_ path: String) throws(Failure) {
    self.init(descriptor: try Self.opened(path))
    guard try takes(path) else { throw .held(path: path) }
  }

  /// Takes the lock as soon as it is free, looking again every few milliseconds.
  ///
  /// - Parameters:
  ///   - path: a file that has no other use; it is made for the user alone (0600) if need be.
  ///   - limit: how long to wait at the most, by the timing's own sleeps.
  ///   - timing: the sleep and the random numbers.
  /// - Throws: a `Failure`, or what the sleep throws when the task is cancelled.
  public convenience init(
    _ path: String, waitingUpTo limit: Duration, timing: Timing = Timing()
  ) async throws {
    self.init(descriptor: try Self.opened(path))
    var waited = Duration.zero
    while try !takes(path) {
      guard waited < limit else { throw Failure.held(path: path) }
      // Spread, so that several that wait do not look at the same moments.
      let pause = Duration.milliseconds(2) + .milliseconds(18) * timing.random()
      try await timing.sleep(pause)
      waited += pause
    }
  }

  /// Ends the lock; once it has ended, calling this again changes nothing.
  public func release() {
    descriptor.withLock { descriptor in
      guard let open = descriptor.take() else { return }
      // A process that is being started shares the lock until it runs its program: closing alone
      // would not end it.
      flock(open, LOCK_UN)
      close(open)
    }
  }

  private static func opened(_ path: String) throws(Failure) -> Int32 {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .system(path: path, cause: words(of: errno)) }
    return descriptor
  }

  private func takes(_ path: String) throws(Failure) -> Bool {
    guard let descriptor = descriptor.withLock({ $0 }) else { return false }
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK: return false
      default: throw .system(path: path, cause: Self.words(of: errno))
      }
    }
    return true
  }

  private static func words(of code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }
}
