/// Provides the access token of a client's calls.
public protocol AccessTokenProvider: Sendable {
  /// The token to send.
  ///
  /// - Throws: why there is none.
  func token() async throws(Unsendable) -> AccessToken

  /// Another token in place of one that the service did not take; nil if there is none, or if it would
  /// be refused as well.
  ///
  /// - Parameter refused: the token that was sent.
  /// - Returns: the token to send once more.
  /// - Throws: why there is no token any more.
  func replacement(for refused: AccessToken) async throws(Unsendable) -> AccessToken?

  /// Notes that the service took a token.
  func wasAccepted(_ token: AccessToken)
}

extension AccessTokenProvider {
  /// None: the token was typed, or is in a file that a person puts it into.
  public func replacement(for refused: AccessToken) async throws(Unsendable) -> AccessToken? { nil }

  /// Does nothing.
  public func wasAccepted(_ token: AccessToken) {}
}
