import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import ServiceBasics
import Synchronization

/// Waits on this computer for the browser that a service leads back (RFC 8252, section 7.3).
///
/// It listens at 127.0.0.1 alone. The first answer to its own attempt is shown a small page and ends it;
/// answers to other attempts are refused and everything else is not found, so that no web page can end
/// somebody's log-in.
final class LoopbackListener: Sendable {
  private struct State {
    var isClosed = false
    var connections: [ObjectIdentifier: any Channel] = [:]
  }

  /// The path to which the browser is led.
  static let path = "/callback"

  private let state = Mutex(State())
  private let listening = Mutex<(any Channel)?>(nil)
  private let awaited: AwaitedAnswer
  private let pages: LoopbackPages

  init(for awaited: AwaitedAnswer, pages: LoopbackPages) {
    self.awaited = awaited
    self.pages = pages
  }

  /// Begins to listen.
  ///
  /// - Parameter port: the port, or 0 for any that is free.
  /// - Returns: the address to which the browser is to be led.
  /// - Throws: `notListening` if another program has the port, or the system refuses.
  func listen(at port: Int) async throws(OAuthFailure) -> String {
    do {
      let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.configureHTTPServerPipeline()
            try channel.pipeline.syncOperations.addHandler(LoopbackHandler(listener: self))
          }
        }
        .bind(host: "127.0.0.1", port: port).get()
      listening.withLock { $0 = channel }
      return "http://127.0.0.1:\(channel.localAddress?.port ?? port)\(Self.path)"
    } catch let error as IOError where error.errnoCode == EADDRINUSE {
      throw .notListening(
        port: port,
        CodedText(
          "log-in-port-taken", "another program is using port \(port) of this computer",
          String(port)))
    } catch {
      throw .notListening(port: port, CodedText(words: "\(error)"))
    }
  }

  /// Ends the listener and its connections.
  func close() async {
    try? await listening.withLock { $0.take() }?.close().get()
    let connections = state.withLock { state in
      state.isClosed = true
      defer { state.connections = [:] }
      return Array(state.connections.values)
    }
    for connection in connections { try? await connection.close().get() }
  }

  fileprivate func opened(_ channel: any Channel) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.connections[ObjectIdentifier(channel)] = channel
      return true
    }
  }

  fileprivate func ended(_ channel: any Channel) {
    state.withLock { _ = $0.connections.removeValue(forKey: ObjectIdentifier(channel)) }
  }

  /// What a request is answered with, and which answer it brings.
  fileprivate func reply(
    to head: HTTPRequestHead, at port: Int?
  ) -> (status: Int, html: String, answer: OAuthAnswer?) {
    let nothing = (status: 404, html: "", answer: OAuthAnswer?.none)
    // A web page may have its own name resolve to this computer.
    guard let port, head.headers["Host"] == ["127.0.0.1:\(port)"] else { return (421, "", nil) }
    guard head.method == .GET, head.uri.prefix(while: { $0 != "?" }) == Self.path,
      let answer = awaited.answer(inQueryOf: head.uri)
    else { return nothing }
    let (status, html) = pages.page(for: answer)
    return (status, html, answer)
  }

  /// Has an answer be the one, once it has been shown.
  fileprivate func take(_ answer: OAuthAnswer) { awaited.take(answer) }
}

/// Answers the requests of one connection, and closes it after the first.
private final class LoopbackHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let listener: LoopbackListener
  private var head: HTTPRequestHead?

  init(listener: LoopbackListener) { self.listener = listener }

  func channelActive(context: ChannelHandlerContext) {
    if !listener.opened(context.channel) { context.close(promise: nil) }
  }

  func channelInactive(context: ChannelHandlerContext) { listener.ended(context.channel) }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): self.head = head
    case .body: break
    case .end:
      guard let head = self.head.take() else { return }
      answer(head, context)
    }
  }

  private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    let reply = listener.reply(to: head, at: context.channel.localAddress?.port)
    let headers: HTTPHeaders = [
      "Content-Type": "text/html; charset=utf-8", "Content-Length": "\(reply.html.utf8.count)",
      "Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "Connection": "close",
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    ]
    let response = HTTPResponseHead(
      version: .http1_1, status: HTTPResponseStatus(statusCode: reply.status), headers: headers)
    context.write(wrapOutboundOut(.head(response)), promise: nil)
    context.write(
      wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: reply.html)))), promise: nil)
    let channel = context.channel
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { [listener] _ in
      if let answer = reply.answer { listener.take(answer) }
      channel.close(promise: nil)
    }
  }
}
