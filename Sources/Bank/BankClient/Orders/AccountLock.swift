import Bank
import Glibc

/// Held while an order of an account is under way, so that its outcome is known before the next.
///
/// It is a lock of the operating system on a file beside the book: it holds between processes as well
/// as inside one, and ends with its holder, however that ends.
final class AccountLock: Sendable {
  private let descriptor: Int32

  /// Waits for the lock.
  ///
  /// - Throws: `unavailable` where another order holds it longer than the limit, `storage`, or a
  ///   `CancellationError`.
  init(_ account: Account.ID, in folder: String, limit: Duration) async throws {
    let path = "\(folder)/\(account).lock"
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw BankError.storage(path: path, cause: String(cString: strerror(errno)))
    }
    do {
      try await Self.take(descriptor, limit: limit)
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
  }

  /// Lets the next one in. To be called once.
  func release() {
    // A process that is being started shares the lock until it runs its program.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  private static func take(_ descriptor: Int32, limit: Duration) async throws {
    let start = ContinuousClock.now
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else {
        throw BankError.unavailable(cause: "the order book cannot be locked")
      }
      guard ContinuousClock.now - start < limit else {
        throw BankError.unavailable(cause: "another order of the account is under way")
      }
      try await Task.sleep(for: .milliseconds(Int.random(in: 2...20)))
    }
  }
}
