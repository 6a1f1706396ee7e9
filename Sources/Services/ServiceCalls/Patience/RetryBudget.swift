public import ServiceBasics

/// What is left of a client's patience in one piece of work, which may send several requests.
public struct RetryBudget: Sendable {
  private let patience: Patience
  private let timing: Timing
  private var waited = Duration.zero

  /// Makes a budget of which nothing is spent.
  public init(_ patience: Patience, _ timing: Timing) {
    self.patience = patience
    self.timing = timing
  }

  /// Waits before the next attempt, and reports each second of the wait to the observer.
  ///
  /// - Parameters:
  ///   - failure: what has happened.
  ///   - attempt: which attempt has failed, from 1.
  ///   - least: how long to wait at the least.
  /// - Returns: whether there is to be another attempt; if not, nothing was waited for.
  /// - Throws: what the sleep throws, at once, when the task is cancelled.
  public mutating func waitOut<Refusal>(
    _ failure: CallFailure<Refusal>, after attempt: Int, least: Duration = .zero
  ) async throws -> Bool {
    guard let reason = failure.waitReason, attempt < patience.attempts else { return false }
    let asked = failure.retryAfter.map { Duration.seconds($0.seconds(from: timing.now())) }
    let drawn = patience.delay(after: attempt, random: timing.random())
    let delay = max(asked ?? drawn, least)
    guard waited + delay <= patience.longestWait else { return false }
    waited += delay
    try await countDown(delay, reason: reason, attempt: attempt + 1)
    return true
  }

  private func countDown(
    _ delay: Duration, reason: CallWait.Reason, attempt: Int
  ) async throws {
    let tell = WaitObserver.current?.tell
    defer { tell?(nil) }
    var left = delay
    while left > .zero {
      let seconds = Int(left.components.seconds) + (left.components.attoseconds > 0 ? 1 : 0)
      tell?(CallWait(reason: reason, secondsLeft: seconds, attempt: attempt))
      // First what is over a whole second, so that the last seconds are told as whole ones.
      let step = left - .seconds(seconds - 1)
      try await timing.sleep(step)
      left -= step
    }
    try Task.checkCancellation()
  }
}
