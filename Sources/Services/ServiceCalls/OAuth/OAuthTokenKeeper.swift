public import ServiceBasics
import Synchronization

/// Keeps a log-in by OAuth alive: provides its access token, and renews it ahead of its end.
///
/// The file is the truth, for all processes: it is read for each call. New tokens are in it before they
/// are used, since the service may end the old ones with the first use. One process renews at a time,
/// and one task in it; the others take the tokens that it got.
public final class OAuthTokenKeeper: AccessTokenProvider {
  struct State {
    /// The renewal that is under way.
    var renewal: Task<Result<AccessToken, OAuthFailure>, Never>?
    /// Before this the service is not to be asked for tokens.
    var pause: Timestamp?
    /// A new token that the service has not taken yet: if it refuses that, no other will help.
    var untried: AccessToken?
    /// Tokens that could not be put into the file, with the access token that they replace.
    var unkept: (tokens: OAuthTokens, replaced: AccessToken)?
  }

  /// The file with the log-in.
  public let file: OAuthTokenFile

  let endpoint: TokenEndpoint
  let timing: Timing
  let state = Mutex(State())

  /// Makes a keeper; nothing is read or sent yet.
  ///
  /// - Parameters:
  ///   - service: the service, and who the program is.
  ///   - file: the file with the log-in, which need not exist.
  ///   - transport: sends the requests for tokens.
  ///   - timing: the clocks.
  public init(
    _ service: OAuthService, file: OAuthTokenFile, transport: any Transport,
    timing: Timing = Timing()
  ) {
    self.file = file
    self.timing = timing
    endpoint = TokenEndpoint(service: service, transport: transport, timing: timing)
  }

  /// The log-in.
  ///
  /// - Throws: `loggedOut` with the reason if there is none, or `file`.
  public func logIn() throws(OAuthFailure) -> OAuthTokens {
    switch try file.contents() {
    case .loggedIn(let tokens): return tokens
    case .loggedOut(let reason): throw .loggedOut(reason)
    }
  }

  /// The access token, renewed if it is about to end; one that is still good is taken if the service
  /// cannot be asked for another.
  public func token() async throws(Unsendable) -> AccessToken {
    do throws(OAuthFailure) {
      let tokens = try logIn()
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
      let tokens = try logIn()
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
    if let pause = pauseLeft { throw .busy(pause) }
    do throws(OAuthFailure) {
      // Locked first: tokens that could not be kept would leave the code used up and nobody logged in.
      let lock = try await file.lock(waitingUpTo: Self.patience, timing)
      defer { lock.release() }
      let tokens = try await endpoint.tokens(for: .code(code, attempt))
      try file.keep(.loggedIn(tokens))
      state.withLock {
        $0.untried = tokens.access
        $0.unkept = nil
      }
    } catch {
      noteBusy(error)
      throw error
    }
  }

  /// Forgets the log-in on this computer; the service still knows it until it ends there.
  public func logOut(_ reason: LogOutReason = .byUser) async throws(OAuthFailure) {
    let lock = try await file.lock(waitingUpTo: Self.patience, timing)
    defer { lock.release() }
    try file.keep(.loggedOut(reason))
    state.withLock {
      $0.untried = nil
      $0.unkept = nil
    }
  }

  var now: Timestamp { Timestamp(timing.now()) }

  /// How long another process is waited for: longer than a request takes.
  static let patience = Duration.seconds(60)
}
