import Flowline
import FoundationEssentials

/// Messages that belong to a request as server-sent events, with a comment now and then, so that a
/// connection that broke is noticed.
struct MessageEvents: Sendable {
  /// The events, each as its text.
  let texts: AsyncStream<String>
  /// Stops the work, and ends the events at once.
  let stop: @Sendable () -> Void

  /// How many seconds pass without an event before a comment is sent.
  private static let silence = 15.0

  /// Begins the work that sends messages.
  init(
    clock: any FlowClock, _ work: @escaping @Sendable (@escaping MCPConnection.Output) async -> Void
  ) {
    let (texts, continuation) = AsyncStream.makeStream(of: String.self)
    self.texts = texts
    let working = Task {
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          await work { continuation.yield("event: message\ndata: \($0.text)\n\n") }
        }
        group.addTask {
          while !Task.isCancelled {
            try? await clock.sleep(until: clock.now.addingTimeInterval(Self.silence))
            if !Task.isCancelled { continuation.yield(": still there\n\n") }
          }
        }
        await group.next()
        group.cancelAll()
      }
      continuation.finish()
    }
    stop = {
      working.cancel()
      continuation.finish()
    }
  }
}
