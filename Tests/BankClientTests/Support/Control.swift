import NIOCore
import NIOPosix

/// Sends one request on a connection of its own.
enum Control {
  struct Refused: Error { let answer: String }

  static func send(_ method: String, _ url: String, _ body: String) async throws {
    let parts = url.dropFirst("http://".count).split(separator: "/", maxSplits: 1)
    let place = parts[0].split(separator: ":")
    let client = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .connect(host: String(place[0]), port: Int(place[1]) ?? 0) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    let answer = try await client.executeThenClose { inbound, outbound in
      let head =
        "\(method) /\(parts[1]) HTTP/1.1\r\nHost: \(parts[0])\r\nConnection: close\r\n"
        + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
      try await outbound.write(ByteBuffer(string: head + body))
      var answer = ""
      for try await buffer in inbound { answer += String(buffer: buffer) }
      return answer
    }
    guard answer.hasPrefix("HTTP/1.1 2") else { throw Refused(answer: answer) }
  }
}
