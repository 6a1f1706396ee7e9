import Flowline
import FlowlineHost
import FoundationEssentials
import Hummingbird
import NIOCore
import ServiceLifecycle

/// What an operation replies.
enum APIReply: Sendable {
  /// JSON, such as a state with its entity tag.
  case json(JSONValue, status: Int = 200, etag: String? = nil)
  /// Plain text, such as a journal.
  case text(String)
  /// Nothing.
  case nothing
  /// States as they come, as server-sent events.
  case states(AsyncStream<HostedState>, by: any FlowClock)

  func response(to request: Request) -> Response {
    switch self {
    case .json(let json, let status, let etag):
      if let etag, request.headers[.ifNoneMatch] == etag, request.method == .get {
        return Response(status: .notModified, headers: [.eTag: etag])
      }
      var response = Response(json: json, status: status)
      if let etag { response.headers[.eTag] = etag }
      return response
    case .text(let text):
      return Response(text: text, status: 200, type: "text/plain; charset=utf-8")
    case .nothing: return Response(status: .noContent)
    case .states(let states, let clock): return EventStream(states, by: clock).response
    }
  }
}

/// States of a session as server-sent events (HTML Living Standard, 9.2), up to its end.
struct EventStream: Sendable {
  private let lines: AsyncStream<String>

  /// How many seconds pass without an event before a comment is sent, so that a connection that is gone
  /// is noticed.
  private static let silence = 15.0

  init(_ states: AsyncStream<HostedState>, by clock: any FlowClock) {
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    self.lines = lines
    let working = Task {
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          for await state in states {
            continuation.yield("event: state\ndata: \(state.json.text)\n\n")
          }
        }
        group.addTask {
          while !Task.isCancelled {
            try? await clock.sleep(until: clock.now.addingTimeInterval(Self.silence))
            if !Task.isCancelled { continuation.yield(": still there\n\n") }
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
