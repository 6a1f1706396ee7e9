import Synchronization

/// Attempts that only this process knows.
final class AttemptsInMemory: OAuthAttempts {
  /// The attempt that is under way.
  private struct Attempt {
    let logIn: OAuthLogIn
    /// Exchanges the answer for tokens, even if nobody waits any more: tokens must not be lost.
    var ending: Task<OAuthLogIn.End, any Error>?
  }

  private let makeLogIn: @Sendable () async throws(OAuthFailure) -> OAuthLogIn
  private let attempt = Mutex<Attempt?>(nil)

  /// Makes attempts; none is under way.
  ///
  /// - Parameter makeLogIn: begins to wait for a browser.
  init(_ makeLogIn: @escaping @Sendable () async throws(OAuthFailure) -> OAuthLogIn) {
    self.makeLogIn = makeLogIn
  }

  func begin() async throws(OAuthFailure) -> String {
    await attempt.withLock { $0.take() }?.logIn.cancel()
    let logIn = try await makeLogIn()
    let other = attempt.withLock { attempt in
      let other = attempt
      attempt = Attempt(logIn: logIn)
      return other
    }
    await other?.logIn.cancel()
    return logIn.page
  }

  func take(returned address: String) async throws(OAuthFailure) -> Bool {
    attempt.withLock { $0?.logIn }?.take(returned: address) ?? false
  }

  func awaits(returned address: String) async throws(OAuthFailure) -> Bool {
    attempt.withLock { $0?.logIn }?.awaits(returned: address) ?? false
  }

  func returned(from page: String) async throws -> OAuthLogIn.End? {
    guard let logIn = current(page)?.logIn else { return nil }
    if let answer = await logIn.answer() { return try await end(logIn, with: answer) }
    if let ending = current(page)?.ending { return try await ending.value }
    // Nobody waits any more, so nobody is to listen.
    await logIn.cancel()
    try Task.checkCancellation()
    return nil
  }

  func answer(pasted text: String, for page: String) -> OAuthAnswer? {
    current(page)?.logIn.answer(pasted: text)
  }

  func finish(with text: String, for page: String) async throws -> OAuthLogIn.End? {
    guard let logIn = current(page)?.logIn else { return nil }
    return try await end(logIn, with: logIn.answer(pasted: text))
  }

  private func current(_ page: String) -> Attempt? {
    attempt.withLock { $0?.logIn.page == page ? $0 : nil }
  }

  /// Takes the first answer of an attempt; all later ones have the same end.
  ///
  /// What is no answer to the attempt ends nothing: the right one may still come.
  private func end(
    _ logIn: OAuthLogIn, with answer: OAuthAnswer
  ) async throws -> OAuthLogIn.End? {
    let ending: Task<OAuthLogIn.End, any Error>? = attempt.withLock { attempt in
      guard attempt?.logIn === logIn else { return nil }
      if let ending = attempt?.ending { return ending }
      let ending = Task { try await logIn.finish(answer) }
      if answer.endsAttempt { attempt?.ending = ending }
      return ending
    }
    return try await ending?.value
  }
}
