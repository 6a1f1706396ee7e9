public import ServiceCalls

extension HTTPBank {
  /// Calls the bank, and tells each second of a wait before it is called again.
  ///
  /// - Parameters:
  ///   - tell: is told of the wait, and nil when it is over; called from the task of the call.
  ///   - call: calls the client.
  public static func tellingWaits<Answer>(
    to tell: @escaping @Sendable (CallWait?) -> Void, during call: () async throws -> Answer
  ) async rethrows -> Answer {
    try await WaitObserver.telling(to: tell, during: call)
  }
}
