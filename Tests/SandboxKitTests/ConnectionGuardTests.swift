import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import ServerConnections

/// A connection over a clock that only the test moves.
struct ConnectionGuardTests {
  private static let limits = ConnectionLimits()

  /// What the other side and the sandbox do, and what time passes between: a piece of an answer is
  /// written and not yet taken.
  enum Step {
    case head, body, end, answerHead, answerPiece, taken, answerEnd, ending
    /// A head with a body of so many bytes.
    case announced(Int)
    /// So many bytes of a body at once.
    case bytes(Int)
    case seconds(Double)
  }

  /// Runs steps over a connection.
  ///
  /// - Returns: after which step the connection was closed; nil if it is open.
  private func closed(after steps: [Step]) throws -> Int? {
    let channel = try connect()
    for (index, step) in steps.enumerated() {
      switch step {
      case .head:
        try send([:], on: channel)
      case .announced(let bytes):
        try send(["content-length": "\(bytes)"], on: channel)
      case .body: try channel.writeInbound(HTTPServerRequestPart.body(ByteBuffer(string: "x")))
      case .bytes(let count):
        let piece = ByteBuffer(repeating: 0, count: count)
        try channel.writeInbound(HTTPServerRequestPart.body(piece))
      case .end: try channel.writeInbound(HTTPServerRequestPart.end(nil))
      case .answerHead:
        let head = HTTPResponseHead(version: .http1_1, status: .ok)
        try channel.writeOutbound(HTTPServerResponsePart.head(head))
      case .answerPiece:
        let piece = HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(string: "x")))
        channel.write(piece, promise: nil)
      case .taken: channel.flush()
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

  @Test func `lets a body last that comes steadily, up to the end of all of it`() throws {
    let step = Self.limits.bodyStepBytes
    // Ten megabytes at the speed of a slow telephone.
    let photo = (0..<34).flatMap { _ in [Step.bytes(300_000), .seconds(1)] }
    #expect(try closed(after: [.head] + photo + [.end, .seconds(3600)]) == nil)
    let slow = (0..<20).flatMap { _ in [Step.seconds(29.9), .bytes(step)] }
    #expect(try closed(after: [.head] + slow + [.end, .seconds(3600)]) == nil)
    #expect(try closed(after: [.head] + slow + [.seconds(30)]) == 41)
    // Less than a step makes nobody wait longer, and a whole body has an end as well.
    #expect(try closed(after: [.head, .bytes(step - 1), .seconds(30)]) == 2)
    let steady = (0..<50).flatMap { _ in [Step.bytes(step), .seconds(20)] }
    #expect(try closed(after: [.head] + steady) == 90)
    // The next body has all the time again.
    let whole: [Step] = [.head] + (0..<40).flatMap { _ in [Step.bytes(step), .seconds(20)] }
    let answered: [Step] = [.end, .answerHead, .answerEnd]
    #expect(try closed(after: whole + answered + whole + answered) == nil)
  }

  @Test func `ends an answer that is not taken in time`() throws {
    let begun: [Step] = [.head, .end, .answerHead]
    #expect(try closed(after: begun + [.answerPiece, .seconds(19.9)]) == nil)
    #expect(try closed(after: begun + [.answerPiece, .seconds(20)]) == 4)
    let trickle = (0..<40).flatMap { _ in [Step.answerPiece, .seconds(1)] }
    #expect(try closed(after: begun + trickle) == 42)
  }

  @Test func `lets an answer last whose pieces are taken`() throws {
    let piece: [Step] = [.seconds(3600), .answerPiece, .seconds(19), .taken]
    let begun: [Step] = [.head, .end, .answerHead]
    #expect(try closed(after: begun + piece + piece + [.seconds(3600)]) == nil)
    #expect(try closed(after: begun + piece + piece + [.answerEnd, .seconds(60)]) == 12)
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
    let steadily: [Step] = [.ending, .bytes(1_048_576), .seconds(0.5), .bytes(1_048_576)]
    #expect(try closed(after: [.head] + steadily + [.seconds(0.5)]) == 5)
    #expect(try closed(after: [.head, .end, .answerHead, .ending, .seconds(1)]) == 4)
    #expect(try closed(after: [.head, .end, .ending, .seconds(60)]) == nil)
    let finished: [Step] = [.head, .end, .ending, .seconds(60), .answerHead, .answerEnd]
    #expect(try closed(after: finished) == 5)
  }

  @Test func `ends a refused body that is far too large, and takes any that is read`() throws {
    let channel = try connect()
    try send([:], on: channel)
    try sendPieces(100, on: channel)
    #expect(channel.isActive)
    let refusal = HTTPResponseHead(version: .http1_1, status: .payloadTooLarge)
    try channel.writeOutbound(HTTPServerResponsePart.head(refusal))
    try sendPieces(32, on: channel)
    try channel.writeOutbound(HTTPServerResponsePart.end(nil))
    try sendPieces(32, on: channel)
    #expect(channel.isActive)
    try sendPieces(1, on: channel)
    #expect(!channel.isActive)
  }

  /// Sends pieces of a body, a megabyte each, and takes out what is passed on.
  private func sendPieces(_ count: Int, on channel: EmbeddedChannel) throws {
    let piece = ByteBuffer(repeating: 0, count: 1_048_576)
    for _ in 0..<count {
      try channel.writeInbound(HTTPServerRequestPart.body(piece))
      _ = try channel.readInbound(as: HTTPServerRequestPart.self)
    }
  }

  @Test func `says that an answer is the last one if much of its request is yet to come`() throws {
    let much = Self.limits.reusedBodyBytes + 1
    // Such a channel is closed whole where a socket says that nothing more is written.
    #expect(try closed(after: [.announced(much), .answerHead, .answerEnd]) == 2)
    #expect(try closed(after: [.announced(much), .body, .answerHead, .answerEnd]) == nil)
    #expect(try closed(after: [.announced(much), .end, .answerHead, .answerEnd]) == nil)
    for (bytes, connection) in [(much, ["close"]), (much - 1, [])] {
      let channel = try connect()
      try send(["content-length": "\(bytes)"], on: channel)
      let refusal = HTTPResponseHead(version: .http1_1, status: .payloadTooLarge)
      try channel.writeOutbound(HTTPServerResponsePart.head(refusal))
      #expect(try answered(on: channel)?.headers["connection"] == connection)
    }
  }

  @Test func `waits for the rest of a body after the last answer, and for no more than it may be`()
  {
    var state = ConnectionState(Self.limits)
    state.headCame(announcing: 100 * 1_048_576)
    state.answerBegan()
    #expect(state.isLast && !state.isOver)
    state.answerEnded()
    state.outputClosed()
    #expect(state.isOver)
    #expect(state.wait == .body(step: 0, isEnding: false))
    state.bodyCame(Self.limits.bodyStepBytes)
    #expect(state.wait == .body(step: 1, isEnding: false))
    var whole = state
    whole.bodyEnded()
    #expect(whole.wait == .closing)
    state.bodyCame(Self.limits.refusedBodyBytes)
    #expect(state.isTooLong)
    #expect(state.wait == .closing)
  }

  // MARK: - Bodies that are sent once they are asked for

  private static let expecting: HTTPHeaders = ["expect": "100-continue", "content-length": "9"]

  @Test func `asks for a body if no answer comes without it`() throws {
    let channel = try connect()
    try send(Self.expecting, on: channel)
    #expect(try answered(on: channel) == nil)
    channel.embeddedEventLoop.advanceTime(by: TimeAmount(Self.limits.deciding))
    #expect(try answered(on: channel)?.status == .continue)
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(try answered(on: channel) == nil)
    try channel.writeInbound(HTTPServerRequestPart.body(ByteBuffer(string: "123456789")))
    try channel.writeInbound(HTTPServerRequestPart.end(nil))
    try channel.writeOutbound(
      HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)))
    #expect(try answered(on: channel)?.headers["connection"] == [])
    try channel.writeOutbound(HTTPServerResponsePart.end(nil))
    #expect(channel.isActive)
  }

  /// A client that has the answer may leave the body out: nothing can follow on the connection.
  @Test func `does not ask for the body of a request that is answered without it`() throws {
    let channel = try connect()
    try send(Self.expecting, on: channel)
    try channel.writeOutbound(
      HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .unauthorized)))
    #expect(try answered(on: channel)?.headers["connection"] == ["close"])
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(try answered(on: channel) == nil)
  }

  @Test func `asks for no body that is there, or that nobody holds back`() throws {
    let channel = try connect()
    try send(Self.expecting, on: channel)
    try channel.writeInbound(HTTPServerRequestPart.body(ByteBuffer(string: "1")))
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(try answered(on: channel) == nil)
    for headers in [["expect": "100-continue"], ["content-length": "9"]] as [HTTPHeaders] {
      let channel = try connect()
      try send(headers, on: channel)
      channel.embeddedEventLoop.advanceTime(by: .seconds(1))
      #expect(try answered(on: channel) == nil)
    }
    let old = try connect()
    try send(Self.expecting, version: .http1_0, on: old)
    old.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(try answered(on: old) == nil)
  }

  @Test func `asks for a body once the requests before it are answered`() throws {
    let channel = try connect()
    try send([:], on: channel)
    try channel.writeInbound(HTTPServerRequestPart.end(nil))
    try send(Self.expecting, on: channel)
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(try answered(on: channel) == nil)
    try channel.writeOutbound(
      HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)))
    try channel.writeOutbound(HTTPServerResponsePart.end(nil))
    #expect(try answered(on: channel)?.status == .ok)
    _ = try channel.readOutbound(as: HTTPServerResponsePart.self)
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(try answered(on: channel)?.status == .continue)
  }

  private func send(
    _ headers: HTTPHeaders, hosts: [String] = ["127.0.0.1"], version: HTTPVersion = .http1_1,
    on channel: EmbeddedChannel
  ) throws {
    var head = HTTPRequestHead(version: version, method: .PUT, uri: "/", headers: headers)
    for host in hosts { head.headers.add(name: "Host", value: host) }
    try channel.writeInbound(HTTPServerRequestPart.head(head))
  }

  /// The next head that was written; nil if there is none.
  private func answered(on channel: EmbeddedChannel) throws -> HTTPResponseHead? {
    guard case .head(let head)? = try channel.readOutbound(as: HTTPServerResponsePart.self) else {
      return nil
    }
    return head
  }

  // MARK: - Heads that may be read in two ways

  @Test(arguments: [[], ["a.example", "b.example"], ["a.example", "a.example"]])
  func `refuses a request that does not name its host once, and passes nothing of it on`(
    hosts: [String]
  ) throws {
    let channel = try connect()
    try send(["content-length": "1"], hosts: hosts, on: channel)
    let answer = try #require(try answered(on: channel))
    #expect(answer.status == .badRequest)
    #expect(answer.headers["connection"] == ["close"])
    let passedOn = try channel.readInbound(as: HTTPServerRequestPart.self)
    #expect(passedOn == nil)
    // Such a channel is closed whole where a socket says that nothing more is written.
    #expect(!channel.isActive)
  }

  @Test func `takes a request of HTTP 1.0 without a host, and none with two`() throws {
    let channel = try connect()
    try send([:], hosts: [], version: .http1_0, on: channel)
    let passedOn = try channel.readInbound(as: HTTPServerRequestPart.self)
    #expect(passedOn != nil)
    let other = try connect()
    try send([:], hosts: ["a.example", "b.example"], version: .http1_0, on: other)
    #expect(try answered(on: other)?.status == .badRequest)
  }

  @Test(arguments: [
    ["gzip, chunked"], ["gzip", "chunked"], ["chunked", "chunked"], ["identity"], [""],
  ])
  func `refuses a body that is coded in another way than in chunks alone`(
    codings: [String]
  ) throws {
    let channel = try connect()
    try send(HTTPHeaders(codings.map { ("Transfer-Encoding", $0) }), on: channel)
    #expect(try answered(on: channel)?.status == .notImplemented)
    let passedOn = try channel.readInbound(as: HTTPServerRequestPart.self)
    #expect(passedOn == nil)
  }

  @Test(arguments: ["chunked", "Chunked"]) func `takes a body in chunks`(coding: String) throws {
    let channel = try connect()
    try send(["transfer-encoding": coding], on: channel)
    #expect(try answered(on: channel) == nil)
    let passedOn = try channel.readInbound(as: HTTPServerRequestPart.self)
    #expect(passedOn != nil)
  }

  @Test func `answers the requests before it, and reads none after it`() throws {
    let channel = try connect()
    for hosts in [["a.example"], [], ["a.example"]] {
      try send([:], hosts: hosts, on: channel)
      try channel.writeInbound(HTTPServerRequestPart.end(nil))
    }
    #expect(try answered(on: channel) == nil)
    var heads = 0
    while let part = try channel.readInbound(as: HTTPServerRequestPart.self) {
      if case .head = part { heads += 1 }
    }
    #expect(heads == 1)
    try answer(on: channel)
    #expect(try answered(on: channel)?.status == .ok)
    for _ in 0..<2 { _ = try channel.readOutbound(as: HTTPServerResponsePart.self) }
    #expect(try answered(on: channel)?.status == .badRequest)
    #expect(!channel.isActive)
  }

  // MARK: - Requests of HTTP/1.0

  @Test func `sends a client of HTTP 1.0 no chunks: an answer ends with the connection`() throws {
    for version in [HTTPVersion.http1_0, .http1_1] {
      let isOld = version == .http1_0
      let channel = try connect(encodes: true)
      try send([:], version: version, on: channel)
      try channel.writeInbound(HTTPServerRequestPart.end(nil))
      try answer(on: channel)
      let sent = try written(on: channel)
      #expect(sent.hasPrefix(isOld ? "HTTP/1.0 200 OK\r\n" : "HTTP/1.1 200 OK\r\n"))
      #expect(sent.lowercased().contains("transfer-encoding") != isOld)
      #expect(sent.lowercased().contains("connection: close") == isOld)
      #expect(sent.hasSuffix("\r\n\r\nx") == isOld)
      // Such a channel is closed whole where a socket says that nothing more is written.
      #expect(channel.isActive != isOld)
    }
  }

  @Test func `answers each request in its version, and reads none after one of HTTP 1.0`() throws {
    let channel = try connect()
    for version in [HTTPVersion.http1_1, .http1_0, .http1_1] {
      try send([:], version: version, on: channel)
      try channel.writeInbound(HTTPServerRequestPart.end(nil))
    }
    var versions: [HTTPVersion] = []
    while let part = try channel.readInbound(as: HTTPServerRequestPart.self) {
      if case .head(let head) = part { versions.append(head.version) }
    }
    #expect(versions == [.http1_1, .http1_0])
    for version in versions {
      #expect(channel.isActive)
      try answer(on: channel)
      let head = try #require(try answered(on: channel))
      #expect(head.version == version)
      #expect(head.headers["connection"] == (version == .http1_0 ? ["close"] : []))
      for _ in 0..<2 { _ = try channel.readOutbound(as: HTTPServerResponsePart.self) }
    }
    #expect(!channel.isActive)
  }

  private func answer(on channel: EmbeddedChannel) throws {
    let head = HTTPResponseHead(version: .http1_1, status: .ok)
    try channel.writeOutbound(HTTPServerResponsePart.head(head))
    let piece = ByteBuffer(string: "x")
    try channel.writeOutbound(HTTPServerResponsePart.body(.byteBuffer(piece)))
    try channel.writeOutbound(HTTPServerResponsePart.end(nil))
  }

  /// All bytes that were written.
  private func written(on channel: EmbeddedChannel) throws -> String {
    var text = ""
    while let piece = try channel.readOutbound(as: ByteBuffer.self) {
      text += String(buffer: piece)
    }
    return text
  }

  // MARK: - Too many

  @Test func `counts who is served, who is refused, and who is not even told`() {
    let count = ConnectionCount(limit: 8)
    for _ in 0..<8 { #expect(count.open() == .served) }
    #expect(count.isCrowded)
    #expect(count.open() == .refused)
    #expect(count.open() == .closed)
    for _ in 0..<6 { count.close() }
    #expect(!count.isCrowded)
    #expect(count.open() == .served)
  }

  @Test func `tells one too many so at its first request, and passes nothing of it on`() throws {
    let channel = try connect(as: .refused)
    let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
    try channel.writeInbound(HTTPServerRequestPart.head(head))
    try channel.writeInbound(HTTPServerRequestPart.end(nil))
    let none = try channel.readInbound(as: HTTPServerRequestPart.self)
    #expect(none == nil)
    guard case .head(let answer)? = try channel.readOutbound(as: HTTPServerResponsePart.self) else {
      Issue.record("there is no answer")
      return
    }
    #expect(answer.status == .serviceUnavailable)
    #expect(answer.headers["retry-after"] == ["5"])
    #expect(answer.headers["connection"] == ["close"])
    channel.embeddedEventLoop.advanceTime(by: .seconds(2))
    #expect(!channel.isActive)
    let silent = try connect(as: .refused)
    silent.embeddedEventLoop.advanceTime(by: .seconds(2))
    #expect(!silent.isActive)
    #expect(try !connect(as: .closed).isActive)
  }

  @Test func `waits less long for idle connections when there are many`() throws {
    let count = ConnectionCount(limit: 4)
    let lonely = try connect(count: count)
    lonely.embeddedEventLoop.advanceTime(by: .seconds(59))
    #expect(lonely.isActive)
    for _ in 0..<4 { _ = count.open() }
    let crowded = try connect(count: count)
    crowded.embeddedEventLoop.advanceTime(by: .seconds(10))
    #expect(!crowded.isActive)
  }

  @Test func `leaves files for others than connections`() {
    var limits = ConnectionLimits()
    limits.leaveFiles(of: 1024)
    #expect(limits.connections == 768)
    limits.leaveFiles(of: 1_048_576)
    #expect(limits.connections == 768)
    #expect(OpenFiles.raiseLimit() > 0)
  }

  private func connect(
    as place: ConnectionCount.Place = .served, count: ConnectionCount = ConnectionCount(limit: 8),
    encodes: Bool = false
  ) throws -> EmbeddedChannel {
    let watch = ConnectionGuard(limits: Self.limits, place: place, count: count)
    let channel =
      encodes
      ? EmbeddedChannel(handlers: [HTTPResponseEncoder(), watch]) : EmbeddedChannel(handler: watch)
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    return channel
  }
}
