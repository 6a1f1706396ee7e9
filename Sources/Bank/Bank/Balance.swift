public import Money

/// What is in the main category of an account; money in savings goals is not part of it.
public struct Balance: Sendable, Hashable, Codable {
  /// Settled payments alone.
  ///
  /// May be negative.
  public let cleared: Money

  /// Settled payments less the pending outgoing ones: what can still be spent or moved.
  public let effective: Money

  /// Makes a balance.
  public init(cleared: Money, effective: Money) {
    self.cleared = cleared
    self.effective = effective
  }
}
