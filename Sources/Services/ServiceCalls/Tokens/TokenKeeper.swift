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

  /// Keeps the state apart, for those who follow the log.
  private final class Holder: Sendable {
    let state = Mutex(State())
  }

  /// What happens to the token, as machines tell each other.
  private struct Change: Codable {
    /// The token in use from now on; nil if it was forgotten.
    var token: String?
  }

  /// The file that the token is read from.
  public let file: TokenFile?
  private let holder = Holder()
  /// What other machines write as well; nil if there are none.
  private let history: SharedHistory<Change>?

  /// Makes a holder; no file is read yet.
  public init(_ source: TokenSource) {
    var path: String?
    var history: SharedHistory<Change>?
    switch source {
    case .file(let file): path = file
    case .text(let token): holder.state.withLock { $0.use(token) }
    case .none: break
    case .shared(let log):
      history = SharedHistory(log, keeping: .last(4), timing: Timing()) { [holder] change in
        let token = try change.token.map { try AccessToken($0) }
        holder.state.withLock { if let token { $0.use(token) } else { $0.forget() } }
      }
    }
    file = path.map { TokenFile(path: $0) }
    self.history = history
  }

  /// The token to send, also if another machine has taken it into use; a file is read when a token is wanted for
  /// the first time.
  public func token() async throws(Unsendable) -> AccessToken {
    try await catchUp()
    return try tokenInUse()
  }

  /// Takes note of what other machines have done with the token; does nothing if none shares it.
  public func catchUp() async throws(Unsendable) {
    do throws(SharedLogFailure) {
      try await history?.catchUp()
    } catch {
      // One that cannot be read for now, or not by this version, is still there: nobody has to log in again.
      guard error.code == .damaged else { throw .unavailable(.tokenUnreachable(error)) }
      throw .token(AccessTokenError(error))
    }
  }

  /// Another token, which another machine has taken into use since.
  public func replacement(for refused: AccessToken) async throws(Unsendable) -> AccessToken? {
    guard history != nil else { return nil }
    let token = try await token()
    return token == refused ? nil : token
  }

  /// The token to send, as far as it is known here.
  ///
  /// - Throws: why there is none.
  public func tokenInUse() throws(Unsendable) -> AccessToken {
    let (current, isLoggedOut) = holder.state.withLock { ($0.current, $0.isLoggedOut) }
    if let current { return current }
    guard let file, !isLoggedOut else { throw .noToken }
    let read: AccessToken
    do throws(AccessTokenError) {
      read = try file.read()
    } catch {
      throw .token(error)
    }
    // Meanwhile somebody may have logged in or out.
    let token = holder.state.withLock { state in
      if state.current == nil, !state.isLoggedOut { state.use(read) }
      return state.current
    }
    guard let token else { throw .noToken }
    return token
  }

  /// Whether there is a token to send, as far as it is known here; a file that cannot be used has none.
  ///
  /// Of what machines share, this is what was read here last.
  public var hasToken: Bool { (try? tokenInUse()) != nil }

  /// The digest of the token to send; nil if there is none.
  public var digest: String? { hasToken ? holder.state.withLock { $0.digest } : nil }

  /// How often another token, or none, has come into use so far.
  ///
  /// If it is the same before and after some requests, all of them were made with one token.
  public var changes: Int {
    // A token that is still in its file comes into use now, not in the midst of the requests.
    _ = hasToken
    return holder.state.withLock { $0.changes }
  }

  /// Takes a token from now on.
  ///
  /// - Throws: an ``AccessTokenError`` if other machines cannot be told.
  public func use(_ token: AccessToken) async throws(AccessTokenError) {
    guard let history else { return holder.state.withLock { $0.use(token) } }
    try await write(Change(token: token.secret), into: history)
  }

  private func write(
    _ change: Change, into history: SharedHistory<Change>
  ) async throws(AccessTokenError) {
    do {
      try await history.write { (change, ()) }
    } catch {
      throw AccessTokenError(error)
    }
  }

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
    guard holder.state.withLock({ $0.last }) != token else { return false }
    holder.state.withLock { $0.use(token) }
    return true
  }

  /// Forgets the token in use, which the service has forgotten.
  ///
  /// - Throws: an ``AccessTokenError`` if other machines cannot be told.
  public func forget() async throws(AccessTokenError) {
    guard let history else { return holder.state.withLock { $0.forget() } }
    try await write(Change(token: nil), into: history)
    try? await history.forgetEarlier()
  }
}
