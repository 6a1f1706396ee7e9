/// What a call came to: what became of the input, and how the session stands then.
public struct HostedReply: Sendable {
  /// What became of the input.
  public let reception: HostedReception
  /// How the session stands.
  public let state: HostedState
  /// Whether a step takes the event that was accepted; nil for other inputs, and if it was not accepted.
  ///
  /// If none does, it is kept for one that will wait for its name, which may be misspelt; or the session asks
  /// for a secret again before it comes to the step.
  public internal(set) var isTaken: Bool?
}
