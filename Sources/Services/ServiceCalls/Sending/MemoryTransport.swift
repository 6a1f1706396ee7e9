import Synchronization

/// A transport that answers from a closure and keeps what was sent: for tests.
public final class MemoryTransport: Transport {
  private let respond: @Sendable (CallRequest) async throws(TransportFailure) -> CallResponse
  private let sent = Mutex<[CallRequest]>([])

  /// Makes a transport that has each request answered by a closure.
  public init(
    _ respond: @escaping @Sendable (CallRequest) async throws(TransportFailure) -> CallResponse
  ) {
    self.respond = respond
  }

  /// What was sent, in its order.
  public var requests: [CallRequest] { sent.withLock { $0 } }

  /// Notes the request and answers from the closure; the address is not used.
  public func send(
    _ request: CallRequest, to address: ServiceAddress
  ) async throws(TransportFailure) -> CallResponse {
    sent.withLock { $0.append(request) }
    return try await respond(request)
  }

  /// Does nothing: there are no connections.
  public func close() {}
}
