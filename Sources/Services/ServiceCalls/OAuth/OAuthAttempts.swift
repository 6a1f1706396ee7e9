/// A person's attempts to log in, of which one at a time is under way.
///
/// Each is named by its page. The answer to another attempt ends nothing.
public protocol OAuthAttempts: Sendable {
  /// Begins an attempt, in place of one that was under way.
  ///
  /// - Returns: the address of the page on which the person allows access.
  /// - Throws: an ``OAuthFailure``.
  func begin() async throws(OAuthFailure) -> String

  /// Takes a redirect that a server of the program's received.
  ///
  /// Call it only for requests of the person who began the attempt; the server identifies them, for
  /// example by a cookie.
  ///
  /// - Parameter address: the path and query of the request.
  /// - Returns: whether it is the first answer to the attempt under way; an attempt that machines share may take that
  ///   once more.
  /// - Throws: an ``OAuthFailure`` if the answer could not be kept.
  func take(returned address: String) async throws(OAuthFailure) -> Bool

  /// Whether a redirect is an answer that ``take(returned:)`` would take; nothing is taken yet.
  ///
  /// - Parameter address: the path and query of the request.
  /// - Throws: an ``OAuthFailure`` if nobody can tell.
  func awaits(returned address: String) async throws(OAuthFailure) -> Bool

  /// Takes what the browser brings back, and logs in if that is a code.
  ///
  /// It waits for a browser that is to come to this process. One that comes to any of several
  /// machines must have done so before.
  ///
  /// - Parameter page: what ``begin()`` returned.
  /// - Returns: what came of the attempt; nil if it is not under way any more.
  /// - Throws: an ``OAuthFailure``, or a `CancellationError`.
  func returned(from page: String) async throws -> OAuthLogIn.End?

  /// Reads an address or a code that a person pasted, without sending anything.
  ///
  /// - Parameters:
  ///   - text: what was pasted.
  ///   - page: what ``begin()`` returned.
  /// - Returns: what it says; nil if it is not known here that this attempt is under way.
  func answer(pasted text: String, for page: String) -> OAuthAnswer?

  /// Takes an address or a code that a person pasted, and logs in with it.
  ///
  /// - Parameters:
  ///   - text: what was pasted.
  ///   - page: what ``begin()`` returned.
  /// - Returns: what came of the attempt; nil if it is not under way any more.
  /// - Throws: an ``OAuthFailure``.
  func finish(with text: String, for page: String) async throws -> OAuthLogIn.End?
}

extension OAuthTokenKeeper {
  /// The attempts whose browsers come back to a port of this computer.
  ///
  /// - Parameters:
  ///   - port: the port to listen at, or 0 for any that is free.
  ///   - pages: what the browser shows.
  /// - Returns: the attempts, in the memory of this process.
  public func attempts(port: Int, pages: LoopbackPages) -> any OAuthAttempts {
    AttemptsInMemory { () async throws(OAuthFailure) -> OAuthLogIn in
      try await OAuthLogIn(self, port: port, pages: pages)
    }
  }

  /// The attempts whose browsers come back to a server of the program's, which calls
  /// ``OAuthAttempts/take(returned:)``.
  ///
  /// - Parameter address: the server's address for it, which the service must know.
  /// - Returns: the attempts. If the log-in is shared by machines, so are they.
  public func attempts(
    returningTo address: @escaping @Sendable () -> String
  ) -> any OAuthAttempts {
    place.attempts(of: self, returningTo: address)
  }
}
