/// What follows from how long sessions are kept.
extension HostLimits {
  /// How much longer a store that forgets whole months may keep a session that has ended.
  ///
  /// Until then the last session of its month has ended, too, if nobody answered it after that month.
  public var monthWait: Duration { .seconds(31 * 86_400) + (abandonedAfter ?? .zero) }

  /// How long a session is kept after its last change at the most; nil for ever.
  ///
  /// One that waits for a moment or an event is kept until that comes.
  public var longestKept: Duration? {
    guard let endedKept, let abandonedAfter else { return nil }
    return abandonedAfter + endedKept + monthWait
  }
}
