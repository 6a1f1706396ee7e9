/// A user's access to a service, such as an access token.
public protocol Credentials: Sendable {
  /// A digest by which the credential in use is told from others; nil if there is none in use.
  ///
  /// It is kept beside copies, so it must not be possible to compute the credential from it.
  var digest: String? { get }

  /// How often another credential, or none, has come into use so far; it never falls.
  ///
  /// The digest alone does not say that a credential was replaced and taken up again meanwhile.
  var changes: Int { get }

  /// Takes note of what other machines that share the credential have done with it: it may have been replaced,
  /// or its user have logged out. If that cannot be found out, nothing is changed.
  func refresh() async

  /// Asks the service which user the credential in use speaks for; returns nil if it does not say.
  func identify() async throws -> IdentifiedUser?
}

extension Credentials {
  /// No machine shares it.
  public func refresh() async {}
}

/// Which user a credential speaks for.
public struct IdentifiedUser: Sendable, Hashable {
  /// The digest of the credential that the service was asked with.
  public let credential: String

  /// The user, as the service calls them.
  public let user: String

  /// Says which user a credential speaks for.
  public init(credential: String, user: String) {
    self.credential = credential
    self.user = user
  }
}
