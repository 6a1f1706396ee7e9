import Flowline
import FlowlineHost
import FoundationEssentials
import Hummingbird
import ServiceLifecycle
import Synchronization

/// How a session changes, as server-sent events (HTML Living Standard, 9.2), for pages and the API alike.
///
/// A slow reader gets the newest state and misses those before it. The stream ends as soon as its reader closes
/// the connection, or its half of it. A comment is sent now and then: of a reader that vanished without closing
/// anything the server does not learn until it writes to it.
struct EventStream: Sendable {
  /// What is sent for a state.
  struct Event: Sendable {
    /// The lines, with the empty one that ends them.
    let text: String
    /// Whether nothing is sent after it.
    var isLast = false
  }

  /// The event that is to be sent next.
  private final class Newest: Sendable {
    private let text = Mutex<String?>(nil)

    func put(_ event: Event) { text.withLock { $0 = event.text } }

    /// The event to send: a comment if there is nothing new.
    func take() -> String {
      let text = text.withLock { text in
        defer { text = nil }
        return text
      }
      return text ?? ": still there\n\n"
    }
  }

  private let newest = Newest()
  /// Says that something is to be sent.
  private let signals: AsyncStream<Void>
  /// Ends ``signals``, and with them all that is done for the stream.
  private let end: @Sendable () -> Void

  /// How many seconds pass before a comment is sent, so that a connection that broke is noticed.
  static let silence = SessionHost.followerSilence / .seconds(1)

  /// Makes a stream of events.
  ///
  /// - Parameters:
  ///   - states: how the session stands, each time it changes.
  ///   - clock: says when a comment is due.
  ///   - isAllowed: whether the reader may still see anything: asked before a comment is sent as well, so that a
  ///     stream in which nothing happens ends too.
  ///   - makeEvent: makes what is sent for a state; nil to end the stream before it. The state itself if
  ///     left out.
  init(
    _ states: AsyncStream<HostedState>, by clock: any FlowClock,
    while isAllowed: @escaping @Sendable () async -> Bool = { true },
    _ makeEvent: @escaping @Sendable (HostedState) async -> Event? = { .state($0) }
  ) {
    let (signals, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.signals = signals
    end = { continuation.finish() }
    let working = Task { [newest] in
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          for await state in states {
            guard let event = await makeEvent(state) else { break }
            newest.put(event)
            continuation.yield()
            if event.isLast { break }
          }
        }
        group.addTask {
          while !Task.isCancelled {
            try? await clock.sleep(until: clock.now.addingTimeInterval(Self.silence))
            guard !Task.isCancelled, await isAllowed() else { break }
            continuation.yield()
          }
        }
        // The states end with the session, or when it is unloaded; the comments with what the reader may see.
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

  /// What is sent, as the answer to a request.
  ///
  /// A request with a body is refused at once: behind one that nobody reads, the server does not see that the
  /// reader is gone, and the stream would never end.
  ///
  /// - Parameters:
  ///   - request: the request, as the server read it: see `Response.events(to:_:)`.
  ///   - refusal: makes the answer to one with a body.
  func response(
    to request: Request, refusing refusal: () -> Response = { Response(status: .contentTooLarge) }
  ) -> Response {
    guard !request.hasBody else {
      end()
      return refusal()
    }
    return Response.events(to: request) { [lines, end] in
      // A server that is asked to end does not wait for those who only listen.
      (texts: lines.cancelOnGracefulShutdown(), stop: end)
    }
  }
}

extension EventStream.Event {
  /// The state itself, as the API tells it.
  static func state(_ state: HostedState) -> Self {
    Self(text: "event: state\ndata: \(state.jsonText())\n\n")
  }
}
