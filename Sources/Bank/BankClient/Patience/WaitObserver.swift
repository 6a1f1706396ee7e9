/// Who is told of the waits of one call of the client.
///
/// An object, since optimised code of this toolchain (Swift 6.3) crashes where a task-local value is a
/// closure.
final class WaitObserver: Sendable {
  @TaskLocal static var current: WaitObserver?

  let tell: @Sendable (BankWait?) -> Void

  init(_ tell: @escaping @Sendable (BankWait?) -> Void) { self.tell = tell }
}

extension HTTPBank {
  /// Calls the bank, and tells each second of a wait before it is asked again.
  ///
  /// - Parameters:
  ///   - tell: is told of the wait, and `nil` when it is over; called from the task of the call.
  ///   - call: calls the client.
  public static func tellingWaits<Answer>(
    to tell: @escaping @Sendable (BankWait?) -> Void, during call: () async throws -> Answer
  ) async rethrows -> Answer {
    try await WaitObserver.$current.withValue(WaitObserver(tell), operation: call)
  }
}
