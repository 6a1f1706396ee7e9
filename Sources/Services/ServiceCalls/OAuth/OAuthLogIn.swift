import ServiceBasics

/// A log-in by a person, from the page that they open to the tokens that are kept.
///
/// The browser that the service leads back, to this computer or to a server of the program's, is awaited by
/// ``answer()``; a person whose browser cannot come there pastes the address it was led to, or the code, into ``answer(pasted:)``. Both are good until
/// ``finish(_:)`` or ``cancel()`` ends the log-in.
public final class OAuthLogIn: Sendable {
  /// What an attempt to log in came to.
  public enum End: Sendable, Hashable {
    /// The person is logged in, and the tokens are kept.
    case loggedIn
    /// The person did not allow it; an earlier log-in is as it was.
    case notAllowed
  }

  /// The address of the page on which the person allows access.
  public var page: String { attempt.page }

  private let keeper: OAuthTokenKeeper
  private let awaited = AwaitedAnswer()
  /// Listens on this computer; nil if the browser comes to a server.
  private let listener: LoopbackListener?
  private let attempt: OAuthAttempt

  /// Begins a log-in: listens on this computer for the browser that comes back.
  ///
  /// - Parameters:
  ///   - keeper: keeps the tokens.
  ///   - port: the port to listen at, or 0 for any that is free.
  ///   - pages: what the browser shows.
  /// - Throws: `notListening` if another program has the port.
  public init(
    _ keeper: OAuthTokenKeeper, port: Int = 0, pages: LoopbackPages = LoopbackPages()
  ) async throws(OAuthFailure) {
    self.keeper = keeper
    let listener = LoopbackListener(for: awaited, pages: pages)
    self.listener = listener
    attempt = OAuthAttempt(
      at: keeper.endpoint.service, redirect: try await listener.listen(at: port))
    awaited.expect(attempt)
  }

  /// Begins a log-in whose browser comes back to a server of the program's, which hands it to
  /// ``take(returned:)``.
  ///
  /// - Parameters:
  ///   - keeper: keeps the tokens.
  ///   - address: the server's address for it, which the service must know.
  public init(_ keeper: OAuthTokenKeeper, returningTo address: String) {
    self.keeper = keeper
    listener = nil
    attempt = OAuthAttempt(at: keeper.endpoint.service, redirect: address)
    awaited.expect(attempt)
  }

  /// Takes a redirect that the server received, so that ``answer()`` returns it.
  ///
  /// Call it only for requests of the person who began the log-in; the server identifies them, for example
  /// by a cookie.
  ///
  /// - Parameter address: the path and query of the request.
  /// - Returns: whether it is the first answer to this attempt.
  public func take(returned address: String) -> Bool {
    awaited.answer(inQueryOf: address).map { awaited.take($0) } ?? false
  }

  /// Whether a redirect is an answer that ``take(returned:)`` would take.
  ///
  /// - Parameter address: the path and query of the request.
  public func awaits(returned address: String) -> Bool {
    awaited.answer(inQueryOf: address)?.endsAttempt ?? false
  }

  /// The answer that the person's browser comes back with; nil if the task is cancelled or the log-in
  /// ended otherwise.
  public func answer() async -> OAuthAnswer? { await awaited.answer() }

  /// Reads an address or a code that a person pasted.
  public func answer(pasted text: String) -> OAuthAnswer { attempt.answer(pasted: text) }

  /// Exchanges an answer for tokens, and ends the log-in.
  ///
  /// - Parameter answer: what the browser came back with.
  /// - Returns: what the attempt came to.
  /// - Throws: why nobody is logged in. The answer to another attempt, or none, ends nothing.
  public func finish(_ answer: OAuthAnswer) async throws(OAuthFailure) -> End {
    if answer.endsAttempt { await cancel() }
    guard let code = try answer.code() else { return .notAllowed }
    try await keeper.logIn(with: code, of: attempt)
    return .loggedIn
  }

  /// Ends the log-in.
  public func cancel() async {
    awaited.close()
    await listener?.close()
  }
}
