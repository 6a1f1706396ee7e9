/// Sends single requests, each once, and says what became of them.
///
/// A transport follows no redirect, since an access token would go along, and sends nothing again by
/// itself. Its failures say truly whether anything was sent.
public protocol Transport: Sendable {
  /// Sends a request once.
  func send(
    _ request: CallRequest, to address: ServiceAddress
  ) async throws(TransportFailure) -> CallResponse

  /// Ends the connections.
  func close() async
}
