import HTTPTypes
package import Hummingbird
import NIOCore

extension Response {
  /// Server-sent events (HTML Living Standard, 9.2) as the answer to a request.
  ///
  /// They end with their texts, or as soon as the reader closes the connection or its half of it. The connection
  /// ends with them: to notice that it is closed, the server reads on behind the request.
  ///
  /// - Parameters:
  ///   - request: the request, as the server read it, whether its body was read or not: a middleware that reads
  ///     it sets that again, and makes no request of its own with another one.
  ///   - begin: begins what makes the events. It returns their texts, and what stops it and ends them, which is
  ///     called at least once.
  /// - Returns: the answer.
  package static func events<Texts: AsyncSequence & Sendable>(
    to request: Request,
    _ begin: @escaping @Sendable () -> (texts: Texts, stop: @Sendable () -> Void)
  ) -> Response where Texts.Element == String {
    var request = request
    // In place of the one that was sent, whose end does not come once more if it was read.
    request.body = RequestBody(buffer: ByteBuffer())
    return Response(
      status: .ok,
      headers: [
        .contentType: "text/event-stream", .cacheControl: "no-store", .connection: "close",
      ],
      body: ResponseBody { [body = request.body] writer in
        let (texts, stop) = begin()
        defer { stop() }
        try await body.consumeWithInboundCloseHandler { _ in
          for try await text in texts { try await writer.write(ByteBuffer(string: text)) }
        } onInboundClosed: {
          stop()
        }
        try await writer.finish(nil)
      })
  }
}
