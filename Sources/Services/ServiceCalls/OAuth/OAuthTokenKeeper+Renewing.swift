import ServiceBasics
import Synchronization

extension OAuthTokenKeeper {
  /// Renews an access token, or waits for the task or the process that is renewing it.
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
    let lock = try await file.lock(waitingUpTo: Self.patience, timing)
    defer { lock.release() }
    let tokens = try logIn()
    // Another process may have renewed it, or a person logged in again.
    guard tokens.access == old || tokens.areDue(at: now) else { return tokens.access }
    if let unkept = state.withLock({ $0.unkept }), unkept.replaced == tokens.access {
      return try keep(unkept.tokens, replacing: tokens.access)
    }
    guard let refresh = tokens.refresh else {
      try file.keep(.loggedOut(.refreshRefused))
      throw .loggedOut(.refreshRefused)
    }
    if let pause = pauseLeft { throw .busy(pause) }
    var new: OAuthTokens
    do throws(OAuthFailure) {
      new = try await endpoint.tokens(for: .refresh(refresh))
    } catch {
      noteBusy(error)
      if case .loggedOut(let reason) = error { try file.keep(.loggedOut(reason)) }
      throw error
    }
    new.logInID = tokens.logInID ?? new.logInID
    return try keep(new, replacing: tokens.access)
  }

  /// Has new tokens in the file before anybody gets them; if that fails they are kept here until it
  /// does not, as the old ones may be good for nothing once these are used.
  private func keep(
    _ tokens: OAuthTokens, replacing old: AccessToken
  ) throws(OAuthFailure) -> AccessToken {
    state.withLock { $0.unkept = (tokens, old) }
    try file.keep(.loggedIn(tokens))
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
