/// Who is told of the waits of the calls of one task.
///
/// An object, since optimised code of this toolchain (Swift 6.3) crashes if a task-local value is a
/// closure.
public final class WaitObserver: Sendable {
  @TaskLocal static var current: WaitObserver?

  let tell: @Sendable (CallWait?) -> Void

  private init(_ tell: @escaping @Sendable (CallWait?) -> Void) { self.tell = tell }

  /// Runs calls, and tells each second of a wait before a service is called again.
  ///
  /// - Parameters:
  ///   - tell: is told of the wait, and nil when it is over; called from the task of the call.
  ///   - calls: calls services.
  public static func telling<Answer>(
    to tell: @escaping @Sendable (CallWait?) -> Void, during calls: () async throws -> Answer
  ) async rethrows -> Answer {
    try await $current.withValue(WaitObserver(tell), operation: calls)
  }
}
