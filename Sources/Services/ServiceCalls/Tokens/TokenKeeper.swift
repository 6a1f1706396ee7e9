import ServiceBasics
import Synchronization

/// Holds the access token of a client.
public final class TokenKeeper: AccessTokenProvider {
  private struct State {
    /// The token in use.
    private(set) var current: AccessToken?
    /// The digest of the token in use.
    private(set) var digest: String?
    /// How often another token, or none, has come into use.
    private(set) var changes = 0
    /// The token that was used last; it stays after a log-out, when it is of no use.
    private(set) var last: AccessToken?
    /// Whether the service was told to forget the tokens, so that the file is not read by itself.
    private(set) var isLoggedOut = false

    mutating func use(_ token: AccessToken) {
      current = token
      digest = token.digest
      last = token
      isLoggedOut = false
      changes += 1
    }

    mutating func forget() {
      current = nil
      digest = nil
      isLoggedOut = true
      changes += 1
    }
  }

  /// The file that the token is read from.
  public let file: TokenFile?
  private let state: Mutex<State>

  /// Makes a holder; no file is read yet.
  public init(_ source: TokenSource) {
    switch source {
    case .file(let path):
      file = TokenFile(path: path)
      state = Mutex(State())
    case .text(let token):
      file = nil
      var state = State()
      state.use(token)
      self.state = Mutex(state)
    case .none:
      file = nil
      state = Mutex(State())
    }
  }

  /// The token to send; a file is read when a token is wanted for the first time.
  public func token() throws(Unsendable) -> AccessToken {
    let (current, isLoggedOut) = state.withLock { ($0.current, $0.isLoggedOut) }
    if let current { return current }
    guard let file, !isLoggedOut else { throw .noToken }
    let read: AccessToken
    do throws(AccessTokenError) {
      read = try file.read()
    } catch {
      throw .token(error)
    }
    // Meanwhile somebody may have logged in or out.
    let token = state.withLock { state in
      if state.current == nil, !state.isLoggedOut { state.use(read) }
      return state.current
    }
    guard let token else { throw .noToken }
    return token
  }

  /// Whether there is a token to send; a file that cannot be used has none.
  public var hasToken: Bool { (try? token()) != nil }

  /// The digest of the token to send; nil if there is none.
  public var digest: String? { hasToken ? state.withLock { $0.digest } : nil }

  /// How often another token, or none, has come into use so far.
  ///
  /// If it is the same before and after some requests, all of them were made with one token.
  public var changes: Int {
    // A token that is still in its file comes into use now, not in the midst of the requests.
    _ = hasToken
    return state.withLock { $0.changes }
  }

  /// Takes a token from now on.
  public func use(_ token: AccessToken) { state.withLock { $0.use(token) } }

  /// Reads the file again, and takes what is in it if it is another token.
  ///
  /// - Returns: true if it is another token.
  /// - Throws: an ``AccessTokenError`` if the file cannot be read or has no token.
  public func readFile() throws(AccessTokenError) -> Bool {
    guard let file else {
      throw AccessTokenError(
        path: nil, cause: CodedText("token-unnamed", "no token file was named"),
        advice: CodedText("token-name", "Name one, or type the token."))
    }
    let token = try file.read()
    guard state.withLock({ $0.last }) != token else { return false }
    use(token)
    return true
  }

  /// Forgets the token in use, which the service has forgotten.
  public func forget() { state.withLock { $0.forget() } }
}
