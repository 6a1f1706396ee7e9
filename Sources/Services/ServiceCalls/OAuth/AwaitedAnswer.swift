import Synchronization

/// The answer to an attempt that a browser is to bring, wherever it comes to: the first one that is the
/// attempt's own.
final class AwaitedAnswer: Sendable {
  private let attempt = Mutex<OAuthAttempt?>(nil)
  private let answers: AsyncStream<OAuthAnswer>
  private let continuation: AsyncStream<OAuthAnswer>.Continuation

  init() { (answers, continuation) = AsyncStream<OAuthAnswer>.makeStream() }

  /// Says whose answers are waited for.
  func expect(_ attempt: OAuthAttempt) { self.attempt.withLock { $0 = attempt } }

  /// What the address that a browser was led to says; nil if it is no answer, or none is awaited any more.
  func answer(inQueryOf address: some StringProtocol) -> OAuthAnswer? {
    attempt.withLock { $0 }?.answer(inQueryOf: address)
  }

  /// Takes an answer, if it is one to the attempt: no other is awaited after it.
  ///
  /// - Returns: whether it was taken.
  @discardableResult
  func take(_ answer: OAuthAnswer) -> Bool {
    guard answer.endsAttempt, attempt.withLock({ $0.take() }) != nil else { return false }
    continuation.yield(answer)
    return true
  }

  /// The answer, as soon as it comes; nil if the task is cancelled or nobody waits any more.
  func answer() async -> OAuthAnswer? {
    for await answer in answers { return answer }
    return nil
  }

  /// Waits no more.
  func close() {
    attempt.withLock { $0 = nil }
    continuation.finish()
  }
}
