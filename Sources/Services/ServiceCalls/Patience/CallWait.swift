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

    /// The word for it, under which a front end finds a text; it never changes its meaning.
    public var word: String {
      switch self {
      case .tooManyRequests: "too-many-requests"
      case .serverError: "server-error"
      case .noAnswer: "no-answer"
      case .noConnection: "no-connection"
      }
    }

    /// The status of HTTP of a server that could not serve; nil for any other reason.
    public var status: Int? { if case .serverError(let status) = self { status } else { nil } }
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
