import Synchronization

/// Something that happens once, and that others wait for.
package final class Signal: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  /// Makes one that has not happened.
  package init() { (stream, continuation) = AsyncStream.makeStream() }

  /// It happens.
  package func send() { continuation.finish() }

  /// Waits until it has happened, or the task is cancelled.
  package func wait() async throws {
    for await _ in stream {}
    try Task.checkCancellation()
  }
}
