import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import ServerConnections

/// Answers that are more than a step, over a clock that only the test moves.
struct LargeAnswerTests {
  private static let limits = ConnectionLimits()

  @Test func `lasts as long as it is taken steadily, up to the end of all of it`() throws {
    let count = ConnectionCount(limit: 8)
    let watch = ConnectionGuard(limits: Self.limits, place: .served, count: count)
    let channel = EmbeddedChannel(handlers: [SlowReader(), watch])
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    let reader = try channel.pipeline.syncOperations.handler(type: SlowReader.self)
    let head = HTTPRequestHead(
      version: .http1_1, method: .GET, uri: "/file", headers: ["host": "localhost"])
    try channel.writeInbound(HTTPServerRequestPart.head(head))
    try channel.writeInbound(HTTPServerRequestPart.end(nil))
    let written = channel.eventLoop.makePromise(of: Void.self)
    let step = Self.limits.answerStepBytes
    let file = ByteBuffer(repeating: 7, count: 100 * step - 1)
    channel.write(
      HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)), promise: nil)
    channel.write(HTTPServerResponsePart.body(.byteBuffer(file)), promise: written)
    channel.writeAndFlush(HTTPServerResponsePart.end(nil), promise: nil)
    // The head, and then a step of the file each time.
    for _ in 0..<46 {
      reader.take()
      channel.embeddedEventLoop.advanceTime(by: .seconds(19))
      try #require(channel.isActive)
    }
    #expect(reader.takenBytes == 45 * step)
    // Fifteen minutes are over.
    reader.take()
    channel.embeddedEventLoop.advanceTime(by: .seconds(900 - 46 * 19))
    #expect(!channel.isActive)
    #expect(throws: ChannelError.self) { try written.futureResult.wait() }
    _ = try channel.finish(acceptAlreadyClosed: true)
  }
}

/// A system that takes a piece of what is written each time it is told to.
private final class SlowReader: ChannelOutboundHandler {
  typealias OutboundIn = HTTPServerResponsePart

  private var waiting: [(bytes: Int, promise: EventLoopPromise<Void>?)] = []
  private(set) var takenBytes = 0

  func write(
    context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
  ) {
    let bytes = if case .body(let body) = unwrapOutboundIn(data) { body.readableBytes } else { 0 }
    waiting.append((bytes, promise))
  }

  /// Takes the oldest piece.
  func take() {
    let piece = waiting.removeFirst()
    takenBytes += piece.bytes
    piece.promise?.succeed()
  }

  func close(
    context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?
  ) {
    for piece in waiting { piece.promise?.fail(ChannelError.ioOnClosedChannel) }
    waiting = []
    context.close(mode: mode, promise: promise)
  }
}
