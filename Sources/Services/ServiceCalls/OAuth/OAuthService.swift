public import ServiceBasics

/// A service that people let a program use by OAuth 2 (RFC 6749), and who the program is to it.
public struct OAuthService: Sendable, Hashable {
  /// Where the program's id and secret stand when it asks for tokens.
  public enum CredentialsPlace: Sendable, Hashable {
    /// In the header, as HTTP Basic.
    case header
    /// In the body, as `client_id` and `client_secret`.
    case body
  }

  /// The service's address.
  public var address: ServiceAddress

  /// The path of the page on which a person allows access, not encoded.
  public var approvalPath: [String]

  /// The path at which tokens are asked for, not encoded.
  public var tokenPath: [String]

  /// Who the program is.
  public var client: BasicCredentials

  /// Where it says so.
  public var credentialsPlace = CredentialsPlace.header

  /// Whether the service takes proofs that a code is used by the program that asked for it (PKCE, RFC
  /// 7636).
  public var takesChallenges: Bool

  /// What the program calls itself.
  public var userAgent: String

  /// Describes a service.
  public init(
    _ address: ServiceAddress, approvalPath: [String], tokenPath: [String],
    client: BasicCredentials, takesChallenges: Bool, userAgent: String
  ) {
    self.address = address
    self.approvalPath = approvalPath
    self.tokenPath = tokenPath
    self.client = client
    self.takesChallenges = takesChallenges
    self.userAgent = userAgent
  }
}
