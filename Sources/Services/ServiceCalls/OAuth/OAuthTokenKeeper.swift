public import FoundationEssentials
public import ServiceBasics
import Synchronization

/// Keeps a log-in by OAuth alive: provides its access token, and renews it ahead of its end.
///
/// What is kept is the truth, for all processes and machines that share it: it is read for each
/// call. New tokens are kept before they are used, since the service may end the old ones with the
/// first use. One process renews at a time, and one task in it; the others take the tokens that it
/// got.
public final class OAuthTokenKeeper: AccessTokenProvider {
  struct State {
    /// The renewal that is under way.
    var renewal: Task<Result<AccessToken, OAuthFailure>, Never>?
    /// Before this the service is not to be asked for tokens.
    var pause: Timestamp?
    /// A new token that the service has not taken yet: if it refuses that, no other will help.
    var untried: AccessToken?
    /// Tokens that could not be kept, with the access token that they replace.
    var unkept: (tokens: OAuthTokens, replaced: AccessToken)?
  }

  /// Where the log-in is kept.
  let place: any LogInPlace
  let endpoint: TokenEndpoint
  let timing: Timing
  let state = Mutex(State())

  /// Makes a keeper for the processes of this machine; nothing is read or sent yet.
  ///
  /// - Parameters:
  ///   - service: the service, and who the program is.
  ///   - file: the file with the log-in, which need not exist.
  ///   - transport: sends the requests for tokens.
  ///   - timing: the clocks.
  public convenience init(
    _ service: OAuthService, file: OAuthTokenFile, transport: any Transport,
    timing: Timing = Timing()
  ) {
    self.init(
      service, in: LogInFile(file: file, timing: timing), transport: transport, timing: timing)
  }

  /// Makes a keeper for machines that share a log; nothing is read or sent yet.
  ///
  /// The log has the tokens themselves, and what proves that the answer to an attempt is ours, so it
  /// must be sealed.
  ///
  /// - Parameters:
  ///   - service: the service, and who the program is.
  ///   - log: the log of this log-in, which has nothing else.
  ///   - transport: sends the requests for tokens.
  ///   - timing: the clocks and the sleep.
  public convenience init(
    _ service: OAuthService, sharedIn log: any SharedLog, transport: any Transport,
    timing: Timing = Timing()
  ) {
    self.init(
      service, in: SharedLogIn(log, timing: timing), transport: transport, timing: timing)
  }

  init(
    _ service: OAuthService, in place: any LogInPlace, transport: any Transport, timing: Timing
  ) {
    self.place = place
    self.timing = timing
    endpoint = TokenEndpoint(service: service, transport: transport, timing: timing)
  }

  /// The log-in.
  ///
  /// - Throws: `loggedOut` with the reason if there is none, or `file`.
  public func logIn() async throws(OAuthFailure) -> OAuthTokens {
    switch try await place.contents() {
    case .loggedIn(let tokens): return tokens
    case .loggedOut(let reason): throw .loggedOut(reason)
    }
  }

  /// The number of the log-in as far as it is known without waiting; nil if nobody is logged in.
  ///
  /// A file is read; of what machines share, this is what was read here last.
  public var knownLogInID: UUID? {
    guard case .loggedIn(let tokens)? = place.known else { return nil }
    return tokens.logInID
  }

  /// The access token, renewed if it is about to end; one that is still good is taken if the service
  /// cannot be asked for another.
  public func token() async throws(Unsendable) -> AccessToken {
    do throws(OAuthFailure) {
      let tokens = try await logIn()
      guard tokens.areDue(at: now), tokens.refresh != nil || tokens.hasEnded(at: now) else {
        return tokens.access
      }
      do throws(OAuthFailure) {
        return try await renewed(replacing: tokens.access)
      } catch {
        guard error.waitReason != nil, !tokens.hasEnded(at: now) else { throw error }
        return tokens.access
      }
    } catch {
      throw .logIn(error)
    }
  }

  /// The token after one that the service did not take; nil if that was new itself.
  public func replacement(for refused: AccessToken) async throws(Unsendable) -> AccessToken? {
    do throws(OAuthFailure) {
      let tokens = try await logIn()
      guard tokens.access == refused else { return tokens.access }
      guard state.withLock({ $0.untried != refused }) else { return nil }
      return try await renewed(replacing: refused)
    } catch {
      throw .logIn(error)
    }
  }

  /// Notes that a new token is good.
  public func wasAccepted(_ token: AccessToken) {
    state.withLock { if $0.untried == token { $0.untried = nil } }
  }

  /// Exchanges a code for the first tokens, and keeps them.
  ///
  /// - Parameters:
  ///   - code: what the person's browser came back with.
  ///   - attempt: the attempt that it answers.
  /// - Throws: why nobody is logged in; an earlier log-in stays as it is then.
  public func logIn(with code: OAuthCode, of attempt: OAuthAttempt) async throws(OAuthFailure) {
    _ = try await logIn(with: code, of: attempt) { () async throws(OAuthFailure) -> Bool in true }
  }

  /// Exchanges a code for the first tokens, and keeps them, if the attempt is still under way then.
  ///
  /// - Returns: whether it was.
  func logIn(
    with code: OAuthCode, of attempt: OAuthAttempt,
    ifUnderWay isUnderWay: () async throws(OAuthFailure) -> Bool
  ) async throws(OAuthFailure) -> Bool {
    if let pause = pauseLeft { throw .busy(pause) }
    do throws(OAuthFailure) {
      // Locked first: tokens that could not be kept would leave the code used up and nobody
      // logged in.
      return try await alone { (lock: LogInLock) async throws(OAuthFailure) -> Bool in
        guard try await isUnderWay() else { return false }
        var tokens = try await endpoint.tokens(for: .code(code, attempt))
        tokens.logInID = OAuthAttempt.logInID(of: attempt.page)
        try await place.keep(.loggedIn(tokens), under: lock)
        let access = tokens.access
        state.withLock {
          $0.untried = access
          $0.unkept = nil
        }
        return true
      }
    } catch {
      noteBusy(error)
      throw error
    }
  }

  /// Forgets the log-in, here and for all that share it.
  ///
  /// The service still knows it until it ends there.
  public func logOut(_ reason: LogOutReason = .byUser) async throws(OAuthFailure) {
    try await alone { (lock: LogInLock) async throws(OAuthFailure) -> Void in
      try await place.keep(.loggedOut(reason), under: lock)
      state.withLock {
        $0.untried = nil
        $0.unkept = nil
      }
    }
  }

  /// Does something while nobody else renews or ends the log-in.
  func alone<Value>(
    _ body: (LogInLock) async throws(OAuthFailure) -> Value
  ) async throws(OAuthFailure) -> Value {
    let lock = try await place.lock(waitingUpTo: Self.patience)
    do throws(OAuthFailure) {
      let value = try await body(lock)
      await lock.release()
      return value
    } catch {
      await lock.release()
      throw error
    }
  }

  var now: Timestamp { Timestamp(timing.now()) }

  /// How long another process is waited for: longer than a request takes.
  static let patience = Duration.seconds(60)
}
