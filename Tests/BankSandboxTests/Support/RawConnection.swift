import NIOCore
import NIOPosix
import Synchronization

/// A connection on which a test sends whatever bytes it likes.
enum RawConnection {
  /// Sends a text and reads until the other side ends the connection.
  static func all(_ address: String, _ text: String) async throws -> String {
    try await exchange(address, text) { _ in false }
  }

  /// Sends a text and reads no further than an answer's head; then the connection is cut.
  static func head(_ address: String, _ text: String) async throws -> String {
    try await exchange(address, text) { $0.contains("\r\n\r\n") }
  }

  /// The status of the answer to a text, the connection kept open.
  static func status(_ address: String, _ text: String) async throws -> Int? {
    let words = try await head(address, text).split(separator: " ", maxSplits: 2)
    return words.count > 1 ? Int(words[1]) : nil
  }

  /// Sends a text and leaves the connection open for a test.
  static func holding<Value>(
    _ address: String, _ text: String, _ body: () async throws -> Value
  ) async throws -> Value {
    try await connect(address).executeThenClose { _, outbound in
      try await outbound.write(ByteBuffer(string: text))
      return try await body()
    }
  }

  /// Sends a text and leaves the connection open, for as long as the other side does.
  static func leave(_ address: String, _ text: String) async throws {
    let parts = address.dropFirst("http://".count).split(separator: ":")
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: String(parts[0]), port: Int(parts[1]) ?? 0).get()
    if !text.isEmpty { try await channel.writeAndFlush(ByteBuffer(string: text)) }
  }

  /// Sends a text, and then a byte after each pause until the other side ends the connection.
  ///
  /// - Returns: whether the other side ended it; false if the task was cancelled before.
  /// - Throws: what a pause throws, and an error if there is no connection to begin with.
  static func trickle(
    _ address: String, _ text: String, pause: () async throws -> Void
  ) async throws -> Bool {
    let connection = try await connect(address)
    let isOpen = Mutex(true)
    connection.channel.closeFuture.whenComplete { _ in isOpen.withLock { $0 = false } }
    return try await connection.executeThenClose { inbound, outbound in
      // Reading finds the end of the connection.
      async let wasEnded = reachesEnd(of: inbound)
      var isSent = await send(text, to: outbound)
      while isSent, isOpen.withLock({ $0 }) {
        try await pause()
        isSent = await send("a", to: outbound)
      }
      return await wasEnded
    }
  }

  /// Reads until the other side ends the connection, by a reset as well; false if the task is cancelled.
  private static func reachesEnd(of inbound: NIOAsyncChannelInboundStream<ByteBuffer>) async -> Bool
  {
    do {
      for try await _ in inbound {}
    } catch {
      // A side that is closed with bytes unread is reset.
    }
    return !Task.isCancelled
  }

  /// Sends a text; false if the connection has ended.
  private static func send(
    _ text: String, to outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
  ) async -> Bool {
    do {
      try await outbound.write(ByteBuffer(string: text))
      return true
    } catch {
      return false
    }
  }

  private static func exchange(
    _ address: String, _ text: String, isEnough: (String) -> Bool
  ) async throws -> String {
    var received = ""
    do {
      try await connect(address).executeThenClose { inbound, outbound in
        try await outbound.write(ByteBuffer(string: text))
        for try await piece in inbound {
          received += String(buffer: piece)
          if isEnough(received) { break }
        }
      }
    } catch is IOError {
      // A side that is closed with bytes unread is reset: that is an end, too.
    } catch is ChannelError {
      // It may have ended before anything was sent.
    }
    return received
  }

  private static func connect(_ address: String) async throws
    -> NIOAsyncChannel<ByteBuffer, ByteBuffer>
  {
    let parts = address.dropFirst("http://".count).split(separator: ":")
    return try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: String(parts[0]), port: Int(parts[1]) ?? 0) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel(wrappingChannelSynchronously: channel)
        }
      }
  }
}
