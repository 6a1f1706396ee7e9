import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// HTTP/1 connections, no more than there may be, each with a guard of its own.
struct GuardedChannel: ServerChildChannel {
  typealias Value = HTTP1Channel.Value

  private let connections: HTTP1Channel
  private let limits: ConnectionLimits
  private let count: ConnectionCount

  init(limits: ConnectionLimits, responder: @escaping HTTPChannelHandler.Responder) {
    self.limits = limits
    count = ConnectionCount(limit: limits.connections)
    connections = HTTP1Channel(
      responder: responder,
      configuration: HTTP1Channel.Configuration(
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: limits.headBytes, maxHeaderListSize: limits.headBytes,
          maxHeaderFieldCount: 100)))
  }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    let place = count.open()
    channel.closeFuture.whenComplete { [count] _ in count.close() }
    return connections.setup(channel: channel, logger: logger).flatMapThrowing { value in
      let pipeline = channel.pipeline.syncOperations
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      try pipeline.addHandler(
        ConnectionGuard(limits: limits, place: place, count: count), position: .after(decoder))
      return value
    }
  }

  func handle(value: Value, logger: Logger) async {
    await connections.handle(value: value, logger: logger)
  }
}
