import Synchronization

/// Holds the access token of a client.
public final class TokenKeeper: Sendable {
  private struct State {
    /// The token in use.
    var current: AccessToken? { didSet { digest = current?.digest } }
    /// The digest of the token in use.
    private(set) var digest: String?
    /// The token that was used last; it stays after a log-out, when it is of no use.
    var last: AccessToken?
    /// Whether the service was told to forget the tokens, so that the file is not read by itself.
    var isLoggedOut = false

    init() {}

    init(using token: AccessToken) {
      current = token
      digest = token.digest
      last = token
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
      state = Mutex(State(using: token))
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
    do throws(AccessTokenError) {
      let token = try file.read()
      use(token)
      return token
    } catch {
      throw .token(error)
    }
  }

  /// Whether there is a token to send; a file that cannot be used has none.
  public var hasToken: Bool { (try? token()) != nil }

  /// The digest of the token to send; nil if there is none.
  public var digest: String? { hasToken ? state.withLock { $0.digest } : nil }

  /// Takes a token from now on.
  public func use(_ token: AccessToken) {
    state.withLock { $0 = State(using: token) }
  }

  /// Reads the file anew, and takes what is in it if it is another token.
  ///
  /// - Returns: whether it is another token.
  public func readFile() throws(AccessTokenError) -> Bool {
    guard let file else {
      throw AccessTokenError(
        path: nil, cause: "no token file was named", advice: "Name one, or log in by hand.")
    }
    let token = try file.read()
    guard state.withLock({ $0.last }) != token else { return false }
    use(token)
    return true
  }

  /// Forgets the token in use, which the service has forgotten.
  public func forget() {
    state.withLock { state in
      state.current = nil
      state.isLoggedOut = true
    }
  }
}
