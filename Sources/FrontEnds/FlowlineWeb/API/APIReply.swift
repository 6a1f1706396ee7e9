import Flowline
import FlowlineHost
import FoundationEssentials
import Hummingbird
import NIOCore

/// What an operation replies.
enum APIReply: Sendable {
  /// JSON.
  case json(JSONValue, status: Int = 200)
  /// A state, with its entity tag.
  case state(StateBody)
  /// Plain text, such as a journal.
  case text(String)
  /// The contents of a file.
  case contents(FileContents)
  /// Nothing.
  case nothing
  /// States as they come, as server-sent events.
  case states(AsyncStream<HostedState>, by: any FlowClock)

  /// The reply as the answer to a request.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - isAllowed: whether its sender may still see states; a stream of them ends if not.
  func response(
    to request: Request, while isAllowed: @escaping @Sendable () async -> Bool
  ) -> Response {
    switch self {
    case .json(let json, let status): return Response(json: json, status: status)
    case .state(let state):
      if request.method != .put, request.method != .post,
        state.isAmong(request.headers[values: .ifNoneMatch])
      {
        return Response(
          status: .notModified, headers: [.eTag: state.etag, .cacheControl: "no-store"])
      }
      var response = Response(text: state.text, status: 200, type: "application/json")
      response.headers[.eTag] = state.etag
      return response
    case .text(let text):
      return Response(text: text, status: 200, type: "text/plain; charset=utf-8")
    case .contents(let contents):
      // What it is stands in the row that names it; a browser that is led here does not open it.
      var response = Response(
        bytes: ByteBuffer(bytes: contents.bytes), status: 200, type: "application/octet-stream")
      response.headers[.contentDisposition] = HeaderValue.attachment(named: contents.file.name)
      return response
    case .nothing: return Response(status: .noContent)
    case .states(let states, let clock):
      return EventStream(states, by: clock, while: isAllowed) { state in
        await isAllowed() ? .state(state) : nil
      }.response(to: request) {
        Response(Problem(RequestFailure.tooLarge(limit: 0)))
      }
    }
  }
}
