/// How long a client repeats calls of a service that does not answer, or asks not to be called.
public struct Patience: Sendable, Hashable {
  /// How often a request is sent at the most, the first time included.
  public var attempts: Int

  /// How long all waits of one call of the client may be together.
  public var longestWait: Duration

  /// The bound of the first wait if the service does not say how long; each further one is twice as
  /// much.
  public var firstDelay: Duration

  /// The largest bound.
  public var longestDelay: Duration

  /// Makes a rule: by default six attempts in two minutes.
  public init(
    attempts: Int = 6, longestWait: Duration = .seconds(120),
    firstDelay: Duration = .milliseconds(500), longestDelay: Duration = .seconds(30)
  ) {
    self.attempts = max(1, attempts)
    self.longestWait = longestWait
    self.firstDelay = firstDelay
    self.longestDelay = longestDelay
  }

  /// Calls once.
  public static let none = Patience(attempts: 1, longestWait: .zero)

  /// How long to wait before the attempt after this one, with full jitter: evenly spread from nothing
  /// to a bound that doubles until it meets the longest delay.
  ///
  /// - Parameters:
  ///   - attempt: which attempt has failed, from 1.
  ///   - random: from 0 to 1.
  /// - Returns: the delay, from zero to the bound.
  func delay(after attempt: Int, random: Double) -> Duration {
    var bound = firstDelay
    for _ in 1..<max(1, attempt) where bound < longestDelay { bound *= 2 }
    return min(bound, longestDelay) * random
  }
}
