/// Decides when the loads, commits and checks of a session run, and how long they may take.
package protocol EffectGate: Sendable {
  /// Runs an effect once it may, on any thread.
  ///
  /// - Parameters:
  ///   - kind: what the effect is for.
  ///   - work: does it.
  /// - Returns: what it replied.
  /// - Throws: what it threw, `CancellationError` if it was given up before it ran, or why it may not
  ///   go on: a load is then held, a commit in doubt if it was begun, else not sent.
  func run<Reply: Sendable>(
    _ kind: FlowInspection.Effect.Kind, _ work: @escaping @Sendable () async throws -> Reply
  ) async throws -> Reply
}

extension Optional where Wrapped == any EffectGate {
  /// Runs an effect at once if there is no gate.
  func run<Reply: Sendable>(
    _ kind: FlowInspection.Effect.Kind, _ work: @escaping @Sendable () async throws -> Reply
  ) async throws -> Reply {
    guard let gate = self else { return try await work() }
    return try await gate.run(kind, work)
  }
}
