import NIOCore
import NIOPosix

/// One request and its answer, over a socket.
enum RawExchange {
  /// Sends a request whose connection is to be closed after it.
  ///
  /// - Returns: all that comes back; empty if the connection was cut.
  static func answer(
    _ address: String, _ line: String, _ headers: [String], host: String? = nil, body: String = ""
  ) async throws -> String {
    let parts = address.dropFirst("http://".count).split(separator: ":")
    let lines =
      ["\(line) HTTP/1.1", "Host: \(host ?? parts.joined(separator: ":"))", "Connection: close"]
      + headers
    let text = lines.map { "\($0)\r\n" }.joined() + "\r\n\(body)"
    let connection = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: String(parts[0]), port: Int(parts[1]) ?? 0) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    var received = ""
    do {
      try await connection.executeThenClose { inbound, outbound in
        try await outbound.write(ByteBuffer(string: text))
        for try await piece in inbound { received += String(buffer: piece) }
      }
    } catch is IOError {
      // A side that is closed with bytes unread is reset: that is an end, too.
    }
    return received
  }
}
