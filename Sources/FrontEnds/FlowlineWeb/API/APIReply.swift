import Flowline
import FlowlineHost
import FoundationEssentials
import Hummingbird
import NIOCore

/// What an operation replies.
enum APIReply: Sendable {
  /// JSON, such as a state with its entity tag.
  case json(JSONValue, status: Int = 200, etag: String? = nil)
  /// Plain text, such as a journal.
  case text(String)
  /// The contents of a file.
  case contents(FileContents)
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
    case .contents(let contents):
      // What it is stands in the row that names it; a browser that is led here does not open it.
      var response = Response(
        bytes: ByteBuffer(bytes: contents.bytes), status: 200, type: "application/octet-stream")
      response.headers[.contentDisposition] = HeaderValue.attachment(named: contents.file.name)
      return response
    case .nothing: return Response(status: .noContent)
    case .states(let states, let clock): return EventStream(states, by: clock).response
    }
  }
}
