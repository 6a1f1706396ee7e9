/// Receives the waits of the calls of one task.
///
/// An object, since optimised code of this toolchain (Swift 6.3) crashes if a task-local value is a
/// closure.
public final class WaitObserver: Sendable {
  @TaskLocal static var current: WaitObserver?

  let tell: @Sendable (CallWait?) -> Void

  private init(_ tell: @escaping @Sendable (CallWait?) -> Void) { self.tell = tell }

  /// Runs calls, and reports each second of a wait before a service is called again.
  ///
  /// - Parameters:
  ///   - tell: called with the wait, and with nil when it is over, from the task of the call.
  ///   - calls: calls services.
  /// - Returns: what `calls` returns.
  public static func telling<Answer>(
    to tell: @escaping @Sendable (CallWait?) -> Void, during calls: () async throws -> Answer
  ) async rethrows -> Answer {
    try await $current.withValue(WaitObserver(tell), operation: calls)
  }
}
