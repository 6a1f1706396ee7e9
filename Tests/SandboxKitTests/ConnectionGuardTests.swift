import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import ServerConnections

/// A connection over a clock that only the test moves.
struct ConnectionGuardTests {
  private static let limits = ConnectionLimits()

  /// What the other side and the sandbox do, and what time passes between.
  enum Step {
    case head, body, end, answerHead, answerEnd, ending
    case seconds(Double)
  }

  /// Runs steps over a connection.
  ///
  /// - Returns: after which step the connection was closed; nil if it is open.
  private func closed(after steps: [Step]) throws -> Int? {
    let channel = EmbeddedChannel(handler: ConnectionGuard(limits: Self.limits))
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    for (index, step) in steps.enumerated() {
      switch step {
      case .head:
        let head = HTTPRequestHead(version: .http1_1, method: .PUT, uri: "/")
        try channel.writeInbound(HTTPServerRequestPart.head(head))
      case .body: try channel.writeInbound(HTTPServerRequestPart.body(ByteBuffer(string: "x")))
      case .end: try channel.writeInbound(HTTPServerRequestPart.end(nil))
      case .answerHead:
        let head = HTTPResponseHead(version: .http1_1, status: .ok)
        try channel.writeOutbound(HTTPServerResponsePart.head(head))
      case .answerEnd: try channel.writeOutbound(HTTPServerResponsePart.end(nil))
      case .ending: channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
      case .seconds(let seconds):
        channel.embeddedEventLoop.advanceTime(by: .nanoseconds(Int64(seconds * 1e9)))
      }
      if !channel.isActive { return index }
    }
    _ = try channel.finish(acceptAlreadyClosed: true)
    return nil
  }

  @Test func `ends a connection that sends no head in time, from its opening and from each answer`()
    throws
  {
    #expect(try closed(after: [.seconds(59.9)]) == nil)
    #expect(try closed(after: [.seconds(60)]) == 0)
    let answered: [Step] = [.seconds(59), .head, .end, .answerHead, .answerEnd]
    #expect(try closed(after: answered + [.seconds(59.9)]) == nil)
    #expect(try closed(after: answered + [.seconds(60)]) == 5)
    #expect(try closed(after: answered + answered + answered + [.seconds(60)]) == 15)
  }

  @Test func `ends a body that is not whole in time, however many pieces come`() throws {
    let trickle = (0..<40).flatMap { _ in [Step.body, .seconds(1)] }
    #expect(try closed(after: [.head] + trickle) == 60)
    #expect(try closed(after: [.head, .seconds(29), .body, .end, .seconds(3600)]) == nil)
  }

  @Test func `ends an answer that is not taken in time`() throws {
    #expect(try closed(after: [.head, .end, .answerHead, .seconds(19.9)]) == nil)
    #expect(try closed(after: [.head, .end, .answerHead, .seconds(20)]) == 3)
  }

  @Test func `gives the sandbox all the time it needs`() throws {
    #expect(try closed(after: [.head, .end, .seconds(86_400), .answerHead, .answerEnd]) == nil)
    // The next request's body is not read before the first is answered.
    #expect(try closed(after: [.head, .end, .head, .body, .seconds(3600)]) == nil)
    let second: [Step] = [.head, .end, .head, .seconds(3600), .answerHead, .answerEnd]
    #expect(try closed(after: second + [.seconds(29.9)]) == nil)
    #expect(try closed(after: second + [.seconds(30)]) == 6)
  }

  @Test func `passes over a refused body for as long as a body may take`() throws {
    let refused: [Step] = [.head, .body, .answerHead, .answerEnd]
    #expect(try closed(after: refused + [.seconds(29.9), .end, .seconds(59.9)]) == nil)
    #expect(try closed(after: refused + [.seconds(30)]) == 4)
  }

  /// Such a channel knows no half that is closed, and a socket does.
  @Test func `waits for the other side to close after the last byte`() {
    var state = ConnectionState()
    state.answerBegan()
    state.answerEnded()
    #expect(state.wait == .head)
    state.outputClosed()
    #expect(state.wait == .closing)
  }

  @Test func `ends idle connections at once when the sandbox ends, and others soon`() throws {
    #expect(try closed(after: [.ending]) == 0)
    #expect(try closed(after: [.head, .end, .answerHead, .answerEnd, .ending]) == 4)
    #expect(try closed(after: [.head, .body, .ending, .seconds(0.9)]) == nil)
    #expect(try closed(after: [.head, .body, .ending, .seconds(1)]) == 3)
    #expect(try closed(after: [.head, .end, .answerHead, .ending, .seconds(1)]) == 4)
    #expect(try closed(after: [.head, .end, .ending, .seconds(60)]) == nil)
    let finished: [Step] = [.head, .end, .ending, .seconds(60), .answerHead, .answerEnd]
    #expect(try closed(after: finished) == 5)
  }

  @Test func `ends a refused body that is far too large`() throws {
    let channel = EmbeddedChannel(handler: ConnectionGuard(limits: Self.limits))
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    let head = HTTPRequestHead(version: .http1_1, method: .PUT, uri: "/")
    try channel.writeInbound(HTTPServerRequestPart.head(head))
    let piece = ByteBuffer(repeating: 0, count: 1_048_576)
    for _ in 0..<8 { try channel.writeInbound(HTTPServerRequestPart.body(piece)) }
    #expect(channel.isActive)
    try channel.writeInbound(HTTPServerRequestPart.body(piece))
    #expect(!channel.isActive)
  }
}
