import ServiceBasics
import Synchronization

extension OAuthTokenKeeper {
  /// Renews an access token, or waits for the task, the process or the machine that is renewing it.
  ///
  /// Cancelling the task ends the wait, and never the renewal: its answer must not be lost.
  func renewed(replacing old: AccessToken) async throws(OAuthFailure) -> AccessToken {
    let renewal = state.withLock { state in
      if let renewal = state.renewal { return renewal }
      let renewal = Task { [self] in
        let result: Result<AccessToken, OAuthFailure>
        do throws(OAuthFailure) {
          result = .success(try await renew(replacing: old))
        } catch {
          result = .failure(error)
        }
        self.state.withLock { $0.renewal = nil }
        return result
      }
      state.renewal = renewal
      return renewal
    }
    let (results, continuation) = AsyncStream<Result<AccessToken, OAuthFailure>>.makeStream()
    Task {
      continuation.yield(await renewal.value)
      continuation.finish()
    }
    for await result in results { return try result.get() }
    throw .unavailable(.waitStopped)
  }

  private func renew(replacing old: AccessToken) async throws(OAuthFailure) -> AccessToken {
    try await alone { (lock: LogInLock) async throws(OAuthFailure) -> AccessToken in
      try await renew(replacing: old, under: lock)
    }
  }

  private func renew(
    replacing old: AccessToken, under lock: LogInLock
  ) async throws(OAuthFailure) -> AccessToken {
    let tokens = try await logIn()
    // Another process may have renewed it, or a person logged in again.
    guard tokens.access == old || tokens.areDue(at: now) else { return tokens.access }
    if let unkept = state.withLock({ $0.unkept }), unkept.replaced == tokens.access {
      return try await keep(unkept.tokens, replacing: tokens.access, under: lock)
    }
    guard let refresh = tokens.refresh else {
      try await place.keep(.loggedOut(.refreshRefused), under: lock)
      throw .loggedOut(.refreshRefused)
    }
    if let pause = pauseLeft { throw .busy(pause) }
    var new: OAuthTokens
    do throws(OAuthFailure) {
      new = try await endpoint.tokens(for: .refresh(refresh))
    } catch {
      noteBusy(error)
      if case .loggedOut(let reason) = error {
        try await place.keep(.loggedOut(reason), under: lock)
      }
      throw error
    }
    new.logInID = tokens.logInID
    return try await keep(new, replacing: tokens.access, under: lock)
  }

  /// Has new tokens kept before anybody gets them; if that fails they stay here until it does not, as the
  /// old ones may be good for nothing once these are used.
  private func keep(
    _ tokens: OAuthTokens, replacing old: AccessToken, under lock: LogInLock
  ) async throws(OAuthFailure) -> AccessToken {
    state.withLock { $0.unkept = (tokens, old) }
    try await place.keep(.loggedIn(tokens), under: lock)
    state.withLock {
      $0.unkept = nil
      $0.untried = tokens.access
    }
    return tokens.access
  }

  /// How long the service asked not to be asked for tokens; nil if that is over.
  var pauseLeft: RetryAfter? {
    guard let pause = state.withLock({ $0.pause }) else { return nil }
    let left = pause.milliseconds - now.milliseconds
    return left > 0 ? .seconds((left + 999) / 1000) : nil
  }

  func noteBusy(_ failure: OAuthFailure) {
    guard case .busy(let retryAfter) = failure else { return }
    let left = Int64(min(retryAfter.seconds(from: timing.now()), 86_400) * 1000)
    let end = Timestamp(milliseconds: now.milliseconds + left)
    state.withLock { $0.pause = max($0.pause ?? end, end) }
  }
}
