import Bank
import Synchronization

/// Holds the access token of a client.
final class TokenKeeper: Sendable {
  private struct State {
    /// The token in use.
    var current: AccessToken?
    /// The token that was used last; it stays after a log-out, when it is of no use.
    var last: AccessToken?
    /// Whether the bank was told to forget the tokens, so that the file is not read by itself.
    var isLoggedOut = false
  }

  let file: TokenFile?
  private let state: Mutex<State>

  init(_ source: TokenSource) {
    switch source {
    case .file(let path):
      file = TokenFile(path: path)
      state = Mutex(State())
    case .text(let token):
      file = nil
      state = Mutex(State(current: token, last: token))
    case .none:
      file = nil
      state = Mutex(State())
    }
  }

  /// The token to send; a file is read when a token is wanted for the first time.
  func token() throws(BankError) -> AccessToken {
    let (current, isLoggedOut) = state.withLock { ($0.current, $0.isLoggedOut) }
    if let current { return current }
    guard let file, !isLoggedOut else { throw .notLoggedIn(cause: "there is no access token") }
    let token = try file.read()
    use(token)
    return token
  }

  var hasToken: Bool { (try? token()) != nil }

  /// Takes a token from now on.
  func use(_ token: AccessToken) {
    state.withLock { $0 = State(current: token, last: token) }
  }

  /// Reads the file anew, and takes what is in it if it is another token.
  func readFile() throws(BankError) -> Bool {
    guard let file else {
      throw .token(
        path: nil, cause: "no token file was named", advice: "Name one, or log in by hand.")
    }
    let token = try file.read()
    guard state.withLock({ $0.last }) != token else { return false }
    use(token)
    return true
  }

  /// Lets the token go that the bank has forgotten.
  func forget() {
    state.withLock { state in
      state.current = nil
      state.isLoggedOut = true
    }
  }
}
