public import ServiceCalls

extension HTTPBank {
  /// Calls the bank, and reports each second of a wait before it is called again.
  ///
  /// - Parameters:
  ///   - tell: called with the wait, and with nil when it is over, from the task of the call.
  ///   - call: calls the client.
  /// - Returns: what `call` returns.
  public static func tellingWaits<Answer>(
    to tell: @escaping @Sendable (CallWait?) -> Void, during call: () async throws -> Answer
  ) async rethrows -> Answer {
    try await WaitObserver.telling(to: tell, during: call)
  }
}
