public import ServiceBasics

/// The source of a client's access token.
public enum TokenSource: Sendable {
  /// A file that nobody else can read, with the token and nothing more; see `TokenFile`.
  case file(String)

  /// The token itself, wherever it was read.
  case text(AccessToken)

  /// There is none yet; somebody logs in.
  case none

  /// A log that several machines share: who logs in or out at one does so at all of them. The log has the
  /// token itself, so it must be sealed.
  case shared(any SharedLog)
}
