import Bank
import ServiceBasics

/// Held while an order of an account is under way, so that its outcome is known before the next.
struct AccountLock {
  private let lock: FileLock

  /// Waits for the lock.
  ///
  /// - Throws: `unavailable` if another order holds it longer than the limit, `storage`, or a
  ///   `CancellationError`.
  init(
    _ account: Account.ID, in folder: String, limit: Duration, timing: Timing = Timing()
  ) async throws {
    do {
      lock = try await FileLock(
        "\(folder)/\(account).lock", waitingUpTo: limit, timing: timing)
    } catch FileLock.Failure.held {
      throw BankError.unavailable(cause: "another order of the account is under way")
    } catch FileLock.Failure.system(let path, let cause) {
      throw BankError.storage(path: path, cause: cause)
    }
  }

  /// Lets the next one in.
  func release() { lock.release() }
}
