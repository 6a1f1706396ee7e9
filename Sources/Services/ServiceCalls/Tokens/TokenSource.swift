/// The source of a client's access token.
public enum TokenSource: Sendable, Hashable {
  /// A file that nobody else can read, with the token and nothing more; see `TokenFile`.
  case file(String)

  /// The token itself, wherever it was read.
  case text(AccessToken)

  /// There is none yet; somebody logs in.
  case none
}
