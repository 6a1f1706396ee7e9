import Flowline
import FlowlineHost
import FoundationEssentials
import Hummingbird
import NIOCore
import ServiceLifecycle
import Synchronization

/// States of a session as server-sent events (HTML Living Standard, 9.2), up to its end.
///
/// A slow reader gets the newest state and misses those before it.
struct EventStream: Sendable {
  /// The state that is to be sent next.
  private final class Newest: Sendable {
    private let text = Mutex<String?>(nil)

    func put(_ state: HostedState) { text.withLock { $0 = state.json.text } }

    /// The event to send: a comment if there is nothing new.
    func take() -> String {
      let text = text.withLock { text in
        defer { text = nil }
        return text
      }
      return text.map { "event: state\ndata: \($0)\n\n" } ?? ": still there\n\n"
    }
  }

  private let newest = Newest()
  /// Says that something is to be sent.
  private let signals: AsyncStream<Void>

  /// How many seconds pass without an event before a comment is sent, so that a connection that is gone
  /// is noticed.
  private static let silence = 15.0

  init(_ states: AsyncStream<HostedState>, by clock: any FlowClock) {
    let (signals, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.signals = signals
    let working = Task { [newest] in
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          for await state in states {
            newest.put(state)
            continuation.yield()
          }
        }
        group.addTask {
          while !Task.isCancelled {
            try? await clock.sleep(until: clock.now.addingTimeInterval(Self.silence))
            if !Task.isCancelled { continuation.yield() }
          }
        }
        // The states end with the session, or when it is unloaded.
        await group.next()
        group.cancelAll()
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in working.cancel() }
  }

  /// What is sent, one after the other.
  var lines: some AsyncSequence<String, Never> & Sendable {
    signals.map { [newest] _ in newest.take() }
  }

  var response: Response {
    Response(
      status: .ok,
      headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
      body: ResponseBody { [lines] writer in
        // A server that is asked to end does not wait for those who only listen.
        for try await line in lines.cancelOnGracefulShutdown() {
          try await writer.write(ByteBuffer(string: line))
        }
        try await writer.finish(nil)
      })
  }
}
