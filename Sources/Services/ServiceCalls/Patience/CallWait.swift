/// A wait of a client before it calls the service again.
public struct CallWait: Sendable, Hashable {
  /// Why the service has to be called again.
  public enum Reason: Sendable, Hashable {
    /// It asks not to be called for a while.
    case tooManyRequests
    /// It could not serve; the status of HTTP is 500 or more.
    case serverError(status: Int)
    /// It was called and did not answer, or not to the end.
    case noAnswer
    /// It could not be reached.
    case noConnection
  }

  /// Why.
  public let reason: Reason

  /// How many seconds are left until the next attempt, rounded up; 1 at the last report.
  public let secondsLeft: Int

  /// Which attempt comes next: 2 for the first repetition.
  public let attempt: Int

  /// Makes a description.
  public init(reason: Reason, secondsLeft: Int, attempt: Int) {
    self.reason = reason
    self.secondsLeft = secondsLeft
    self.attempt = attempt
  }
}
