import NIOCore
import NIOPosix
import Synchronization

/// A server on loopback that plays what a test wrote, byte for byte.
package final class ScriptedServer: Sendable {
  /// A request as it came.
  package struct Request: Sendable {
    package let method: String
    package let target: String
    package let headers: [(name: String, value: String)]
    package let body: String

    package func header(_ name: String) -> String? {
      headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// The path without its query.
    package var path: String { String(target.prefix { $0 != "?" }) }
  }

  /// What happens to a request.
  package enum Reply: Sendable {
    /// These bytes, and the connection stays.
    case bytes(String)
    /// These bytes, and the connection is closed.
    case bytesAndClose(String)
    /// The connection is closed.
    case close
    /// Nothing, ever.
    case silence

    /// A whole answer.
    package static func answer(
      _ status: Int, _ body: String = "", type: String? = "application/json", more: String = ""
    ) -> Reply {
      .bytes(text(status, body, length: body.utf8.count, type: type, more: more))
    }

    /// An answer that promises more than comes.
    package static func truncated(_ status: Int, _ body: String) -> Reply {
      .bytesAndClose(text(status, body, length: body.utf8.count + 10, type: "application/json"))
    }

    private static func text(
      _ status: Int, _ body: String, length: Int, type: String?, more: String = ""
    ) -> String {
      let type = type.map { "Content-Type: \($0)\r\n" } ?? ""
      return "HTTP/1.1 \(status) Word\r\n\(type)\(more)Content-Length: \(length)\r\n\r\n\(body)"
    }
  }

  private struct State {
    var replies: [Reply]
    var requests: [Request] = []
  }

  private let state: Mutex<State>
  private let answer: (@Sendable (Request, Int) -> Reply)?
  private let channel = Mutex<(any Channel)?>(nil)

  /// A server that plays these replies, one a request, and the last one for all that follow.
  package init(_ replies: [Reply]) {
    state = Mutex(State(replies: replies))
    answer = nil
  }

  /// A server that asks for each reply; it is told how many requests came before.
  package init(answer: @escaping @Sendable (Request, Int) -> Reply) {
    state = Mutex(State(replies: []))
    self.answer = answer
  }

  /// What came, in its order.
  package var requests: [Request] { state.withLock { $0.requests } }

  /// Begins, and gives the address.
  package func start() async throws -> String {
    let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Player(server: self))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    channel.withLock { $0 = listener }
    return "http://127.0.0.1:\(listener.localAddress?.port ?? 0)"
  }

  package func stop() async throws { try await channel.withLock { $0 }?.close().get() }

  fileprivate func reply(to request: Request) -> Reply {
    let count = state.withLock { state in
      state.requests.append(request)
      return state.requests.count - 1
    }
    if let answer { return answer(request, count) }
    return state.withLock { $0.replies.count > 1 ? $0.replies.removeFirst() : $0.replies[0] }
  }

  /// Runs a test's work against a server of these replies.
  package static func with<Value>(
    _ replies: [Reply], _ work: (ScriptedServer, String) async throws -> Value
  ) async throws -> Value {
    try await ScriptedServer(replies).during(work)
  }

  package func during<Value>(
    _ work: (ScriptedServer, String) async throws -> Value
  ) async throws -> Value {
    let address = try await start()
    do {
      let value = try await work(self, address)
      try await stop()
      return value
    } catch {
      try? await stop()
      throw error
    }
  }
}

/// Reads requests off one connection.
private final class Player: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let server: ScriptedServer
  private var received = ""

  init(server: ScriptedServer) { self.server = server }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    received += String(buffer: unwrapInboundIn(data))
    while let request = takeRequest() {
      switch server.reply(to: request) {
      case .bytes(let text): write(text, context)
      case .bytesAndClose(let text):
        write(text, context)
        context.close(promise: nil)
      case .close: context.close(promise: nil)
      case .silence: break
      }
    }
  }

  private func write(_ text: String, _ context: ChannelHandlerContext) {
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
  }

  private func takeRequest() -> ScriptedServer.Request? {
    guard let end = received.firstRange(of: "\r\n\r\n") else { return nil }
    let lines = received[..<end.lowerBound].split(separator: "\r\n").map(String.init)
    let headers = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return (name: String(parts[0]), value: parts[1].trimming())
    }
    let length = headers.first { $0.name.lowercased() == "content-length" }
      .flatMap { Int($0.value) }
    let rest = received[end.upperBound...]
    guard rest.utf8.count >= length ?? 0 else { return nil }
    let body = String(decoding: rest.utf8.prefix(length ?? 0), as: UTF8.self)
    received = String(decoding: rest.utf8.dropFirst(length ?? 0), as: UTF8.self)
    let words = lines[0].split(separator: " ").map(String.init)
    return ScriptedServer.Request(
      method: words[0], target: words[1], headers: headers, body: body)
  }
}

extension Substring {
  fileprivate func trimming() -> String { String(drop { $0 == " " }) }
}
